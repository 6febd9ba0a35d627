package dev.idgen.benchmarks;

import com.xfvape.uid.exception.UidGenerateException;
import com.xfvape.uid.impl.CachedUidGenerator;

/**
 * Baidu's generator with a ring of ids made ahead, set up as documented, but with enough time bits for the present. If
 * it throws because the ring is empty, the caller tries again.
 */
final class CachedUids implements AutoCloseable {

    private final CachedUidGenerator generator = new CachedUidGenerator();

    CachedUids() {
        generator.setWorkerIdAssigner(() -> 1);
        generator.setTimeBits(30);
        generator.setWorkerBits(20);
        generator.setSeqBits(13);
        generator.setBoostPower(3);
        try {
            generator.afterPropertiesSet();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    long next() {
        while (true) {
            try {
                return generator.getUID();
            } catch (UidGenerateException e) {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public void close() {
        try {
            generator.destroy();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
