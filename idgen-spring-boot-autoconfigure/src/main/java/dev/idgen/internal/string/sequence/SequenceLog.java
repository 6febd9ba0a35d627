package dev.idgen.internal.string.sequence;

import dev.idgen.NamespaceDisagreementException;
import dev.idgen.internal.request.LogThrottle;
import dev.idgen.internal.request.StoreLog;
import dev.idgen.internal.string.sequence.LeaseReply.Happened;
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
    private final LogThrottle overflows = new LogThrottle();
    private final LogThrottle doubts = new LogThrottle();
    private final LogThrottle leads = new LogThrottle();
    private final LogThrottle losses = new LogThrottle();
    private final LogThrottle rollbacks = new LogThrottle();

    SequenceLog(String namespace) {
        this.namespace = namespace;
        this.store = new StoreLog(log, "idgen namespace '" + namespace + "'");
    }

    void joined(Namespace record) {
        log.debug("idgen namespace '{}' joined: {}", namespace, record.terms());
    }

    void changed(Namespace record) {
        log.info(
                "idgen namespace '{}' was changed: {}; this instance goes on as before until it ends",
                namespace,
                record.terms());
    }

    void disagreed(NamespaceDisagreementException disagreement) {
        log.error("idgen issues no more ids: {}", disagreement.getMessage());
    }

    void failed(String what, Throwable failure, long nanoTime) {
        store.failed(what, failure, nanoTime);
    }

    void granted(LeaseReply.BucketGranted grant, long nanoTime) {
        store.granted(grant.run(), nanoTime);
    }

    void overflowed(int bucket, Duration early, long nanoTime) {
        if (overflows.begins(nanoTime)) {
            log.warn(
                    "idgen namespace '{}': bucket {} overflowed {} ms before its next numbers may carry the right time; if this goes"
                            + " on, the fleet draws more numbers than the namespace has in one lease-ttl",
                    namespace,
                    bucket,
                    early.toMillis());
        }
    }

    void doubted(int bucket, Happened what, long nanoTime) {
        if (doubts.begins(nanoTime)) {
            log.warn(
                    "idgen namespace '{}': the store may have lost writes, as bucket {} shows ({}); its next ids carry a time that"
                            + " is ahead, later than that of all ids before",
                    namespace,
                    bucket,
                    what);
        }
    }

    void lost(int bucket, long nanoTime) {
        if (losses.begins(nanoTime)) {
            log.error(
                    "idgen namespace '{}': the store lost the record of bucket {}, or its latest writes. Does the store keep its"
                            + " data (persistence, eviction)?",
                    namespace,
                    bucket);
        }
    }

    /** @param lead how far the time in ids drawn now is ahead of the clock */
    void lead(Duration lead, long nanoTime) {
        if (!lead.isZero()) {
            if (leads.begins(nanoTime)) {
                log.warn(
                        "idgen namespace '{}': ids carry a time that is {} ms ahead, and less from now on",
                        namespace,
                        lead.toMillis());
            }
        } else if (leads.ends(nanoTime)) {
            log.info("idgen namespace '{}': ids carry the right time again", namespace);
        }
    }

    void clockFarAhead(Duration ahead, long nanoTime) {
        store.clockFarAhead(ahead, nanoTime);
    }

    void wentBack(int bucket, long nanoTime) {
        if (!rollbacks.begins(nanoTime)) {
            return;
        }
        log.error(
                "idgen namespace '{}': the record of bucket {} went back behind what this instance saw; the grant is not"
                        + " used. Did a server answer that had been replaced?",
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
