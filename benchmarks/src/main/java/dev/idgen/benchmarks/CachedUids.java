package dev.idgen.benchmarks;

import com.xfvape.uid.buffer.RejectedPutBufferHandler;
import com.xfvape.uid.impl.CachedUidGenerator;

/**
 * Baidu's generator with a ring of ids made ahead, as its documentation sets it up, but with time bits that still hold the
 * present. Where it throws because the ring is empty, the caller tries again.
 */
final class CachedUids implements AutoCloseable {

    /** Without a stack trace, which would cost more than all else. */
    private static final class EmptyRing extends RuntimeException {

        EmptyRing() {
            super(null, null, false, false);
        }
    }

    private final CachedUidGenerator generator = new CachedUidGenerator();

    CachedUids() {
        generator.setWorkerIdAssigner(() -> 1);
        generator.setTimeBits(30);
        generator.setWorkerBits(20);
        generator.setSeqBits(13);
        generator.setBoostPower(3);
        // The standard ones write a line to the log for each call.
        RejectedPutBufferHandler ignore = (buffer, uid) -> {};
        generator.setRejectedPutBufferHandler(ignore);
        generator.setRejectedTakeBufferHandler(buffer -> {
            throw new EmptyRing();
        });
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
            } catch (EmptyRing e) {
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
