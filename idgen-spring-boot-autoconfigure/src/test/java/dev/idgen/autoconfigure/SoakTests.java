package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.autoconfigure.SoakWorker.Reading;
import dev.idgen.localredis.RedisSentinels;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
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
@EnabledIfSystemProperty(
        named = "idgen.soak",
        matches = "P.+",
        disabledReason = "[soak] takes twenty minutes. To run: add -Psoak")
class SoakTests {

    private static final int WORKERS = 4;

    /** The first ones stay all the time. */
    private static final int STAYING = 2;

    /** All types have been drawn from, and what is made once is made; one accident of each kind has happened. */
    private static final int WARM_UP_SECONDS = 240;

    private static final double MOST_MORE_HEAP = 24;
    private static final int MOST_MORE_THREADS = 4;
    private static final int MOST_MORE_FILES = 8;

    private final long begun = System.nanoTime();
    private final Process[] workers = new Process[WORKERS];
    private final List<Point> points = new CopyOnWriteArrayList<>();

    /** What an application held at a time. */
    private record Point(long second, int worker, Reading reading) {}

    @Test
    void nothingPilesUp() throws Exception {
        long minutes = Duration.parse(System.getProperty("idgen.soak")).toMinutes();
        assertThat(minutes).as("minutes").isGreaterThanOrEqualTo(5);
        try (RedisSentinels group = RedisSentinels.start()) {
            try {
                for (int i = 0; i < WORKERS; i++) {
                    launch(i, group);
                }
                for (int minute = 0; minute < minutes; minute++) {
                    Wait.of(Duration.ofSeconds(20));
                    accident(minute % 3, group);
                }
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

    /** Takes forty seconds, or a little longer. */
    private void accident(int kind, RedisSentinels group) throws Exception {
        System.out.println(List.of("failover", "kill", "restart").get(kind));
        RedisServer master = group.master();
        switch (kind) {
            case 0 -> master.kill();
            case 1 -> {
                workers[2].destroyForcibly().waitFor();
                launch(2, group);
            }
            default -> {
                workers[3].getOutputStream().close();
                assertThat(workers[3].waitFor(1, TimeUnit.MINUTES)).isTrue();
                launch(3, group);
            }
        }
        Wait.of(Duration.ofSeconds(30));
        if (kind == 0) {
            master.start();
        }
        Wait.of(Duration.ofSeconds(10));
    }

    private void launch(int index, RedisSentinels group) throws IOException {
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
        Thread reader = new Thread(() -> read(index, process), "reader-" + index);
        reader.setDaemon(true);
        reader.start();
    }

    private void read(int worker, Process process) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(SoakWorker.PREFIX)) {
                    long second = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
                    points.add(new Point(second, worker, Reading.parse(line)));
                    System.out.println(points.get(points.size() - 1));
                } else if (line.contains("Exception")) {
                    System.out.println(line);
                }
            }
        } catch (IOException e) {
            System.out.println(e);
        }
    }

    private void assertNothingPiledUp(int worker) {
        List<Point> all =
                points.stream().filter(point -> point.worker() == worker).toList();
        assertThat(all).as("readings of worker %d", worker).hasSizeGreaterThan(10);
        Reading last = all.get(all.size() - 1).reading();
        assertThat(last.ids()).isGreaterThan(all.get(all.size() / 2).reading().ids());
        assertThat(growth(all, Reading::megabytes))
                .as("growth of the heap in MB")
                .isLessThan(MOST_MORE_HEAP);
        assertThat(growth(all, Reading::threads)).as("growth of threads").isLessThan(MOST_MORE_THREADS);
        assertThat(growth(all, Reading::files))
                .as("growth of open files and sockets")
                .isLessThan(MOST_MORE_FILES);
    }

    /** How much a figure grew after the beginning, by the straight line that fits best. */
    private static double growth(List<Point> all, ToDoubleFunction<Reading> figure) {
        List<Point> readings =
                all.stream().filter(point -> point.second() >= WARM_UP_SECONDS).toList();
        double meanSecond = readings.stream().mapToLong(Point::second).average().orElseThrow();
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
