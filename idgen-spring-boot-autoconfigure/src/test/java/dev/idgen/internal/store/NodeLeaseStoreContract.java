package dev.idgen.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.internal.request.Absence;
import dev.idgen.internal.request.LongestTtl;
import dev.idgen.internal.request.Region;
import dev.idgen.internal.stamped.node.NodeLeaseReply;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Exhausted;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Lost;
import dev.idgen.internal.stamped.node.NodeLeaseReply.NodeGranted;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Released;
import dev.idgen.internal.stamped.node.NodeLeaseStore;
import dev.idgen.internal.stamped.node.NodeLeaseStore.NodeAsker;
import dev.idgen.internal.stamped.node.NodePool;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link NodeLeaseStore} must do. Times are the store's. */
public abstract class NodeLeaseStoreContract {

    protected static final int BITS = 2;
    protected static final int SIZE = 1 << BITS;
    protected static final long TTL = 400;
    protected static final Duration UNTIL_RUN_OUT = Duration.ofMillis(TTL + 1);

    private NodeLeaseStore store;

    /** A store that holds nothing. */
    protected abstract NodeLeaseStore newStore();

    /** The store's clock in epoch milliseconds. */
    protected abstract long clock();

    protected abstract void advance(Duration duration);

    @BeforeEach
    void createStore() {
        store = newStore();
    }

    protected final NodeLeaseStore store() {
        return store;
    }

    protected final NodeAsker asker(int bits, String holder, long ttl, long absence) {
        return new NodeAsker(NodePool.ofBits(bits), holder, new LongestTtl(ttl).claim(), clock(), absence);
    }

    /** To one that knows the pool, a missing record is lost. */
    protected final NodeAsker knowing(String holder, long ttl) {
        return asker(BITS, holder, ttl, Absence.LOST);
    }

    protected static NodeLeaseReply answer(CompletionStage<NodeLeaseReply> stage) {
        return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }

    protected static NodeGranted granted(NodeLeaseReply reply) {
        assertThat(reply).isInstanceOf(NodeGranted.class);
        return (NodeGranted) reply;
    }

    /** Asks for a node id of a pool that is there, or else is new. */
    protected final NodeLeaseReply ask(String holder, long ttl) {
        return answer(store.acquire(asker(BITS, holder, ttl, clock())));
    }

    protected final NodeGranted acquire(String holder) {
        return granted(ask(holder, TTL));
    }

    protected final NodeLeaseReply renew(NodeAsker asker, NodeGranted lease) {
        return answer(store.renew(
                asker, lease.node(), lease.window().notBefore(), lease.window().notAfter()));
    }

    private NodeLeaseReply renew(String holder, NodeGranted lease) {
        return renew(knowing(holder, TTL), lease);
    }

    protected final void release(String holder, NodeGranted lease, long lastStamp) {
        assertThat(answer(store.release(knowing(holder, TTL), lease.node(), lastStamp)))
                .isInstanceOf(Released.class);
    }

    protected final void fill() {
        for (int i = 0; i < SIZE; i++) {
            acquire("holder" + i);
        }
    }

    @Test
    void windowReachesFromNowToATtlFromNow() {
        long before = clock();
        NodeGranted lease = acquire("a");
        assertThat(lease.node()).isBetween(0L, SIZE - 1L);
        assertThat(lease.window().notBefore()).isBetween(before, clock());
        assertThat(lease.window().notAfter()).isEqualTo(lease.window().notBefore() + TTL);
        assertThat(lease.pool().clock()).isBetween(before, clock());
        assertThat(lease.pool().now()).isEqualTo(lease.pool().clock());
        assertThat(lease.pool().settledTtlMillis()).isEqualTo(TTL);
        assertThat(lease.run()).isNotEmpty();
    }

