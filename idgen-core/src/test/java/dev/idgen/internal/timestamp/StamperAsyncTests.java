package dev.idgen.internal.timestamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerator;
import dev.idgen.NodeIdUnavailableException;
import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.TickUnavailableException;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.timestamp.node.LocalNodeSource;
import dev.idgen.internal.timestamp.node.ManualNodes;
import dev.idgen.internal.timestamp.node.Node;
import dev.idgen.internal.timestamp.node.NodeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Callers that do not block wait for the same things as others, and hold no thread meanwhile. */
class StamperAsyncTests {

    private static final int CALLERS = 300;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ManualTime time = new ManualTime(Instant.parse("2026-03-01T12:00:00Z"));
    private final GeneratorSettings settings = new GeneratorSettings(Duration.ZERO, Duration.ofSeconds(1));

    private IdGenerator<Long> on(NodeSource nodes) {
        return TimestampGenerators.longs("test", StandardSchemes.snowflake(), nodes, time, settings);
    }

    @Test
    void nextAsyncWaitsForANodeIdWithoutAThread() throws Exception {
        ManualNodes nodes = ManualNodes.leased(null, time);
        IdGenerator<Long> generator = on(nodes);
        List<CompletableFuture<Long>> ids =
                Stream.generate(generator::nextAsync).limit(CALLERS).toList();
        assertThat(ids).noneMatch(CompletableFuture::isDone);
        assertThat(ForkJoinPool.commonPool().submit(() -> "free").get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isEqualTo("free");
        nodes.set(Node.always(3));
        assertThat(ids).allSatisfy(id -> assertThat(id).succeedsWithin(PATIENCE));
        assertThat(ids).extracting(CompletableFuture::join).doesNotHaveDuplicates();
    }

    @Test
    void nextAsyncWaitsForTheClockEvenOnAnInterruptedThread() {
        IdGenerator<Long> generator = on(ManualNodes.leased(Node.always(3), time));
        List<CompletableFuture<Long>> ids;
        Thread.currentThread().interrupt();
        try {
            ids = Stream.generate(generator::nextAsync).limit((1 << 12) + 100).toList();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(ids).noneMatch(CompletableFuture::isCompletedExceptionally).anyMatch(id -> !id.isDone());
        time.advance(Duration.ofMillis(5));
        assertThat(ids).allSatisfy(id -> assertThat(id).succeedsWithin(PATIENCE));
    }

    @Test
    void nextAsyncAfterItsDeadlineFails() {
        IdGenerator<Long> generator = on(LocalNodeSource.fixed(3, time));
        generator.next();
        time.stepWall(Duration.ofMillis(-100));
        CompletableFuture<Long> id = generator.nextAsync();
        assertThat(id).isNotDone();
        time.stepWall(Duration.ofHours(-1));
        assertThat(id).failsWithin(PATIENCE).withThrowableThat().withCauseInstanceOf(TickUnavailableException.class);
    }

    @Test
    void nextAsyncWhenClosedIsRefusedAtOnce() {
        LocalNodeSource nodes = LocalNodeSource.fixed(3, time);
        IdGenerator<Long> generator = on(nodes);
        nodes.close();
        assertThat(generator.nextAsync())
                .failsWithin(PATIENCE)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        NodeIdUnavailableException.class,
                        failure -> assertThat(failure.reason()).isEqualTo(Reason.CLOSED));
    }
}
