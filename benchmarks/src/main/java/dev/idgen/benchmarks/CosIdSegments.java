package dev.idgen.benchmarks;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import me.ahoo.cosid.segment.IdSegmentDistributor;
import me.ahoo.cosid.segment.SegmentChainId;
import me.ahoo.cosid.segment.concurrent.PrefetchWorkerExecutorService;

/** CosId's segment chain on a store in memory that answers at once. */
final class CosIdSegments implements AutoCloseable {

    /** Numbers of one segment. */
    static final int STEP = 10_000_000;

    private final PrefetchWorkerExecutorService workers =
            new PrefetchWorkerExecutorService(Duration.ofSeconds(1), 1, false);

    SegmentChainId chain() {
        return new SegmentChainId(
                Long.MAX_VALUE, SegmentChainId.DEFAULT_SAFE_DISTANCE, new LocalDistributor(), workers);
    }

    @Override
    public void close() {
        workers.shutdown();
    }

    private static final class LocalDistributor implements IdSegmentDistributor {

        private final AtomicLong max = new AtomicLong();

        @Override
        public String getNamespace() {
            return "benchmark";
        }

        @Override
        public String getName() {
            return "benchmark";
        }

        @Override
        public long getStep() {
            return STEP;
        }

        @Override
        public long nextMaxId(long step) {
            return max.addAndGet(step);
        }
    }
}
