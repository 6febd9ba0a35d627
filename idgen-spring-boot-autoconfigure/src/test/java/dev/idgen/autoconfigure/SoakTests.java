package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.idgen.IdGenerator;
import dev.idgen.IdService;
import dev.idgen.IdgenException;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.GeneratorType;
import dev.idgen.localredis.RedisServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * All generators under a mixed load for a while, with a Redis that is restarted each minute and a second application that
 * comes and goes: what is held at the end is what was held at the beginning.
 *
 * <p>Runs with {@code -Didgen.soak=PT10M}, two minutes at least, and prints a table.
 */
@EnabledIfSystemProperty(named = "idgen.soak", matches = "P.+")
class SoakTests {

    private static final Duration READING = Duration.ofSeconds(10);
    private static final int READINGS_PER_MINUTE = 6;
    private static final int THREADS = 4;
    private static final int BATCH = 50;

    private static final long MOST_MORE_HEAP = 24L << 20;
    private static final int MOST_MORE_THREADS = 4;
    private static final int MOST_MORE_FILES = 8;

    private final LongAdder ids = new LongAdder();
    private final LongAdder refusals = new LongAdder();
    private volatile boolean ended;

    /** What the process holds at a time. */
    private record Reading(long second, long ids, long refusals, long heap, int threads, long files, long sockets) {

        static final String TITLE = String.format(
                "%6s %12s %9s %9s %8s %6s %8s", "s", "ids", "refused", "heap MB", "threads", "files", "sockets");

        @Override
        public String toString() {
            return String.format(
                    "%6d %12d %9d %9.1f %8d %6d %8d",
                    second, ids, refusals, heap / (double) (1 << 20), threads, files, sockets);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        DataRedisAutoConfiguration.class,
        IdgenAutoConfiguration.class,
        IdgenGeneratorsAutoConfiguration.class
    })
    static class Application {}

    @Test
    void nothingPilesUp(@TempDir Path directory) throws Exception {
        long minutes = Duration.parse(System.getProperty("idgen.soak")).toMinutes();
        assertThat(minutes).as("minutes").isGreaterThanOrEqualTo(2);
        List<Reading> readings = new ArrayList<>();
        try (RedisServer redis = RedisServer.stopped("appendonly yes", "appendfsync always")) {
            redis.start();
            try (ConfigurableApplicationContext application = start(redis)) {
                List<Thread> load = load(application);
                System.out.println(Reading.TITLE);
                long begun = System.nanoTime();
                for (int i = 0; i < minutes * READINGS_PER_MINUTE; i++) {
                    meanwhile(redis, i % READINGS_PER_MINUTE);
                    sleepUntil(begun + (i + 1) * READING.toNanos());
                    readings.add(reading(begun));
                    System.out.println(readings.get(i));
                }
                ended = true;
                for (Thread thread : load) {
                    thread.join();
                }
            }
        }
        assertNothingPiledUp(readings);
    }

    /** In the first part of a minute Redis is restarted, in the fourth a second application comes and goes. */
    private void meanwhile(RedisServer redis, int partOfMinute) throws InterruptedException {
        if (partOfMinute == 0) {
            redis.kill();
            Thread.sleep(2000);
            redis.start();
        } else if (partOfMinute == 3) {
            try (ConfigurableApplicationContext second = start(redis)) {
                second.getBean(IdService.class).nextIds("SOAK", BATCH);
            }
        }
    }

    private static ConfigurableApplicationContext start(RedisServer redis) {
        String[] generators = Arrays.stream(GeneratorType.values())
                .flatMap(type -> Stream.of(TypicalProperties.of("soak-" + PropertyNames.of(type), type)))
                .toArray(String[]::new);
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties("spring.data.redis.url=redis://" + redis.address())
                .properties(generators)
                .properties(
                        "idgen.generators.soak-sonyflake.node.provider=fixed",
                        "idgen.generators.soak-sonyflake.node.id=1")
                .run();
    }

    private List<Thread> load(ConfigurableApplicationContext application) {
        IdService service = application.getBean(IdService.class);
        List<IdGenerator<?>> generators = new ArrayList<>();
        application.getBeansOfType(IdGenerator.class).values().forEach(generators::add);
        generators.add(service.forBusiness("SOAK"));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> draw(service, generators), "soak-" + i);
            thread.start();
            threads.add(thread);
        }
        return threads;
    }

    private void draw(IdService service, List<IdGenerator<?>> generators) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        while (!ended) {
            try {
                IdGenerator<?> generator = generators.get(random.nextInt(generators.size()));
                switch (random.nextInt(4)) {
                    case 0 -> ids.add(generator.next(BATCH / 10).size());
                    case 1 -> ids.add(service.nextIds("SOAK", BATCH).size());
                    case 2 ->
                        generator
                                .nextAsync()
                                .whenComplete((id, failure) -> (failure == null ? ids : refusals).increment());
                    default -> {
                        generator.next();
                        ids.increment();
                    }
                }
                Thread.sleep(1);
            } catch (IdgenException e) {
                refusals.increment();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static void sleepUntil(long deadline) throws InterruptedException {
        long left = deadline - System.nanoTime();
        if (left > 0) {
            Thread.sleep(Duration.ofNanos(left).toMillis());
        }
    }

    private Reading reading(long begun) throws IOException {
        System.gc();
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        long files = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getOpenFileDescriptorCount()
                : 0;
        return new Reading(
                Duration.ofNanos(System.nanoTime() - begun).toSeconds(),
                ids.sum(),
                refusals.sum(),
                heap,
                ManagementFactory.getThreadMXBean().getThreadCount(),
                files,
                sockets());
    }

    /** Open sockets, where the system shows them as files. */
    private static long sockets() throws IOException {
        Path open = Path.of("/proc/self/fd");
        if (!Files.isDirectory(open)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(open)) {
            return files.filter(SoakTests::isSocket).count();
        }
    }

    private static boolean isSocket(Path file) {
        try {
            return Files.readSymbolicLink(file).toString().startsWith("socket:");
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }

    private static void assertNothingPiledUp(List<Reading> readings) {
        List<Reading> first = readings.subList(0, READINGS_PER_MINUTE);
        Reading last = readings.get(readings.size() - 1);
        assertThat(last.threads())
                .as("threads")
                .isLessThanOrEqualTo(
                        first.stream().mapToInt(Reading::threads).max().orElseThrow() + MOST_MORE_THREADS);
        assertThat(last.files())
                .as("open files")
                .isLessThanOrEqualTo(
                        first.stream().mapToLong(Reading::files).max().orElseThrow() + MOST_MORE_FILES);
        assertThat(growth(readings.subList(READINGS_PER_MINUTE, readings.size())))
                .as("growth of the heap in bytes")
                .isLessThan(MOST_MORE_HEAP);
        assertThat(last.ids())
                .isGreaterThan(
                        readings.get(readings.size() - READINGS_PER_MINUTE).ids());
    }

    /** How much the heap grew, by the straight line that fits best. */
    private static double growth(List<Reading> readings) {
        double meanSecond =
                readings.stream().mapToLong(Reading::second).average().orElseThrow();
        double meanHeap = readings.stream().mapToLong(Reading::heap).average().orElseThrow();
        double products = 0;
        double squares = 0;
        for (Reading reading : readings) {
            products += (reading.second() - meanSecond) * (reading.heap() - meanHeap);
            squares += (reading.second() - meanSecond) * (reading.second() - meanSecond);
        }
        return products
                / squares
                * (readings.get(readings.size() - 1).second() - readings.get(0).second());
    }
}
