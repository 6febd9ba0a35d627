package dev.idgen.internal.timestamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.LongIdGenerator;
import dev.idgen.internal.counter.CounterSequences;
import dev.idgen.internal.counter.CounterSettings;
import dev.idgen.internal.counter.SegmentSettings;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.string.StringIdFormat;
import dev.idgen.internal.string.StringIdService;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.SequenceFixture;
import dev.idgen.internal.string.sequence.SequenceSettings;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.timestamp.node.LeasedNodeSource;
import dev.idgen.internal.timestamp.node.NodePool;
import dev.idgen.internal.timestamp.node.NodeSettings;
import dev.idgen.store.NumberSequence;
import dev.idgen.store.Progression;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** A hundred thousand virtual threads take numbers at once, and none keeps its carrier from others while it waits. */
@EnabledForJreRange(
        min = JRE.JAVA_21,
        disabledReason = "[java-21] needs virtual threads. To run: use a JDK 21 or later")
class VirtualThreadsTests {

    private static final int THREADS = 100_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static StringIdService strings(TimeSource time) {
        SequenceSettings patient = SequenceFixture.patient(PATIENCE);
        StringIdFormat format = new StringIdFormat(ZoneOffset.UTC, BucketLayout.STANDARD, "a key");
        return new StringIdService(
                format,
                () -> BucketSequence.start(
                        "virtual",
                        format.terms(),
                        patient,
                        new InMemoryLeaseStore(time),
                        BucketLayout.STANDARD,
                        time,
                        format::newWriter));
    }

    @Test
    void idsOfAHundredThousandThreadsAreDistinctAndNoneIsPinned(@TempDir Path directory) throws Exception {
        TimeSource time = TimeSource.system();
        CounterSettings patient = new CounterSettings(PATIENCE, 0);
        SegmentSettings segments = new SegmentSettings(100, 10_000, Duration.ofSeconds(1), false);
        Object[][] ids = new Object[4][THREADS];
        Path file = directory.resolve("recording.jfr");
        try (Recording recording = new Recording();
                CounterSequences counters = new CounterSequences(new InMemoryCounterStore(), PATIENCE, time);
                StringIdService strings = strings(time);
                LeasedNodeSource nodes = LeasedNodeSource.start(
                        "order", NodePool.ofBits(10), NodeSettings.defaults(), new InMemoryLeaseStore(time), time)) {
            Progression numbers = new Progression(1, 1, Long.MAX_VALUE);
            NumberSequence merged = counters.merged(numbers, patient).of("merged", Long.MAX_VALUE);
            NumberSequence segment = counters.segments("segment", numbers, patient, segments);
            LongIdGenerator snowflake = TimestampGenerators.longs(
                    "snowflake", StandardSchemes.snowflake(), nodes, time, new GeneratorSettings(null, PATIENCE));
            IntConsumer draw = i -> {
                ids[0][i] = snowflake.nextLong();
                ids[1][i] = segment.next();
                ids[2][i] = merged.next();
                ids[3][i] = strings.nextId("VIRT");
            };
            inVirtualThreads(THREADS / 50, draw); // linking code for the first time holds on to the carrier
            recording
                    .enable("jdk.VirtualThreadPinned")
                    .withThreshold(Duration.ZERO)
                    .withStackTrace();
            recording.start();
            inVirtualThreads(THREADS, draw);
            recording.stop();
            recording.dump(file);
        }
        for (Object[] kind : ids) {
            assertThat(Stream.of(kind).distinct()).hasSize(THREADS);
        }
        assertThat(RecordingFile.readAllEvents(file))
                .filteredOn(event -> event.getStackTrace() != null)
                .flatMap(event -> event.getStackTrace().getFrames())
                .extracting(frame -> frame.getMethod().getType().getName())
                .noneMatch(type -> type.startsWith("dev.idgen."));
    }

    private static void inVirtualThreads(int count, IntConsumer work) throws Exception {
        // The method came with Java 21, and this is compiled for 17.
        ExecutorService threads = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        List<Future<?>> futures = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int index = i;
            futures.add(threads.submit(() -> work.accept(index)));
        }
        threads.shutdown();
        for (Future<?> future : futures) {
            future.get();
        }
    }
}
