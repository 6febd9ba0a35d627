package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.autoconfigure.SoakWorker.Reading;
import dev.idgen.localredis.RedisSentinels;
import dev.idgen.localredis.RedisServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Four applications draw from generators of all types for a while, from a Redis that sentinels watch. Each minute has an accident: the
 * master is killed and replaced, an application is killed, an application ends and comes back. What the two that stay hold at the end
 * is what they held at the beginning.
 *
 * <p>Runs with {@code -Didgen.soak=PT20M}, five minutes at least, and prints what each application holds over time.
 */
@EnabledIfSystemProperty(named = "idgen.soak", matches = "P.+")
class SoakTests {

    private static final int WORKERS = 4;

    /** The first ones stay all the time. */
    private static final int STAYING = 2;

    private static final int READINGS_PER_MINUTE = (int) (60 / SoakWorker.READING_SECONDS);

    /** All types have been drawn from, and what is made once is made; one accident of each kind has happened. */
    private static final int WARM_UP_SECONDS = 240;

    private static final double MOST_MORE_HEAP = 24;
    private static final int MOST_MORE_THREADS = 4;
    private static final int MOST_MORE_FILES = 8;

    private final Process[] workers = new Process[WORKERS];
    private final ConcurrentHashMap<Integer, AtomicReference<Reading>> latest = new ConcurrentHashMap<>();
    private final List<Point> points = new ArrayList<>();

    /** What an application held at a time. */
    private record Point(int second, int worker, Reading reading) {}

    @Test
    void nothingPilesUp() throws Exception {
        long minutes = Duration.parse(System.getProperty("idgen.soak")).toMinutes();
        assertThat(minutes).as("minutes").isGreaterThanOrEqualTo(5);
        try (RedisSentinels group = RedisSentinels.start()) {
            try {
                for (int i = 0; i < WORKERS; i++) {
                    launch(i, group);
                }
                watch(minutes, group);
            } finally {
                for (Process worker : workers) {
                    worker.destroyForcibly();
                }
            }
        }
        for (int i = 0; i < STAYING; i++) {
            assertNothingPiledUp(i);
        }
    }

    private void watch(long minutes, RedisSentinels group) throws Exception {
        long begun = System.nanoTime();
        RedisServer victim = null;
        System.out.printf(
                "%6s %6s %12s %8s %9s %8s %6s %8s%n",
                "s", "worker", "ids", "refused", "heap MB", "threads", "files", "sockets");
        for (int i = 0; i < minutes * READINGS_PER_MINUTE; i++) {
            int second = (int) (i * SoakWorker.READING_SECONDS);
            if (i % READINGS_PER_MINUTE == READINGS_PER_MINUTE - 1 && victim != null) {
                victim.start();
                victim = null;
            }
            if (i % READINGS_PER_MINUTE == 2) {
                victim = accident(i / READINGS_PER_MINUTE % 3, second, group);
            }
            long left = begun + TimeUnit.SECONDS.toNanos(second + SoakWorker.READING_SECONDS) - System.nanoTime();
            LockSupport.parkNanos(left);
            for (int worker = 0; worker < WORKERS; worker++) {
                note(second, worker);
            }
        }
    }

    /** The master, if it is that that was killed. */
    private RedisServer accident(int kind, int second, RedisSentinels group) throws Exception {
        switch (kind) {
            case 0 -> {
                System.out.printf("%6d failover%n", second);
                RedisServer master = group.master();
                master.kill();
                return master;
            }
            case 1 -> {
                System.out.printf("%6d kill%n", second);
                workers[2].destroyForcibly().waitFor();
                launch(2, group);
            }
            default -> {
                System.out.printf("%6d restart%n", second);
                workers[3].getOutputStream().close();
                assertThat(workers[3].waitFor(1, TimeUnit.MINUTES)).isTrue();
                launch(3, group);
            }
        }
        return null;
    }

    private void launch(int index, RedisSentinels group) throws IOException {
        AtomicReference<Reading> reading = new AtomicReference<>();
        latest.put(index, reading);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SoakWorker.class.getName(),
                        "--spring.main.banner-mode=off",
                        "--logging.level.root=error",
                        "--spring.data.redis.sentinel.master=" + RedisSentinels.MASTER,
                        "--spring.data.redis.sentinel.nodes=" + String.join(",", group.addresses()),
                        "--idgen.generators.soak-sonyflake.node.id=" + (index + 1))
                .redirectErrorStream(true)
                .start();
        workers[index] = process;
        Thread reader = new Thread(() -> read(process, reading), "reader-" + index);
        reader.setDaemon(true);
        reader.start();
    }

    private static void read(Process process, AtomicReference<Reading> reading) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(SoakWorker.PREFIX)) {
                    reading.set(Reading.parse(line));
                } else if (line.contains("Exception")) {
                    System.out.println(line);
                }
            }
        } catch (IOException e) {
            System.out.println(e);
        }
    }

    private static double megabytes(Reading reading) {
        return reading.heap() / (double) (1 << 20);
    }

    private void note(int second, int worker) {
        Reading reading = latest.get(worker).getAndSet(null);
        if (reading != null) {
            points.add(new Point(second, worker, reading));
            System.out.printf(
                    "%6d %6d %12d %8d %9.1f %8d %6d %8d%n",
                    second,
                    worker,
                    reading.ids(),
                    reading.refusals(),
                    megabytes(reading),
                    reading.threads(),
                    reading.files(),
                    reading.sockets());
        }
    }

    private void assertNothingPiledUp(int worker) {
        List<Point> all =
                points.stream().filter(point -> point.worker() == worker).toList();
        assertThat(all).as("readings of worker %d", worker).hasSizeGreaterThan(10);
        Reading last = all.get(all.size() - 1).reading();
        assertThat(last.ids()).isGreaterThan(all.get(all.size() / 2).reading().ids());
        assertThat(growth(all, SoakTests::megabytes))
                .as("growth of the heap in MB")
                .isLessThan(MOST_MORE_HEAP);
        assertThat(growth(all, Reading::threads)).as("growth of threads").isLessThan(MOST_MORE_THREADS);
        assertThat(growth(all, Reading::files)).as("growth of open files").isLessThan(MOST_MORE_FILES);
        assertThat(growth(all, Reading::sockets)).as("growth of sockets").isLessThan(MOST_MORE_FILES);
    }

    /** How much a figure grew after the beginning, by the straight line that fits best. */
    private static double growth(List<Point> all, ToDoubleFunction<Reading> figure) {
        List<Point> readings =
                all.stream().filter(point -> point.second() >= WARM_UP_SECONDS).toList();
        double meanSecond = readings.stream().mapToInt(Point::second).average().orElseThrow();
        double meanFigure = readings.stream()
                .mapToDouble(point -> figure.applyAsDouble(point.reading()))
                .average()
                .orElseThrow();
        double products = 0;
        double squares = 0;
        for (Point point : readings) {
            products += (point.second() - meanSecond) * (figure.applyAsDouble(point.reading()) - meanFigure);
            squares += (point.second() - meanSecond) * (point.second() - meanSecond);
        }
        return products
                / squares
                * (readings.get(readings.size() - 1).second() - readings.get(0).second());
    }
}
