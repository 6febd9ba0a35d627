package dev.idgen.simulation;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.lease.ForwardingLeaseStore;
import dev.idgen.internal.lease.GroupRule;
import dev.idgen.internal.lease.OmittedRule;
import dev.idgen.internal.lease.UsedWindows;
import dev.idgen.internal.lease.UsedWindows.Use;
import dev.idgen.internal.string.sequence.BucketClient;
import dev.idgen.internal.string.sequence.BucketClient.Answer;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.time.Window;
import dev.idgen.internal.timestamp.node.NodeIdClient;
import dev.idgen.internal.timestamp.node.NodePool;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Short stories for the rules that random ones seldom need. Each asks masters at chosen times, which are as far apart as
 * is assumed.
 */
final class Tales {

    private static final BucketLayout LAYOUT = new BucketLayout(0, 7);
    private static final int PART = LAYOUT.partSize();
    private static final int TTL = 10_000;
    private static final int SETTLES = TTL + (int) GroupRule.MARGIN_MILLIS;

    /** How far a clock is ahead of another at most. */
    private static final int SKEW = 1499;

    /** How long a replaced master answers looks, and until when it may write. */
    private static final int LIFE = 500;

    private static final String GROUP = "0";
    private static final NodePool NODES = NodePool.ofBits(1);

    private final OmittedRule omitted;
    private final UsedWindows windows = new UsedWindows();
    private long now = Instant.parse("2021-08-21T00:00:00Z").toEpochMilli() + 100;
    private int runs;

    Tales(OmittedRule omitted) {
        this.omitted = omitted;
    }

    boolean isClean() {
        return windows.overlaps().isEmpty();
    }

    private LeaseStoreProcess master(int clock) {
        LeaseStoreProcess master = new LeaseStoreProcess(() -> now, omitted);
        master.reign("r" + runs, runs++);
        master.clockOffset = clock;
        return master;
    }

    /** A replica that has everything becomes master. */
    private LeaseStoreProcess successor(LeaseStoreProcess of, long clock) {
        LeaseStoreProcess next = master(0);
        next.takeOver(of, now);
        next.clockOffset = clock;
        return next;
    }

    /** Looks at one master, and swaps at another after something else has happened. */
    private LeaseStore way(LeaseStoreProcess looks, Runnable between, LeaseStoreProcess swaps) {
        LeaseStore plain = new Plain(swaps);
        return new ForwardingLeaseStore(plain) {
            private boolean done;

            @Override
            public CompletionStage<Snapshot> read(String group, List<String> names) {
                return done ? super.read(group, names) : new Plain(looks).read(group, names);
            }

            @Override
            public CompletionStage<Swapped> compareAndSet(String group, Snapshot looked, String name, String next) {
                if (!done) {
                    done = true;
                    between.run();
                }
                return super.compareAndSet(group, looked, name, next);
            }
        };
    }

    private record Plain(LeaseStoreProcess at) implements LeaseStore {

        @Override
        public String name() {
            return "plain";
        }

        @Override
        public CompletionStage<Snapshot> read(String group, List<String> names) {
            return CompletableFuture.completedFuture(at.read(group, names, at.clock(), true));
        }

        @Override
        public CompletionStage<Swapped> compareAndSet(String group, Snapshot looked, String name, String next) {
            return CompletableFuture.completedFuture(at.compareAndSet(group, looked, name, next, at.clock(), true));
        }
    }

    private BucketClient client(LeaseStore leaseStore) {
        return new BucketClient(leaseStore, 0, LAYOUT, TTL, omitted);
    }

    private void note(LeaseStoreProcess at) {
        client(new Plain(at)).ask(0);
    }

    private Answer lease(LeaseStoreProcess at, int count) {
        return lease(new Plain(at), count);
    }

    private Answer lease(LeaseStore leaseStore, int count) {
        Answer answer = client(leaseStore).ask(count);
        if (answer.isGranted()) {
            answer.addTo(windows, GROUP);
        }
        return answer;
    }

    private void leaseEachMilli(LeaseStoreProcess at, int count, int millis) {
        for (long until = now + millis; now < until; now++) {
            lease(at, count);
        }
    }

    /** A master whose group has settled. */
    private LeaseStoreProcess settled(int clock) {
        LeaseStoreProcess master = master(clock);
        note(master);
        now += SETTLES + 500;
        return master;
    }

    private long slotMillis() {
        return (TTL + 2000 + 31) / 32;
    }

    private void toSlot(long after) {
        now = (now / slotMillis() + 1) * slotMillis() + after;
    }

    /** A replaced master, whose clock is ahead, grants regular numbers just before it falls silent. */
    void replacedMasterGrantsRegularNumbersLast() {
        LeaseStoreProcess old = settled(SKEW);
        LeaseStoreProcess next = successor(old, 0);
        note(next);
        now += LIFE;
        lease(old, 1);
        now += TTL - LIFE - 10;
        leaseEachMilli(next, 1, 2500);
    }

