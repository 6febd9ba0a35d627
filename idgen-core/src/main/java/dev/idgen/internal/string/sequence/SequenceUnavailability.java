package dev.idgen.internal.string.sequence;

import dev.idgen.SequenceUnavailableException;
import dev.idgen.SequenceUnavailableException.Buckets;
import dev.idgen.SequenceUnavailableException.Reason;
import dev.idgen.internal.lease.Groups;
import dev.idgen.internal.lease.LeaseClient;
import dev.idgen.internal.request.Waiters;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Why a sequence has no number to draw, for waiting callers and for operators. It only reads what the planner's thread
 * writes, and never waits. Thread-safe.
 */
record SequenceUnavailability(LeaseClient client, Groups groups, Ring ring, Stock stock) {

    /** Why it cannot draw now; empty if it can, also by using numbers again, or if it is idle without stock. */
    Optional<String> current() {
        long nanoTime = client.time().nanoTime();
        boolean failing = refused() != null
                || !groups.isJoined()
                || client.latestFailure() != null
                || ring.counts(nanoTime).ready() == 0
                || client.requests().isClosed();
        return failing && !stock.isOpenAt(nanoTime)
                ? Optional.of(unavailable(reason(), nanoTime)).map(Throwable::getMessage)
                : Optional.empty();
    }

    /** @param begunNanos when the call began, which may be long before the wait */
    Waiters.Refusals since(long begunNanos) {
        return new Waiters.Refusals() {
            @Override
            public boolean isFinal() {
                return client.requests().isClosed() || refused() != null;
            }

            /** A caller may use numbers again in the next millisecond. */
            @Override
            public boolean isNear() {
                return stock.isOpenAt(client.time().nanoTime());
            }

            @Override
            public RuntimeException refusal(long ignored) {
                return unavailable(reason(), begunNanos);
            }

            @Override
            public RuntimeException interrupted(long ignored) {
                return unavailable(Reason.INTERRUPTED, begunNanos);
            }
        };
    }

    /** Null while a lease is open: one whose terms were replaced is used up. */
    private @Nullable RuntimeException refused() {
        return stock.isOpenAt(client.time().nanoTime()) ? null : groups.refusal();
    }

    private Reason reason() {
        if (client.requests().isClosed()) {
            return Reason.CLOSED;
        }
        if (!groups.isJoined()) {
            return Reason.NOT_JOINED;
        }
        long nanoTime = client.time().nanoTime();
        Buckets counts = ring.counts(nanoTime);
        if (counts.ready() > 0) {
            return Reason.TIMED_OUT;
        }
        if (ring.isUnsettled(nanoTime)) {
            return Reason.SETTLING; // also in a failover loop, in which the other buckets' breakers are open
        }
        if (counts.open() > 0) {
            return counts.locked() > 0 ? Reason.TIMED_OUT : Reason.ALL_OPEN;
        }
        return Reason.ALL_LOCKED;
    }

    private RuntimeException unavailable(Reason reason, long begunNanos) {
        RuntimeException refused = refused();
        if (refused != null) {
            return refused;
        }
        long nanoTime = client.time().nanoTime();
        Buckets counts = ring.counts(nanoTime);
        long lockedMillis = counts.locked() == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(ring.nanosToUnlock(nanoTime));
        long waitedMillis = TimeUnit.NANOSECONDS.toMillis(nanoTime - begunNanos);
        return new SequenceUnavailableException(reason, counts, lockedMillis, waitedMillis, client.latestFailure());
    }
}
