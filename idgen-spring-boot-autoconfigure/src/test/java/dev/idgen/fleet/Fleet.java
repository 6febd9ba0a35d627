package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.JavaProcess;
import dev.idgen.localredis.Signal;
import dev.idgen.localredis.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.util.function.ThrowingSupplier;

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

    /**
     * Starts a worker of each kind, which waits for {@link #go}.
     *
     * @param arguments of all workers, see {@link FleetWorker.Task}
     */
    static Fleet start(Path directory, List<String> arguments) {
        Fleet fleet = new Fleet(directory);
        try {
            for (int i = 0; i < SIZE; i++) {
                fleet.launch(
                        i,
                        Stream.concat(KINDS.get(i).stream(), arguments.stream()).toList());
            }
            fleet.awaitReady();
            return fleet;
        } catch (RuntimeException | Error e) {
            fleet.close();
            throw e;
        }
    }

    private void launch(int index, List<String> own) {
        // Starting an application is most of a worker's work: its code is not worth compiling well, what draws is.
        List<String> options =
                List.of("-Xmx192m", "-XX:CompileThresholdScaling=10", "-Dspring.backgroundpreinitializer.ignore=true");
        List<String> arguments = new ArrayList<>(List.of(
                "--spring.main.banner-mode=off",
                "--fleet.base=" + base,
                "--fleet.threads=" + THREADS,
                "--fleet.out=" + directory.resolve("worker-" + index)));
        arguments.addAll(own);
        workers.add(JavaProcess.start(log(index), options, FleetWorker.class, arguments));
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

    /** Waits until each thread has drawn its ids, all of which differ. */
    void assertUnique(String what, int idsPerThread) {
        long deadline = System.nanoTime() + MOST.toNanos();
        List<String> accounts = IntStream.range(0, workers.size())
                .mapToObj(worker -> "worker " + worker + ": " + awaitResult(worker, deadline))
                .toList();
        IssuedIds ids = IssuedIds.read(files(), base);
        System.out.println("Fleet, " + what + ": " + ids + "\n  " + String.join("\n  ", accounts));
        assertThat(ids.size()).isEqualTo(workers.size() * THREADS * idsPerThread);
        assertThat(ids.duplicates()).as("%s: duplicates in %s", what, ids).isZero();
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
    private String output(int index) {
        return ThrowingSupplier.of(() -> Files.readString(log(index))).get();
    }

    private Path log(int index) {
        return directory.resolve("worker-" + index + ".log");
    }

    @Override
    public void close() {
        workers.forEach(Process::destroyForcibly);
    }
}
