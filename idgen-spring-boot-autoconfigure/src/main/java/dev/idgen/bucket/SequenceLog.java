package dev.idgen.bucket;

import dev.idgen.NamespaceDisagreementException;
import dev.idgen.bucket.LeaseReply.LockReason;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what an operator should know, each fact when it begins and when it ends, not with each request. */
final class SequenceLog {

    private static final Logger log = LoggerFactory.getLogger(BucketSequence.class);

    private final String namespace;
    private boolean failing;
    private boolean skewed;
    private boolean overflowing;
    private boolean losing;
    private boolean unprotected;

    SequenceLog(String namespace) {
        this.namespace = namespace;
    }

    void joined(Namespace record) {
        log.info("idgen namespace '{}' joined: {}", namespace, record.terms());
    }

    void disagreed(NamespaceDisagreementException disagreement) {
        log.error("idgen issues no more ids: {}", disagreement.getMessage());
    }

    void failed(String what, Throwable failure) {
        if (!failing) {
            failing = true;
            log.warn("idgen namespace '{}': {} failed; trying on: {}", namespace, what, failure.toString());
        } else {
            log.debug("idgen namespace '{}': {} failed again", namespace, what, failure);
        }
    }

    void granted(LeaseReply.Granted grant) {
        if (failing) {
            log.info("idgen namespace '{}': leasing again", namespace);
        }
        failing = false;
        overflowing = false;
        losing = false;
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

    void locked(int bucket, LockReason reason, Duration wait) {
        if (reason == LockReason.OVERFLOW && !overflowing) {
            overflowing = true;
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

    void lost(int bucket, Duration wait) {
        if (!losing) {
            losing = true;
            log.error(
                    "idgen namespace '{}': the store lost the record of bucket {}; it reopens in {} ms, when every number"
                            + " handed out before is out of date. Does the store keep its data (persistence, eviction)?",
                    namespace,
                    bucket,
                    wait.toMillis());
        }
    }

    void wentBack(int bucket) {
        log.error(
                "idgen namespace '{}': the record of bucket {} went back behind what this instance saw; the grant is not"
                        + " used. Was the store restored from an older copy while instances were running?",
                namespace,
                bucket);
    }

    void clock(boolean trusted, Duration skew) {
        if (trusted == skewed) {
            skewed = !trusted;
            if (skewed) {
                log.warn(
                        "idgen namespace '{}': this machine's clock differs from the store's by {} ms, more than"
                                + " 'idgen.clock.max-skew'; ids carry the store's time. Uniqueness is not affected",
                        namespace,
                        skew.toMillis());
            } else {
                log.info("idgen namespace '{}': this machine's clock agrees with the store's again", namespace);
            }
        }
    }

    void broken(Throwable bug) {
        log.error("idgen namespace '{}': a leasing task failed unexpectedly", namespace, bug);
    }
}
