package dev.idgen.internal.stamped.node;

import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.internal.request.Absence;
import dev.idgen.internal.request.LongestTtl;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.stamped.node.NodeHolding.Held;
import dev.idgen.internal.stamped.node.NodeHolding.None;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Exhausted;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Lost;
import dev.idgen.internal.stamped.node.NodeLeaseReply.NodeGranted;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Pool;
import dev.idgen.internal.stamped.node.NodeLeaseReply.PoolUnborn;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Settling;
import dev.idgen.internal.stamped.node.NodeLeaseStore.NodeAsker;
import dev.idgen.internal.time.ExpectedTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The planner of a leased node id: acquires one, renews it each tenth of its ttl, and acquires another when it is lost.
 *
 * <p>All of it happens on one thread: requests are asynchronous, and their answers come back as tasks of that thread.
 */
/*
 * Each acquisition has a name of its own, under which it may be asked for several times: the store leases one node id to a
 * name. An acquisition is spent as soon as a grant of it was taken or given back. After that no grant of it is taken any
 * more, as a release of it may be on its way.
 */
final class NodeLeasing {

    private static final long SHORTEST_EXHAUSTED_PAUSE = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONGEST_EXHAUSTED_PAUSE = TimeUnit.MILLISECONDS.toNanos(950);
    private static final int RENEWALS_PER_TTL = 10;
    private static final double LEAST_JITTER = 0.8;
    private static final long UNBORN_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final NodePool nodes;
    private final NodeSettings settings;
    private final NodeLeaseStore store;
    private final TimeSource time;
    private final LeaseClock clock;
    private final Requests requests;
    private final CurrentNode current;
    private final NodeLog log;
    private final HolderNames names;
    private final RandomGenerator random;
    private final LongestTtl ttl;
    private final ExpectedTime storeTime;
    private final Absence absence;

    private Acquisition acquisition;
    private @Nullable Future<?> next;
    private boolean creating;
    private int latestMark;
    private long markedAt;

    private static final class Acquisition {

        private final String holder;
        private boolean spent;

        Acquisition(String holder) {
            this.holder = holder;
        }
    }

    NodeLeasing(
            NodePool nodes,
            NodeSettings settings,
            NodeLeaseStore store,
            NodeEnvironment environment,
            Requests requests,
            NodeState state) {
        this.nodes = nodes;
        this.settings = settings;
        this.store = store;
        this.time = environment.time();
        this.names = new HolderNames(environment.instance());
        this.random = environment.random();
        this.requests = requests;
        this.clock = state.clock();
        this.current = state.current();
        this.log = state.log();
        this.ttl = new LongestTtl(settings.leaseTtl().toMillis());
        this.storeTime = new ExpectedTime(time);
        this.absence = new Absence(
                requests,
                time,
                NodeLeaseStore.WITNESSES,
                settings.leaseTtl(),
                place -> store.witness(nodes.bits(), place, false),
                failure -> log.failed("checking for an existing pool", failure, time.nanoTime()));
        this.markedAt = time.nanoTime();
        this.acquisition = new Acquisition(names.next());
    }

    void start() {
        requests.execute(this::step);
    }

    private NodeAsker asker(String holder, long meaning) {
        return new NodeAsker(nodes, holder, ttl.claim(), storeTime.millis(), meaning);
    }

    /** The part of a lease's end that describes this instance. Any thread. */
    NodeAsker leaver(String holder) {
        return new NodeAsker(nodes, holder, ttl.claim(), 0, Absence.LOST);
    }

    private void step() {
        NodeHolding present = current.get();
        if (present instanceof Held held) {
            renew(held);
        } else if (!current.isClosed()) {
            acquire();
        }
    }

    /** Makes the next step after a while, instead of when it was planned before. */
    private void plan(long nanos) {
        if (next != null) {
            next.cancel(false);
        }
        next = requests.schedule(this::step, nanos);
    }

    // Acquiring

    private void acquire() {
        Acquisition asked = acquisition;
        long meaning = creating ? Absence.UNKNOWN : absence.meaning();
        boolean knewTime = storeTime.millis() > 0;
        requests.send(() -> store.acquire(asker(asked.holder, meaning)), new LeaseAnswer("acquiring a node id") {
            @Override
            void granted(NodeGranted grant, long requestedAt, boolean late) {
                keep(asked, grant, requestedAt);
            }

            @Override
            void refused(NodeLeaseReply reply, boolean late) {
                if (late || asked != acquisition) {
                    return;
                }
                if (reply instanceof Settling && !knewTime && storeTime.millis() > 0) {
                    plan(0); // now it may also put the pool in doubt
                } else {
                    acquireLater(reply);
                }
            }
        });
    }

    private void acquireLater(NodeLeaseReply reply) {
        if (reply instanceof Exhausted exhausted) {
            absent(new None(Reason.ALL_IN_USE, exhausted.holders()));
            log.exhausted(exhausted.holders(), time.nanoTime());
            plan(random.nextLong(SHORTEST_EXHAUSTED_PAUSE, LONGEST_EXHAUSTED_PAUSE));
        } else if (reply instanceof Settling settling) {
            Duration wait = Duration.ofMillis(settling.millis());
            absent(new None(Reason.SETTLING));
            log.settling(wait, time.nanoTime());
            plan(Math.min(wait.toNanos(), settings.leaseTtl().toNanos()));
        } else if (reply instanceof PoolUnborn) {
            absence.missing(this::create);
            plan(UNBORN_RETRY_NANOS);
        }
    }

