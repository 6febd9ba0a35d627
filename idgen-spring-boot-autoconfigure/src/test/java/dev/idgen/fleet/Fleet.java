package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Signal;
import dev.idgen.localredis.Wait;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Several {@link FleetWorker} processes, and all that they issued. For one thread. */
final class Fleet implements AutoCloseable {

    /** Tests that run for minutes with processes of their own; the poms know it, too. */
    static final String TAG = "fleet";

    private static final Duration START_TIMEOUT = Duration.ofSeconds(90);

    /**
     * The first worker's time is trusted, though it is before or behind all windows, so its ids carry the windows' ends. The
     * others' is hours off and not trusted, or right, so that ids of theirs carry one time. Each mistake in the lease protocol
     * shows with another of these.
     */
    private static final List<List<String>> KINDS = List.of(
            List.of("--fleet.offset=0", "--fleet.step=1h", "--idgen.clock.max-skew=1h"),
            List.of("--fleet.offset=-1h", "--fleet.step=1h"),
            List.of("--fleet.offset=1h", "--fleet.step=1h"),
            List.of("--fleet.offset=0", "--fleet.step=0"));

    /** How many workers a fleet has. */
    static final int SIZE = KINDS.size();

    /** How many threads a worker has. */
    static final int THREADS = 4;

    private static final Duration MOST = Duration.ofMinutes(5);

    private final Path directory;
    private final long base = System.currentTimeMillis() - TimeUnit.DAYS.toMillis(1);
    private final List<Process> workers = new ArrayList<>();

    private Fleet(Path directory) {
        this.directory = directory;
    }

    /** Starts two workers of this version and two of an earlier one, whose jars are in a folder, which wait for {@link #go}. */
    static Fleet startMixed(Path directory, RedisServer redis, Path earlier, List<String> arguments) {
        return start(directory, fleet -> {
            for (int i = 0; i < SIZE; i++) {
                List<String> own = new ArrayList<>(arguments);
                own.addAll(List.of(
                        FleetWorker.PLAIN,
                        "--fleet.offset=0",
                        "--fleet.step=0",
                        "--spring.data.redis.port=" + redis.port()));
                fleet.launch(i, i % 2 == 0 ? JavaProcess.CLASS_PATH : classPath(earlier), own);
            }
        });
    }

    /** The class path of this test, with the jars of a folder in place of what was built here from the sources. */
    private static String classPath(Path jars) {
        try (Stream<Path> all = Files.list(jars)) {
            Stream<String> earlier =
                    all.map(Path::toString).filter(jar -> jar.endsWith(".jar")).sorted();
            Stream<String> others = Stream.of(JavaProcess.CLASS_PATH.split(File.pathSeparator, -1))
                    .filter(
                            entry -> !entry.matches(
                                    ".*[/\\\\]idgen-(core|spring-boot-autoconfigure)([/\\\\]target[/\\\\]classes|[^/\\\\]*(?<!tests)\\.jar)[/\\\\]?"));
            return Stream.concat(earlier, others).collect(Collectors.joining(File.pathSeparator));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts one worker of each kind on each of some stores, of a region each if there are several, which wait for {@link #go}.
     *
     * @param stores arguments that name a store, of each
     * @param arguments of all workers, see {@link FleetWorker.Task}
     */
    static Fleet start(Path directory, List<List<String>> stores, List<String> arguments) {
        return start(directory, fleet -> {
            for (int i = 0; i < stores.size(); i++) {
                for (List<String> kind : KINDS) {
                    List<String> own = new ArrayList<>(kind);
                    own.addAll(stores.get(i));
                    own.add("--idgen.region=" + (i + 1) + "/" + stores.size());
                    own.addAll(arguments);
                    fleet.launch(fleet.workers.size(), JavaProcess.CLASS_PATH, own);
                }
            }
        });
    }

    private static Fleet start(Path directory, Consumer<Fleet> launching) {
        Fleet fleet = new Fleet(directory);
        try {
            launching.accept(fleet);
            fleet.awaitReady();
            return fleet;
        } catch (RuntimeException | Error e) {
            fleet.close();
            throw e;
        }
    }

    private void launch(int index, String classPath, List<String> own) {
        // Starting an application is most of a worker's work: its code is not worth compiling well, what draws is.
        List<String> options =
                List.of("-Xmx192m", "-XX:CompileThresholdScaling=10", "-Dspring.backgroundpreinitializer.ignore=true");
        List<String> arguments = new ArrayList<>(List.of(
                "--spring.main.banner-mode=off",
                "--fleet.base=" + base,
                "--fleet.threads=" + THREADS,
                "--fleet.out=" + directory.resolve("worker-" + index)));
        arguments.addAll(own);
        workers.add(JavaProcess.start(log(index), classPath, options, FleetWorker.class, arguments));
    }

    private void awaitReady() {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        for (int i = 0; i < workers.size(); i++) {
            while (!output(i).contains(FleetWorker.READY)) {
                if (!workers.get(i).isAlive() || deadline - System.nanoTime() < 0) {
                    throw new AssertionError("worker " + i + " does not start:\n" + output(i));
                }
                Wait.millis(20);
            }
        }
    }

    /** Lets all workers draw. */
    void go() {
        try {
            for (Process worker : workers) {
                worker.getOutputStream().write('\n');
                worker.getOutputStream().flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isRunning() {
        return workers.stream().anyMatch(Process::isAlive);
    }

    /** Stops a worker for a while without its noticing, as when its virtual machine is moved. */
    void freeze(int worker, Duration howLong) {
        long pid = workers.get(worker).pid();
        Signal.send("STOP", pid);
        Wait.of(howLong);
        Signal.send("CONT", pid);
    }

    /** Waits until each thread has drawn its ids, all of which differ, and returns the workers' accounts. */
    List<String> assertUnique(String what, int idsPerThread) {
        long deadline = System.nanoTime() + MOST.toNanos();
        List<String> accounts = IntStream.range(0, workers.size())
                .mapToObj(worker -> "worker " + worker + ": " + awaitResult(worker, deadline))
                .toList();
        IssuedIds ids = IssuedIds.read(files(), base);
        System.out.println("Fleet, " + what + ": " + ids + "\n  " + String.join("\n  ", accounts));
        assertThat(ids.size()).isEqualTo(workers.size() * THREADS * idsPerThread);
        assertThat(ids.duplicates()).as("%s: duplicates in %s", what, ids).isZero();
        return accounts;
    }

    private String awaitResult(int index, long deadline) {
        try {
            long left = Math.max(deadline - System.nanoTime(), 0);
            if (!workers.get(index).waitFor(left, TimeUnit.NANOSECONDS)) {
                throw new AssertionError("worker " + index + " takes too long:\n" + output(index));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
        return output(index)
                .lines()
                .filter(line -> line.startsWith(FleetWorker.DONE))
                .findFirst()
                .orElseThrow(() -> new AssertionError("worker " + index + " failed:\n" + output(index)));
    }

    private List<Path> files() {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> file.toString().endsWith(".ids")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a worker wrote to its console so far. */
    String output(int index) {
        try {
            return Files.readString(log(index), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path log(int index) {
        return directory.resolve("worker-" + index + ".log");
    }

    @Override
    public void close() {
        workers.forEach(Process::destroyForcibly);
    }
}
