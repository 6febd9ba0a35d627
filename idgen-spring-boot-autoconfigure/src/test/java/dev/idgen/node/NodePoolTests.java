package dev.idgen.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.node.NodeLeaseReply.Granted;
import dev.idgen.node.NodeLeaseReply.Lost;
import dev.idgen.node.NodeLeaseReply.Settling;
import dev.idgen.node.NodeLeaseStore.Asker;
import org.junit.jupiter.api.Test;

/** The last and the first millisecond of what the record's rules allow. */
class NodePoolTests {

    private static final int BITS = 2;
    private static final long TTL = 10_000;
    private static final long START = 1_000_000;
    private static final long MARGIN = NodePool.MARGIN_MILLIS;
    private static final String RUN = "run0";
    private static final String NEXT_RUN = "run1";

    private final NodePool pool = new NodePool();

    private static Asker asker(String holder, long ttl) {
        return new Asker(BITS, holder, ttl, ttl, true);
    }

    private NodeLeaseReply acquire(String holder, long at, String run) {
        return pool.acquire(new Asker(BITS, holder, TTL, TTL, false), at, run, size -> 3);
    }

    private NodeLeaseReply renew(String holder, long at, String run, long upTo) {
        return pool.renew(asker(holder, TTL), at, run, 3, START, upTo);
    }

    @Test
    void nothingIsLeasedUntilAllThatMayBeMissingHasRunOut() {
        acquire("a", START, RUN);
        long failover = START + 100;
        long settled = failover + TTL + MARGIN;

        assertThat(acquire("b", failover, NEXT_RUN)).isEqualTo(new Settling(TTL + MARGIN + 1, failover));
        assertThat(acquire("b", settled, NEXT_RUN)).isEqualTo(new Settling(1, settled));
        assertThat(acquire("b", settled + 1, NEXT_RUN)).isInstanceOf(Granted.class);
    }

    @Test
    void leaseThatReachesBeyondTheDoubtByTheMarginIsKept() {
        long end = ((Granted) acquire("a", START, RUN)).window().notAfter();
        long failover = end - MARGIN;

        assertThat(renew("a", failover, NEXT_RUN, end)).isInstanceOf(Granted.class);
    }

    @Test
    void leaseThatReachesLessFarBeyondTheDoubtIsLost() {
        long end = ((Granted) acquire("a", START, RUN)).window().notAfter();

        assertThat(renew("a", end - MARGIN + 1, NEXT_RUN, end)).isInstanceOf(Lost.class);
    }

    @Test
    void holdersWordCountsWhereItsRenewalIsMissing() {
        long end = ((Granted) acquire("a", START, RUN)).window().notAfter();

        assertThat(renew("a", end, NEXT_RUN, end + MARGIN)).isInstanceOf(Granted.class);
    }

    @Test
    void missingLeaseIsTakenBackWhileItsWindowStaysOpenForTheMargin() {
        long now = START + 5000;

        assertThat(renew("a", now, RUN, now + MARGIN)).isInstanceOf(Granted.class);
        assertThat(new NodePool().renew(asker("a", TTL), now, RUN, 3, START, now + MARGIN - 1))
                .isInstanceOf(Lost.class);
    }

    @Test
    void missingLeaseIsNotTakenBackWhereAnothersWindowTouchesIt() {
        long end = ((Granted) acquire("other", START, RUN)).window().notAfter();
        Asker asker = asker("a", TTL);

        assertThat(pool.renew(asker, START + 1, RUN, 3, end, end + TTL)).isInstanceOf(Lost.class);
        assertThat(pool.renew(asker, START + 1, RUN, 3, end + 1, end + TTL)).isInstanceOf(Granted.class);
    }

    @Test
    void longerTtlIsGrantedWhenNoFailoverCanForgetIt() {
        acquire("a", START, RUN);
        long raised = START + 100;
        long noted = raised + NodePool.LOSS_MILLIS + MARGIN;
        Asker longer = new Asker(BITS, "a", 2 * TTL, 2 * TTL, true);

        assertThat(length(longer, raised)).isEqualTo(TTL);
        assertThat(length(longer, noted)).isEqualTo(TTL);
        assertThat(length(longer, noted + 1)).isEqualTo(2 * TTL);
    }

    private long length(Asker asker, long at) {
        Granted granted = (Granted) pool.renew(asker, at, RUN, 3, START, START);
        return granted.window().notAfter() - at;
    }
}