    @Test
    void holdersGetDifferentNodeIdsUntilAllAreInUse() {
        Set<Long> nodes = new HashSet<>();
        for (int i = 0; i < SIZE; i++) {
            nodes.add(acquire("holder" + i).node());
        }
        assertThat(nodes).hasSize(SIZE);
        Exhausted reply = (Exhausted) ask("surplus", TTL);
        assertThat(reply.holders()).extracting(Holder::node).containsExactlyInAnyOrderElementsOf(nodes);
        assertThat(reply.holders())
                .extracting(Holder::name)
                .containsExactlyInAnyOrder("holder0", "holder1", "holder2", "holder3");
        assertThat(reply.holders()).extracting(Holder::until).isSorted();
    }

    @Test
    void regionIsLeasedItsOwnNodeIdsOnly() {
        Region region = new Region(2, 3);
        Set<Long> nodes = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            nodes.add(granted(answer(store.acquire(ofRegion(region, "holder" + i))))
                    .node());
        }
        assertThat(nodes).containsExactlyInAnyOrder(1L, 4L, 7L, 10L, 13L);
        granted(answer(store.acquire(ofRegion(new Region(3, 3), "other"))));
        Exhausted reply = (Exhausted) answer(store.acquire(ofRegion(region, "surplus")));
        assertThat(reply.holders()).extracting(Holder::node).containsExactlyInAnyOrderElementsOf(nodes);
    }

    /** Both in one store, until the last instance with the whole has ended. */
    @Test
    void partOfARegionSharesItsNodeIdsWithThoseWhoHaveTheWhole() {
        Set<Long> nodes = new HashSet<>();
        for (int i = 0; i < 2; i++) {
            nodes.add(granted(answer(store.acquire(ofRegion(new Region(1, 2), "whole" + i))))
                    .node());
            nodes.add(granted(answer(store.acquire(ofRegion(new Region(3, 4), "part" + i))))
                    .node());
        }
        assertThat(nodes).hasSize(4).allMatch(node -> node % 2 == 0);
    }

    @Test
    void nodeIdOfARegionIsLeasedAgainWhenItsLeaseHasRunOut() {
        Region region = new Region(4, 4);
        Set<Long> nodes = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            nodes.add(granted(answer(store.acquire(ofRegion(region, "holder" + i))))
                    .node());
        }
        granted(answer(store.acquire(ofRegion(new Region(1, 4), "other"))));
        advance(UNTIL_RUN_OUT);
        assertThat(nodes)
                .contains(granted(answer(store.acquire(ofRegion(region, "later"))))
                        .node());
    }

    private NodeAsker ofRegion(Region region, String holder) {
        return new NodeAsker(new NodePool(4, region), holder, new LongestTtl(TTL).claim(), clock(), clock());
    }

    @Test
    void exhaustedPoolNamesNoMoreThanTenHolders() {
        for (int i = 0; i < 16; i++) {
            granted(answer(store.acquire(asker(4, "holder" + i, TTL, clock()))));
        }
        Exhausted reply = (Exhausted) answer(store.acquire(asker(4, "surplus", TTL, clock())));
        assertThat(reply.holders()).hasSize(10);
    }

    @Test
    void acquireAskedAgainGetsTheSameNodeId() {
        fill();
        NodeGranted again = acquire("holder2");
        assertThat(again.window().notAfter()).isEqualTo(again.window().notBefore() + TTL);
        assertThat(acquire("holder2").node()).isEqualTo(again.node());
    }

    @Test
    void poolsOfDifferentSizesKnowNothingOfEachOther() {
        fill();
        NodeGranted other = granted(answer(store.acquire(asker(32, "a", TTL, clock()))));
        assertThat(other.node()).isBetween(0L, (1L << 32) - 1);
        assertThat(granted(renew(asker(32, "a", TTL, Absence.LOST), other)).node())
                .isEqualTo(other.node());
    }

    @Test
    void nodeIdIsLeasedAgainAfterItsWindowClosed() {
        fill();
        advance(UNTIL_RUN_OUT);
        NodeGranted next = acquire("next");
        NodeGranted other = acquire("another");
        assertThat(other.node()).isNotEqualTo(next.node());
        assertThat(renew("next", next)).isInstanceOf(NodeGranted.class);
    }

    @Test
    void nodeIdThatWasNeverUsedComesBeforeOneWhoseHolderMayComeBack() {
        NodeGranted silent = acquire("a");
        advance(UNTIL_RUN_OUT);
        assertThat(acquire("b").node()).isNotEqualTo(silent.node());
        assertThat(renew("a", silent)).isInstanceOf(NodeGranted.class);
    }

    @Test
    void nodeIdThatWasGivenBackComesBeforeOneThatWasNeverUsed() {
        NodeGranted first = acquire("a");
        release("a", first, first.window().notBefore());
        advance(Duration.ofMillis(2));
        NodeGranted second = acquire("b");
        assertThat(second.node()).isEqualTo(first.node());
        assertThat(second.window().notBefore()).isGreaterThan(first.window().notBefore());
    }

    @Test
    void renewalKeepsTheWindowOpen() {
        fill();
        NodeGranted lease = acquire("holder0");
        advance(Duration.ofMillis(TTL / 2));
        NodeGranted renewed = granted(renew("holder0", lease));
        assertThat(renewed.node()).isEqualTo(lease.node());
        assertThat(renewed.window().notBefore()).isEqualTo(lease.window().notBefore());
        assertThat(renewed.window().notAfter()).isGreaterThan(lease.window().notAfter());
        assertThat(ask("surplus", TTL)).isInstanceOf(Exhausted.class);
    }

    @Test
    void lateRenewalSucceedsIfNobodyTookTheNodeId() {
        NodeGranted lease = acquire("a");
        advance(UNTIL_RUN_OUT);
        assertThat(renew("a", lease)).isInstanceOf(NodeGranted.class);
    }

    @Test
    void leaseIsLostOnceAnotherTookTheNodeId() {
        NodeGranted[] leases = new NodeGranted[SIZE];
        for (int i = 0; i < SIZE; i++) {
            leases[i] = acquire("holder" + i);
        }
        advance(UNTIL_RUN_OUT);
        fill("next");
        for (int i = 0; i < SIZE; i++) {
            assertThat(renew("holder" + i, leases[i])).isInstanceOf(Lost.class);
        }
    }

    private void fill(String holders) {
        for (int i = 0; i < SIZE; i++) {
            acquire(holders + i);
        }
    }

    @Test
    void releasedNodeIdIsFreeAfterItsLastStamp() {
        fill();
        NodeGranted lease = acquire("holder1");
        release("holder1", lease, lease.window().notBefore());
        advance(Duration.ofMillis(2));
        NodeGranted next = acquire("next");
        assertThat(next.node()).isEqualTo(lease.node());
        assertThat(next.window().notBefore()).isGreaterThan(lease.window().notBefore());
        assertThat(renew("holder1", lease)).isInstanceOf(Lost.class);
    }

    @Test
    void releasedNodeIdIsHeldUntilItsLastStamp() {
        fill();
        NodeGranted lease = acquire("holder1");
        release("holder1", lease, lease.window().notAfter());
        Exhausted reply = (Exhausted) ask("next", TTL);
        assertThat(reply.holders()).extracting(Holder::name).contains("");
    }

    @Test
    void releaseByAnotherChangesNothing() {
        fill();
        NodeGranted lease = acquire("holder1");
        release("stranger", lease, lease.window().notBefore());
        advance(Duration.ofMillis(2));
        assertThat(ask("next", TTL)).isInstanceOf(Exhausted.class);
    }

    @Test
    void renewalAfterTheReleaseIsLost() {
        NodeGranted lease = acquire("a");
        release("a", lease, clock());
        assertThat(renew("a", lease)).isInstanceOf(Lost.class);
    }
}