    /** The pool is new. It is made after its witnesses, so that nobody finds it missing and them as well. */
    private void create() {
        creating = true;
        AtomicInteger unanswered = new AtomicInteger(NodeLeaseStore.WITNESSES);
        for (int place = 0; place < NodeLeaseStore.WITNESSES; place++) {
            mark(place, () -> {
                if (unanswered.decrementAndGet() == 0) {
                    creating = false;
                    plan(0);
                }
            });
        }
    }

    /** One witness after another comes back if it was lost, and is not the first to be evicted. */
    private void markFromTimeToTime() {
        long now = time.nanoTime();
        if (now - markedAt >= settings.leaseTtl().toNanos()) {
            markedAt = now;
            latestMark = (latestMark + 1) % NodeLeaseStore.WITNESSES;
            mark(latestMark, () -> {});
        }
    }

    private void mark(int place, Runnable afterwards) {
        requests.send(() -> store.witness(nodes.bits(), place, true), new Requests.Answer<OptionalLong>() {
            @Override
            public void arrived(OptionalLong reply, long requestedAt, boolean late) {
                if (!late) {
                    afterwards.run();
                }
            }

            @Override
            public void failed(Throwable failure, long requestedAt) {
                log.failed("marking the pool as existing", failure, time.nanoTime());
                afterwards.run();
            }
        });
    }

    private void absent(None none) {
        if (current.get() instanceof None present) {
            current.replace(present, none);
        }
    }

    /** Takes a lease if there is none yet; otherwise gives it back, unless it is the one that was taken. */
    private void keep(Acquisition asked, NodeGranted grant, long requestedAt) {
        NodeHolding present = current.get();
        Held held = new Held(
                Node.within(
                        grant.node(), grant.window().notBefore(), grant.window().notAfter()),
                asked.holder);
        if (present instanceof Held old
                && old.holder().equals(asked.holder)
                && old.node().id() == grant.node()) {
            return;
        }
        boolean wanted = !asked.spent && present instanceof None;
        asked.spent = true;
        if (wanted) {
            acquisition = new Acquisition(names.next());
            wanted = current.replace(present, held);
        }
        if (wanted) {
            log.taken(held);
            planRenewal(grant, requestedAt);
        } else {
            release(held);
        }
    }

    private void release(Held unused) {
        requests.send(
                () -> store.release(
                        leaver(unused.holder()),
                        unused.node().id(),
                        unused.node().notBefore()),
                new LeaseAnswer("giving a node id back"));
    }

    // Renewing

    private void renew(Held held) {
        Node node = held.node();
        requests.send(
                () -> store.renew(asker(held.holder(), Absence.LOST), node.id(), node.notBefore(), node.notAfter()),
                new LeaseAnswer("renewing the lease of node id " + node) {
                    @Override
                    void granted(NodeGranted grant, long requestedAt, boolean late) {
                        if (current.get() == held) {
                            node.extendTo(grant.window().notAfter());
                            current.extended();
                            planRenewal(grant, requestedAt);
                            markFromTimeToTime();
                        }
                    }

                    @Override
                    void refused(NodeLeaseReply reply, boolean late) {
                        if (reply instanceof Lost) {
                            lost(held);
                        } else {
                            plan(settings.retryPause().toNanos());
                        }
                    }
                });
    }

    private void planRenewal(NodeGranted grant, long requestedAt) {
        long left = Math.min(
                grant.window().notAfter() - grant.pool().now(),
                settings.leaseTtl().toMillis());
        double share = random.nextDouble(LEAST_JITTER, 1.0) / RENEWALS_PER_TTL;
        long due = (long) (TimeUnit.MILLISECONDS.toNanos(left) * share) - (time.nanoTime() - requestedAt);
        plan(Math.max(due, settings.retryPause().toNanos()));
    }

    private void lost(Held held) {
        if (current.replace(held, new None(Reason.LOST))) {
            log.lost(held);
            plan(0);
        }
    }

    // Requests

    private void synchronize(long storeClock, long requestedAt) {
        long now = time.nanoTime();
        if (storeTime.accept(storeClock)) {
            log.clock(clock.synchronize(storeClock, requestedAt), clock.skew(), now);
        } else {
            log.clockFarAhead(Duration.ofMillis(storeClock - storeTime.millis()), now);
        }
    }

    /** Handles the outcome of one request. Called on the planner's thread. */
    class LeaseAnswer implements Requests.Answer<NodeLeaseReply> {

        private final String what;

        LeaseAnswer(String what) {
            this.what = what;
        }

        void granted(NodeGranted grant, long requestedAt, boolean late) {}

        void refused(NodeLeaseReply reply, boolean late) {}

        @Override
        public void arrived(NodeLeaseReply reply, long requestedAt, boolean late) {
            long now = time.nanoTime();
            Pool pool = reply.pool();
            current.setLatestFailure(null);
            ttl.read(pool.longestTtlMillis(), pool.settledTtlMillis(), now);
            synchronize(pool.clock(), requestedAt);
            absence.joined();
            if (!(reply instanceof PoolUnborn)) {
                absence.made();
            }
            if (reply instanceof NodeGranted grant) {
                requests.connectionWorks();
                log.granted(grant.run(), now);
                granted(grant, requestedAt, late);
            } else {
                refused(reply, late);
            }
        }

        @Override
        public void failed(Throwable failure, long requestedAt) {
            current.setLatestFailure(failure);
            log.failed(what, failure, time.nanoTime());
            plan(settings.retryPause().toNanos());
        }
    }
}
