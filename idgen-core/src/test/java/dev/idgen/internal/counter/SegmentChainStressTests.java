package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdgenException;
import dev.idgen.StressTest;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A chain is closed while callers take from it. Forbidden: closing ends the first segment with a number left, a caller that
 * finds it ended takes the first of the next segment, and closing then hands back all from the number left on, the one taken
 * included.
 */
@StressTest
class SegmentChainStressTests {

    private static final int ROUNDS = 20_000;
    private static final int SEGMENTS = 100;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /**
     * Gives segments of two numbers that follow one another, some at once. As a store does, it takes numbers back only if they are
     * the last ones that it gave, and gives them again.
     */
    private static final class SmallSegments implements BlockSource {

        private long next = 1;
        private boolean handedBack;

        @Override
        public String name() {
            return "small";
        }

        @Override
        public void take(int count, Consumer<NumberBlock> received, Consumer<Throwable> failed) {
            NumberBlock block = give();
            if (block != null) {
                received.accept(block);
            }
        }

        private synchronized @Nullable NumberBlock give() {
            if (next > 2 * SEGMENTS) {
                return null;
            }
            NumberBlock block = new NumberBlock(next, 2);
            next = block.end();
            return block;
        }

        @Override
        public @Nullable Supplier<IdgenException> fault() {
            return null;
        }

        @Override
        public synchronized long position() {
            return next - 1;
        }

        @Override
        public void raiseTo(long number) {
            throw new UnsupportedOperationException();
        }

        @Override
        public synchronized void giveBack(NumberBlock rest) {
            if (rest.end() == next) {
                next = rest.first();
                handedBack = true;
            }
        }

        synchronized boolean handedBack() {
            return handedBack;
        }
    }

    @Test
    void noNumberIsHandedBackAndAlsoTaken() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        Requests requests =
                new Requests(TimeSource.system().planner("stress"), TIMEOUT, TimeSource.system(), failure -> {});
        int giveBacks = 0;
        try {
            for (int round = 0; round < ROUNDS; round++) {
                SmallSegments source = new SmallSegments();
                List<Long> taken = round(source, requests, thread);
                giveBacks += source.handedBack() ? 1 : 0;
                assertThat(taken)
                        .as("taken, though the store gives %d next", source.position() + 1)
                        .allMatch(number -> number <= source.position());
                assertThat(taken).doesNotHaveDuplicates();
            }
        } finally {
            thread.shutdownNow();
            requests.close();
        }
        assertThat(giveBacks)
                .as("rounds in which there was something to hand back")
                .isPositive();
    }

    private static List<Long> round(SmallSegments source, Requests requests, ExecutorService thread) throws Exception {
        SegmentSettings settings = new SegmentSettings(2 * SEGMENTS, 2 * SEGMENTS, Duration.ofSeconds(1), true);
        SegmentChain chain = new SegmentChain(source, requests, TimeSource.system(), TIMEOUT, settings, thread);
        CountDownLatch filled = new CountDownLatch(1);
        chain.start();
        requests.execute(filled::countDown);
        assertThat(filled.await(30, TimeUnit.SECONDS)).isTrue();
        CyclicBarrier begin = new CyclicBarrier(2);
        Future<List<Long>> taken = thread.submit(() -> {
            List<Long> numbers = new ArrayList<>();
            begin.await(30, TimeUnit.SECONDS);
            try {
                while (numbers.size() < 2 * SEGMENTS) {
                    numbers.add(chain.next());
                }
            } catch (IdgenException closed) {
                // As it must come.
            }
            return numbers;
        });
        begin.await(30, TimeUnit.SECONDS);
        chain.close();
        return taken.get(60, TimeUnit.SECONDS);
    }
}
