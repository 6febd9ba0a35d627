package dev.idgen.internal.stamped.node;

import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.request.LogThrottle;
import dev.idgen.internal.request.StoreLog;
import dev.idgen.internal.stamped.node.NodeHolding.Held;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what an operator should know: a fact when it begins, and again only after it has not been met for a while. Used by
 * the planner only.
 */
final class NodeLog {

    private static final Logger log = LoggerFactory.getLogger(LeasedNodeSource.class);

    private final String subject;
    private final StoreLog store;
    private final LogThrottle shortages = new LogThrottle();
    private final LogThrottle refusals = new LogThrottle();
    private final LogThrottle unreadables = new LogThrottle();
    private final LogThrottle settlings = new LogThrottle();

    NodeLog(NodePool nodes) {
        this.subject = "idgen node ids of " + nodes;
        this.store = new StoreLog(log, subject);
    }

    void taken(Held held) {
        log.info(
                "{}: node id {} is leased by {} until {}",
                subject,
                held.node(),
                held.holder(),
                Instant.ofEpochMilli(held.node().notAfter()));
    }

    void lost(Held held) {
        log.error(
                "{}: the lease of node id {} by {} was lost, and no more ids are issued with it; another node id is sought."
                        + " Was this process stopped for longer than 'idgen.node.lease-ttl', or did the store lose its data?",
                subject,
                held.node(),
                held.holder());
    }

    void exhausted(List<Holder> holders, long nanoTime) {
        if (shortages.begins(nanoTime)) {
            log.error(
                    "{}: all are in use, so this instance issues no ids; the first leases to end: {}",
                    subject,
                    holders);
        }
    }

    void settling(Duration wait, long nanoTime) {
        if (settlings.begins(nanoTime)) {
            log.warn(
                    "{}: the store failed over, restarted, lost data or got its first replica, or does not tell whether it"
                            + " did; none is leased for another {} ms, when those leased before have run out",
                    subject,
                    wait.toMillis());
        }
    }

    /** The store refuses this instance. */
    void refused(Throwable why, long nanoTime) {
        if (refusals.begins(nanoTime)) {
            log.error("{}: this instance gets none: {}", subject, why.getMessage());
        }
    }

    /** A stored text is no value. */
    void unreadable(String group, String name, String text, long nanoTime) {
        if (unreadables.begins(nanoTime)) {
            log.error("{}: '{}' in '{}' cannot be read, and counts as lost: {}", subject, name, group, Quote.of(text));
        }
    }

    void granted(String run, long nanoTime) {
        store.granted(nanoTime);
    }

    void failed(String what, Throwable failure, long nanoTime) {
        store.failed(what, failure, nanoTime);
    }

    void clock(boolean trusted, Duration skew, long nanoTime) {
        store.clock(trusted, skew, nanoTime);
    }

    /** @param ahead how far the store's clock is ahead of what was expected */
    void clockFarAhead(Duration ahead, long nanoTime) {
        store.clockFarAhead(ahead, nanoTime);
    }

    void broken(Throwable bug) {
        store.broken(bug);
    }
}
