package dev.idgen.internal.string.sequence;

import dev.idgen.IdgenException;
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
    private final LogThrottle otherTtls = new LogThrottle();
    private final LogThrottle unreadable = new LogThrottle();

    SequenceLog(String namespace) {
        this.namespace = namespace;
        this.store = new StoreLog(log, "idgen namespace '" + namespace + "'");
    }

    void joined(String terms) {
        log.debug("idgen namespace '{}' joined: {}", namespace, terms);
    }

    void changed(String terms) {
        log.info(
                "idgen namespace '{}' was changed: {}; this instance goes on as before until it ends",
                namespace,
                terms);
    }

    void refused(IdgenException why) {
        log.error("idgen issues no more ids: {}", why.getMessage());
    }

    void unreadable(int bucket, String text, long nanoTime) {
        if (unreadable.begins(nanoTime)) {
            log.error(
                    "idgen namespace '{}': the value of bucket {} cannot be read, and counts as lost: {}",
                    namespace,
                    bucket,
                    text);
        }
    }

    void failed(String what, Throwable failure, long nanoTime) {
        store.failed(what, failure, nanoTime);
    }

    void granted(long nanoTime) {
        store.granted(nanoTime);
    }

    void otherTtl(int bucket, long ttl, long nanoTime) {
        if (otherTtls.begins(nanoTime)) {
            log.error(
                    "idgen namespace '{}': the value of bucket {} has a lease-ttl of {} ms, which is not the namespace's; the bucket is"
                            + " not used",
                    namespace,
                    bucket,
                    ttl);
        }
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

    void clock(boolean trusted, Duration skew, long nanoTime) {
        store.clock(trusted, skew, nanoTime);
    }

    void broken(Throwable bug) {
        store.broken(bug);
    }
}
