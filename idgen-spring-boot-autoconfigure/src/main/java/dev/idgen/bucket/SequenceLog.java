package dev.idgen.bucket;

import dev.idgen.IdgenException;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.bucket.LeaseReply.LockReason;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what an operator should know: a fact when it begins, and again only after it has not been met for a while. Used by
 * the planner only.
 */
final class SequenceLog {

    private static final Logger log = LoggerFactory.getLogger(BucketSequence.class);

    private final String namespace;
    private final Episode failures = new Episode();
    private final Episode overflows = new Episode();
    private final Episode losses = new Episode();
    private final Episode rollbacks = new Episode();
    private final Episode skews = new Episode();
    private boolean unprotected;

    /** A fact that keeps being met, with pauses shorter than a minute. */
    private static final class Episode {

        private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);
        private static final long OVER_NANOS = TimeUnit.SECONDS.toNanos(1);

        private boolean met;
        private boolean open;
        private long latest;

        /** Notes that the fact is met, and returns whether it had not been for a while. */
        boolean begins(long nanoTime) {
            boolean first = !met || nanoTime - latest > QUIET_NANOS;
            met = true;
            open = true;
            latest = nanoTime;
            return first;
        }

        /** Notes that the opposite is met, and returns whether that ends an episode. */
        boolean ends(long nanoTime) {
            boolean over = open && nanoTime - latest > OVER_NANOS;
            open = open && !over;
            return over;
        }
    }

    SequenceLog(String namespace) {
        this.namespace = namespace;
    }

    void joined(Namespace record) {
        log.info("idgen namespace '{}' joined: {}", namespace, record.terms());
    }

    void disagreed(NamespaceDisagreementException disagreement) {
        log.error("idgen issues no more ids: {}", disagreement.getMessage());
    }

    void failed(String what, Throwable failure, long nanoTime) {
        if (failures.begins(nanoTime)) {
            log.warn(
                    "idgen namespace '{}': {} failed; retrying: {}", namespace, what, IdgenException.describe(failure));
        } else {
            log.debug("idgen namespace '{}': {} failed again", namespace, what, failure);
        }
    }

    void granted(LeaseReply.Granted grant, long nanoTime) {
        if (failures.ends(nanoTime)) {
            log.info("idgen namespace '{}': leasing again", namespace);
        }
        if (grant.run().isEmpty() != unprotected) {
            unprotected = !unprotected;
            if (unprotected) {
                log.warn(
                        "idgen namespace '{}': the store does not tell its run (INFO is refused in scripts), so a failover"
                                + " that loses writes cannot be noticed and may repeat ids",
                        namespace);
            }
        }
    }

    void locked(int bucket, LockReason reason, Duration wait, long nanoTime) {
        if (reason == LockReason.OVERFLOW && overflows.begins(nanoTime)) {
            log.warn(
                    "idgen namespace '{}': bucket {} overflowed and reopens in {} ms; if this goes on, the fleet draws more"
                            + " numbers than the namespace has in one lease-ttl",
                    namespace,
                    bucket,
                    wait.toMillis());
        } else {
            log.debug("idgen namespace '{}': bucket {} locked ({}) for {}", namespace, bucket, reason, wait);
        }
    }

    void lost(int bucket, Duration wait, long nanoTime) {
        if (losses.begins(nanoTime)) {
            log.error(
                    "idgen namespace '{}': the store lost the record of bucket {}, or its latest writes; it reopens in {}"
                            + " ms, when every number handed out before is out of date. Does the store keep its data"
                            + " (persistence, eviction)?",
                    namespace,
                    bucket,
                    wait.toMillis());
        }
    }

    void wentBack(int bucket, long nanoTime) {
        if (!rollbacks.begins(nanoTime)) {
            return;
        }
        log.error(
                "idgen namespace '{}': the record of bucket {} went back behind what this instance saw; the grant is not"
                        + " used. Was the store restored from an older copy while instances were running?",
                namespace,
                bucket);
    }

    void clock(boolean trusted, Duration skew, long nanoTime) {
        if (!trusted) {
            if (skews.begins(nanoTime)) {
                log.warn(
                        "idgen namespace '{}': this machine's clock differs from the store's by {} ms, more than"
                                + " 'idgen.clock.max-skew'; ids carry the store's time. Uniqueness is not affected",
                        namespace,
                        skew.toMillis());
            }
        } else if (skews.ends(nanoTime)) {
            log.info("idgen namespace '{}': this machine's clock agrees with the store's again", namespace);
        }
    }

    void broken(Throwable bug) {
        log.error("idgen namespace '{}': a leasing task failed unexpectedly", namespace, bug);
    }
}
