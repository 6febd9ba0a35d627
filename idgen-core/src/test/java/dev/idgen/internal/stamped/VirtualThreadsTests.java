package dev.idgen.internal.stamped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idgen.LongIdGenerator;
import dev.idgen.internal.counted.CounterSequences;
import dev.idgen.internal.counted.CounterSettings;
import dev.idgen.internal.counted.NumberSequence;
import dev.idgen.internal.counted.SegmentSettings;
import dev.idgen.internal.stamped.node.LeasedNodeSource;
import dev.idgen.internal.stamped.node.NodePool;
import dev.idgen.internal.stamped.node.NodeSettings;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.internal.store.memory.InMemoryRegister;
import dev.idgen.internal.string.StringIdFormat;
import dev.idgen.internal.string.StringIdService;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.SequenceSettings;
import dev.idgen.internal.time.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/**
 * A hundred thousand virtual threads take an id of each kind at once. None of them keeps the thread that carries it from
 * carrying others while it waits, as far as the JVM tells, and none leaves anything behind.
 */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadsTests {

    private static final int THREADS = 100_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration MINUTES = Duration.ofMinutes(5);
    private static final String PINNED = "jdk.VirtualThreadPinned";

    private final TimeSource time = TimeSource.system();

    @TempDir
    Path directory;

    /** All kinds of generators, on stores in memory. */
    private final class Kinds implements AutoCloseable {

        private final CounterSequences counters =
                new CounterSequences(new InMemoryCounterStore(), Duration.ofSeconds(5), time);
        private final CounterSettings patient = new CounterSettings(PATIENCE, 0);
        private final NumberSequence merged = counters.merged("merged", patient);
        private final NumberSequence segment =
                counters.segments("segment", patient, new SegmentSettings(100, 10_000, Duration.ofSeconds(1), false));
        private final LeasedNodeSource nodes =
                LeasedNodeSource.start(NodePool.ofBits(10), NodeSettings.defaults(), new InMemoryRegister(time), time);
        private final LongIdGenerator snowflake = StampedGenerators.longs(
                "snowflake", StandardSchemes.snowflake(), nodes, time, new GeneratorSettings(null, PATIENCE));
        private final StringIdFormat format = new StringIdFormat(ZoneOffset.UTC, BucketLayout.STANDARD, "a key");
        private final StringIdService service = new StringIdService(
                format,
                () -> BucketSequence.start(
                        "virtual",
                        format.terms(),
                        new SequenceSettings(
                                Duration.ofSeconds(10),
                                PATIENCE,
                                Duration.ofMillis(250),
                                Duration.ofMillis(500),
                                Duration.ofSeconds(60),
                                Duration.ofSeconds(1)),
                        new InMemoryRegister(time),
                        BucketLayout.STANDARD,
                        time,
                        format::newWriter));

        @Override
        public void close() {
            service.close();
            nodes.close();
            counters.close();
        }
    }

    @Test
    void idsOfAHundredThousandThreadsAreDistinctAndNoneIsPinned() throws Exception {
        String[] strings = new String[THREADS];
        long[] snowflakes = new long[THREADS];
        long[] segments = new long[THREADS];
        long[] merged = new long[THREADS];
        List<RecordedEvent> pinned;
        try (Kinds kinds = new Kinds()) {
            pinned = pinnedWhile(() -> inVirtualThreads(THREADS, i -> {
                strings[i] = kinds.service.nextId("VIRT");
                snowflakes[i] = kinds.snowflake.nextLong();
                segments[i] = kinds.segment.next();
                merged[i] = kinds.merged.next();
            }));
        }

        assertThat(Stream.of(strings).distinct()).hasSize(THREADS);
        for (long[] ids : List.of(snowflakes, segments, merged)) {
            assertThat(Arrays.stream(ids).distinct().count()).isEqualTo(THREADS);
        }
        assertThat(pinned.stream().filter(VirtualThreadsTests::isOurs)).isEmpty();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .doesNotContain("idgen-virtual", "idgen-node-10", "idgen-counter"));
    }

    /** Holds on to the thread that carries it: the initialiser of a class is called from native code. */
    private static final class Pinning {

        static {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }

        private Pinning() {}

        static void initialise() {
            // It happens before this.
        }
    }

    @Test
    void threadThatIsPinnedIsFound() throws Exception {
        List<RecordedEvent> pinned = pinnedWhile(() -> inVirtualThreads(1, i -> Pinning.initialise()));

        assertThat(pinned).anyMatch(VirtualThreadsTests::isOurs);
    }

    private static boolean isOurs(RecordedEvent event) {
        return event.getStackTrace() != null
                && event.getStackTrace().getFrames().stream()
                        .map(frame -> frame.getMethod().getType().getName())
                        .anyMatch(type -> type.startsWith("dev.idgen."));
    }

    /** Work that may fail. */
    private interface Work {
        void run() throws Exception;
    }

    private List<RecordedEvent> pinnedWhile(Work work) throws Exception {
        Path file = directory.resolve("recording.jfr");
        try (Recording recording = new Recording()) {
            recording.enable(PINNED).withThreshold(Duration.ZERO).withStackTrace();
            recording.start();
            work.run();
            recording.stop();
            recording.dump(file);
        }
        return events(file);
    }

    private static List<RecordedEvent> events(Path file) throws IOException {
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(PINNED))
                .toList();
    }

    private static void inVirtualThreads(int count, IntConsumer work) throws Exception {
        ExecutorService threads = virtualThreads();
        try {
            List<Future<?>> futures = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                int index = i;
                futures.add(threads.submit(() -> work.accept(index)));
            }
            for (Future<?> future : futures) {
                future.get(MINUTES.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdown();
        }
        assertThat(threads.awaitTermination(MINUTES.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
    }

    /** The method came with Java 21, and this is compiled for 17. */
    private static ExecutorService virtualThreads() throws ReflectiveOperationException {
        return (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }
}
