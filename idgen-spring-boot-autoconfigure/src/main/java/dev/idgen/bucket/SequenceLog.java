package dev.idgen.bucket;

import dev.idgen.NamespaceDisagreementException;
import dev.idgen.bucket.LeaseReply.LockReason;
import dev.idgen.request.Episode;
import dev.idgen.request.StoreLog;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what an operator should know: a fact when it begins, and again only after it has not been met for a while. Used by
 * the planner only.
 */
final class SequenceLog {

    private static final Logger log = LoggerFactory.getLogger(BucketSequence.class);

    private final String namespace;
    private final StoreLog store;
    private final Episode overflows = new Episode();
    private final Episode losses = new Episode();
    private final Episode rollbacks = new Episode();

    SequenceLog(String namespace) {
        this.namespace = namespace;
        this.store = new StoreLog(log, "idgen namespace '" + namespace + "'");
    }

    void joined(Namespace record) {
        log.info("idgen namespace '{}' joined: {}", namespace, record.terms());
    }

    void disagreed(NamespaceDisagreementException disagreement) {
        log.error("idgen issues no more ids: {}", disagreement.getMessage());
    }

    void failed(String what, Throwable failure, long nanoTime) {
        store.failed(what, failure, nanoTime);
    }

    void granted(LeaseReply.Granted grant, long nanoTime) {
        store.granted(grant.run(), nanoTime);
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
        store.clock(trusted, skew, nanoTime);
    }

    void broken(Throwable bug) {
        store.broken(bug);
    }
}