    /** Two masters note doubts in one slot, and the replaced one answers until the slot is over. */
    void twoMastersNoteDoubtsInOneSlot() {
        toSlot(10);
        LeaseStoreProcess old = master(0);
        LeaseStoreProcess next = master(0);
        note(old);
        now += slotMillis() - 20;
        note(next);
        now += LIFE;
        lease(old, 1);
        leaseEachMilli(next, 1, 3000);
    }

    /** A window closes soon after the doubt. A replaced master grants its numbers, and the holder extends it. */
    void holderExtendsWindowThatClosesWithinTheMargin() {
        LeaseStoreProcess old = settled(SKEW);
        Answer first = client(new Plain(old)).ask(PART);
        Use held = first.addTo(windows, GROUP);
        now = first.snapshot().time() + TTL - 1;
        LeaseStoreProcess next = successor(old, 0);
        note(next);
        now += 3;
        lease(old, PART);
        Answer longer = client(new Plain(next)).extend(first);
        if (longer.isGranted()) {
            held.extendTo(longer.snapshot().time() + TTL);
        }
    }

    /** The same of a node id. */
    void holderRenewsNodeIdThatClosesWithinTheMargin() {
        LeaseStoreProcess old = master(SKEW);
        node(old, "first").acquire();
        now += 2 * SETTLES;
        NodeIdClient first = node(old, "first");
        first.acquire();
        now = first.held().notAfter() - 1;
        LeaseStoreProcess next = successor(old, 0);
        node(next, "another").acquire();
        now += 3;
        NodeIdClient second = node(old, "second");
        second.acquire();
        first.renewAt(new Plain(next));
        noteWindows(first, second);
    }

    /** A node id was leased just before that was lost. It is leased anew as soon as the group has settled. */
    void lostNodeIdIsLeasedAnew() {
        LeaseStoreProcess old = master(SKEW);
        node(old, "first").acquire();
        now += 2 * SETTLES;
        LeaseStoreProcess next = successor(old, 0);
        NodeIdClient first = node(old, "first");
        first.acquire();
        NodeIdClient second = node(next, "second");
        for (long until = now + SETTLES + 1; now < until; now++) {
            if (second.acquire() == 0) {
                break;
            }
        }
        noteWindows(first, second);
    }

    private void noteWindows(NodeIdClient... holders) {
        for (NodeIdClient holder : holders) {
            Window held = holder.held();
            windows.add("node", 0, 1, "", held.notBefore(), held.notAfter());
        }
    }

    private NodeIdClient node(LeaseStoreProcess at, String holder) {
        return new NodeIdClient(new Plain(at), NODES, 0, holder, TTL, omitted);
    }

    /** One of two that look at the same value is granted, and that is lost. The other's swap reaches the new master. */
    void swapReachesSuccessor() {
        LeaseStoreProcess old = settled(0);
        LeaseStoreProcess next = successor(old, 0);
        lease(way(old, () -> lease(old, 2), next), 2);
    }

    /** The same, but all is lost in one run. The bucket is missing before and after. */
    void swapMeetsLostGroup() {
        LeaseStoreProcess master = settled(0);
        Runnable grantAndLose = () -> {
            lease(master, 2);
            master.lose(GROUP);
        };
        lease(way(master, grantAndLose, master), 2);
    }

    /** A swap that comes much later notes a doubt at the time of its look, so in a slot that was granted and lost. */
    void swapNotesDoubtMuchLater() {
        toSlot(10);
        LeaseStoreProcess master = master(0);
        Runnable noteGrantAndLose = () -> {
            note(master);
            now += slotMillis() + GroupRule.MARGIN_MILLIS;
            lease(master, 1);
            master.lose(GROUP);
        };
        client(way(master, noteGrantAndLose, master)).ask(0);
        leaseEachMilli(master, 1, 100);
    }

    /** A grant is lost. Then the clock is set back behind it, and the replica takes over, which loses nothing. */
    void clockIsSetBackBehindLoss() {
        LeaseStoreProcess master = settled(0);
        LeaseStoreProcess next = successor(master, 0);
        lease(master, 2);
        now++;
        note(next);
        int back = 2 * SETTLES;
        next.clockOffset = -back;
        LeaseStoreProcess third = successor(next, -back);
        now++;
        note(third);
        now += back - TTL / 2;
        lease(third, 2);
    }

    /** A clock is set back to a doubt, and the replica takes over, which loses nothing. */
    void clockIsSetBackToDoubt() {
        toSlot(10);
        LeaseStoreProcess master = master(0);
        note(master);
        long waited = slotMillis() + GroupRule.MARGIN_MILLIS;
        now += waited;
        lease(master, 1);
        LeaseStoreProcess next = successor(master, 1 - waited);
        note(next);
        now += waited;
        lease(next, 1);
    }

    /** The replaced master comes back in its old run, and lacks what its successor granted. */
    void masterComesBack() {
        LeaseStoreProcess old = settled(0);
        LeaseStoreProcess next = successor(old, 0);
        note(next);
        now += SETTLES + 1;
        lease(next, 2);
        old.epoch = runs; // in its old run
        lease(old, 2);
    }
}
