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
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import jdk.jfr.Recording;
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
    private static final String PINNED = "jdk.VirtualThreadPinned";

    @TempDir
    Path directory;

    @Test
    void idsOfAHundredThousandThreadsAreDistinctAndNoneIsPinned() throws Exception {
        TimeSource time = TimeSource.system();
        GeneratorSettings settings = new GeneratorSettings(null, PATIENCE);
        CounterSettings patient = new CounterSettings(PATIENCE, 0);
        SegmentSettings segments = new SegmentSettings(100, 10_000, Duration.ofSeconds(1), false);
        NodePool pool = NodePool.ofBits(10);
        Object[][] ids = new Object[4][THREADS];
        Path file = directory.resolve("recording.jfr");
        try (Recording recording = new Recording();
                CounterSequences counters = new CounterSequences(new InMemoryCounterStore(), PATIENCE, time);
                LeasedNodeSource nodes =
                        LeasedNodeSource.start(pool, NodeSettings.defaults(), new InMemoryRegister(time), time);
                StringIdService strings = strings(time)) {
            NumberSequence merged = counters.merged("merged", patient);
            NumberSequence segment = counters.segments("segment", patient, segments);
            LongIdGenerator snowflake =
                    StampedGenerators.longs("snowflake", StandardSchemes.snowflake(), nodes, time, settings);
            IntConsumer draw = i -> {
                ids[0][i] = strings.nextId("VIRT");
                ids[1][i] = snowflake.nextLong();
                ids[2][i] = segment.next();
                ids[3][i] = merged.next();
            };
            inVirtualThreads(THREADS / 50, draw); // linking code for the first time holds on to the carrier
            recording.enable(PINNED).withThreshold(Duration.ZERO).withStackTrace();
            recording.start();
            inVirtualThreads(THREADS, draw);
            recording.stop();
            recording.dump(file);
        }
        for (Object[] kind : ids) {
            assertThat(Stream.of(kind).distinct()).hasSize(THREADS);
        }
        assertThat(RecordingFile.readAllEvents(file))
                .filteredOn(event -> event.getEventType().getName().equals(PINNED) && event.getStackTrace() != null)
                .flatMap(event -> event.getStackTrace().getFrames())
                .extracting(frame -> frame.getMethod().getType().getName())
                .noneMatch(type -> type.startsWith("dev.idgen."));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .doesNotContain("idgen-memory", "idgen-node-10", "idgen-counter"));
    }

    private static StringIdService strings(TimeSource time) {
        StringIdFormat format = new StringIdFormat(ZoneOffset.UTC, BucketLayout.STANDARD, "a key");
        SequenceSettings defaults = SequenceSettings.defaults();
        SequenceSettings patient = new SequenceSettings(
                defaults.leaseTtl(),
                PATIENCE,
                defaults.requestTimeout(),
                defaults.breakerWait(),
                defaults.maxLead(),
                defaults.maxSkew());
        InMemoryRegister register = new InMemoryRegister(time);
        return new StringIdService(
                format,
                () -> BucketSequence.start(
                        "memory", format.terms(), patient, register, BucketLayout.STANDARD, time, format::newWriter));
    }

    private static void inVirtualThreads(int count, IntConsumer work) throws Exception {
        // The method came with Java 21, and this is compiled for 17.
        Method virtualThreads = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
        ExecutorService threads = (ExecutorService) virtualThreads.invoke(null);
        List<Future<?>> futures = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int index = i;
            futures.add(threads.submit(() -> work.accept(index)));
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
        for (Future<?> future : futures) {
            future.get();
        }
    }
}
