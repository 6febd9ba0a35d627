package dev.idgen.internal.string.sequence;

import dev.idgen.internal.time.TimeSource;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What an instance adds to each bucket that it leases from, so that operators see who leases, how fast, and with which
 * settings. No rule reads it. Used only on the planner's thread.
 */
final class InstanceSignature implements Supplier<Map<String, Object>> {

    /** The rate that operators see is measured over at least this time. */
    private static final long RATED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String instance;
    private final String fingerprint;
    private final TimeSource time;
    private final LongSupplier drawn;
    private final LongSupplier held;
    private long perSecond;
    private long ratedNanos;
    private long drawnBefore;

    /**
     * @param instance the instance's name
     * @param fingerprint stands for its terms
     * @param drawn how many numbers it has drawn
     * @param held how many it has in stock
     */
    InstanceSignature(String instance, String fingerprint, TimeSource time, LongSupplier drawn, LongSupplier held) {
        this.instance = instance;
        this.fingerprint = fingerprint;
        this.time = time;
        this.drawn = drawn;
        this.held = held;
        this.ratedNanos = time.nanoTime();
    }

    @Override
    public Map<String, Object> get() {
        long nanoTime = time.nanoTime();
        long elapsedNanos = nanoTime - ratedNanos;
        if (elapsedNanos >= RATED_NANOS) {
            long drawnNow = drawn.getAsLong();
            perSecond = (drawnNow - drawnBefore) * TimeUnit.SECONDS.toNanos(1) / elapsedNanos;
            drawnBefore = drawnNow;
            ratedNanos = nanoTime;
        }
        String version = InstanceSignature.class.getPackage().getImplementationVersion();
        return Map.of(
                "holder", instance,
                "settings", fingerprint,
                "version", version == null ? "unknown" : version,
                "held", held.getAsLong(),
                "rate", perSecond);
    }
}
