package dev.idgen.fleet;

import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Signal;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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

    private final Path directory;
    private final long base = System.currentTimeMillis() - TimeUnit.DAYS.toMillis(1);
    private final List<Process> workers = new ArrayList<>();
    private final Thread killer = new Thread(this::kill);

    private Fleet(Path directory) {
        this.directory = directory;
        Runtime.getRuntime().addShutdownHook(killer);
    }

    /**
     * Starts one worker of each kind, which wait for {@link #go}.
     *
     * @param arguments of all of them, see {@link FleetWorker.Task}
     */
    static Fleet start(Path directory, RedisServer redis, List<String> arguments) {
        return start(directory, List.of(redis), arguments);
    }

    /** Starts two workers of this version and two of an earlier one, whose jars are in a folder, which wait for {@link #go}. */
    static Fleet startMixed(Path directory, RedisServer redis, Path earlier, List<String> arguments) {
        Fleet fleet = new Fleet(directory);
        try {
            for (int i = 0; i < SIZE; i++) {
                List<String> own = new ArrayList<>(arguments);
                own.addAll(List.of(
                        FleetWorker.PLAIN,
                        "--fleet.offset=0",
                        "--fleet.step=0",
                        "--spring.data.redis.port=" + redis.port()));
                fleet.launch(i, i % 2 == 0 ? System.getProperty("java.class.path") : classPath(earlier), own);
            }
            fleet.awaitReady();
            return fleet;
        } catch (RuntimeException | Error e) {
            fleet.close();
            throw e;
        }
    }

    /** The class path of this test, with the jars of a folder in place of what was built here from the sources. */
    private static String classPath(Path jars) {
        try (Stream<Path> all = Files.list(jars)) {
            Stream<String> earlier =
                    all.map(Path::toString).filter(jar -> jar.endsWith(".jar")).sorted();
            Stream<String> others = Stream.of(
                            System.getProperty("java.class.path").split(File.pathSeparator, -1))
                    .filter(
                            entry -> !entry.matches(
                                    ".*[/\\\\]idgen-(core|spring-boot-autoconfigure)([/\\\\]target[/\\\\]classes|[^/\\\\]*(?<!tests)\\.jar)[/\\\\]?"));
            return Stream.concat(earlier, others).collect(Collectors.joining(File.pathSeparator));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts one worker of each kind on each of some servers, of a region each if there are several, which wait for {@link #go}. */
    static Fleet start(Path directory, List<RedisServer> servers, List<String> arguments) {
        List<List<String>> stores = servers.stream()
                .map(server -> List.of("--spring.data.redis.port=" + server.port()))
                .toList();
        return startOn(directory, stores, arguments);
    }

    /** Like the other, on stores of any kind that arguments name. */
    static Fleet startOn(Path directory, List<List<String>> stores, List<String> arguments) {
        Fleet fleet = new Fleet(directory);
        try {
            for (int i = 0; i < stores.size(); i++) {
                for (List<String> kind : KINDS) {
                    List<String> own = new ArrayList<>(kind);
                    own.removeIf(argument ->
                            arguments.stream().anyMatch(other -> name(other).equals(name(argument))));
                    own.addAll(stores.get(i));
                    own.add("--idgen.region=" + (i + 1) + "/" + stores.size());
                    own.addAll(arguments);
                    fleet.launch(fleet.workers.size(), System.getProperty("java.class.path"), own);
                }
            }
            fleet.awaitReady();
            return fleet;
        } catch (RuntimeException | Error e) {
            fleet.close();
            throw e;
        }
    }

    private static String name(String argument) {
        return argument.substring(0, argument.indexOf('='));
    }

    private void launch(int index, String classPath, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m",
                "-XX:+UseSerialGC",
                // Starting an application is most of a worker's work: its code is not worth compiling well, what draws
                // is.
                "-XX:CompileThresholdScaling=10",
                "-Dspring.backgroundpreinitializer.ignore=true",
                "-cp",
                classPath,
                FleetWorker.class.getName(),
                "--spring.main.banner-mode=off",
                "--fleet.base=" + base,
                "--fleet.out=" + directory.resolve("worker-" + index)));
        command.addAll(arguments);
        try {
            workers.add(new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.to(log(index)))
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady() {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        for (int i = 0; i < workers.size(); i++) {
            while (!output(i).contains(FleetWorker.READY)) {
                if (!workers.get(i).isAlive() || deadline - System.nanoTime() < 0) {
                    throw new AssertionError("worker " + i + " does not start:\n" + output(i));
                }
                Pause.millis(20);
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
        Pause.of(howLong);
        Signal.send("CONT", pid);
    }

    /** Waits for all workers to have drawn what they should, and returns what they drew. */
    Outcome await(Duration most) {
        List<String> lines = awaitAll(most);
        return new Outcome(IssuedIds.read(files(), base), lines);
    }

    /** Waits for all workers to have drawn what they should, and returns their accounts. */
    List<String> awaitAll(Duration most) {
        long deadline = System.nanoTime() + most.toNanos();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < workers.size(); i++) {
            String result = awaitResult(i, deadline);
            lines.add("worker " + i + ": " + result);
        }
        return lines;
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
                .filter(line -> line.startsWith("FLEET ids="))
                .findFirst()
                .orElseThrow(() -> new AssertionError("worker " + index + " failed:\n" + output(index)));
    }

    /** What the workers drew, for {@link IssuedIds}. */
    List<Path> files() {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> file.toString().endsWith(".ids")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a worker wrote to its console so far. */
    String output(int index) {
        try {
            return Files.readString(log(index).toPath(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private File log(int index) {
        return directory.resolve("worker-" + index + ".log").toFile();
    }

    private void kill() {
        workers.forEach(Process::destroyForcibly);
    }

    @Override
    public void close() {
        kill();
        Runtime.getRuntime().removeShutdownHook(killer);
    }

    /**
     * What a fleet did.
     *
     * @param ids all ids issued
     * @param lines each worker's own account
     */
    record Outcome(IssuedIds ids, List<String> lines) {

        @Override
        public String toString() {
            return ids + "\n  " + String.join("\n  ", lines);
        }
    }
}
