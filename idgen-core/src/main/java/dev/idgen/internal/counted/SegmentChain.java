package dev.idgen.internal.counted;

import dev.idgen.CounterWentBackException;
import dev.idgen.internal.request.Demand;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Numbers fetched ahead, in segments that grow and shrink with the rate at which they are used.
 *
 * <p><b>Guarantee.</b> No number is given twice while the store keeps its data. Those of one instance grow; between
 * instances there is no order, and what an instance holds when it ends is skipped, unless it is handed back.
 *
 * <p>Thread-safe, for virtual threads too. With numbers at hand taking one is one atomic addition.
 */
/*
 * current is the segment that callers take from. A caller that finds it empty puts the following one there; a caller
 * that comes late may put an earlier one back, which is as empty as before. The planner alone appends, at tail. A
 * caller that finds nothing waits (see Waiters).
 */
public final class SegmentChain implements NumberSequence {

    private static final long BEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final BlockSource source;
    private final Requests requests;
    private final TimeSource time;
    private final Duration acquireTimeout;
    private final boolean handBack;
    private final Executor callbacks;
    private final Demand demand;
    private final CounterTrouble trouble;
    private final Waiters waiters;
    private final NextNumber wanted = new NextNumber();
    private final AtomicBoolean roundWanted = new AtomicBoolean();
    private volatile Segment current = Segment.empty();

    private Segment tail = current;
    private boolean fetching;
    private boolean pausing;
    private long fetched;
    private final LongAdder dropped = new LongAdder();
    private volatile long issued;

    /** @param callbacks where asynchronous callers are told */
    SegmentChain(
            BlockSource source,
            Requests requests,
            TimeSource time,
            Duration acquireTimeout,
            SegmentSettings settings,
            Executor callbacks) {
        this.source = source;
        this.requests = requests;
        this.trouble = new CounterTrouble(source, time);
        this.time = time;
        this.acquireTimeout = acquireTimeout;
        this.waiters = new Waiters(time);
        this.handBack = settings.handBack();
        this.callbacks = callbacks;
        this.demand = new Demand(
                settings.minStep(), settings.maxStep(), settings.prefetch().toNanos(), Long.MAX_VALUE, time.nanoTime());
    }

    void start() {
        requests.execute(this::round);
        requests.repeat(this::beat, BEAT_NANOS);
    }

    @Override
    public long next() {
        long number = tryNext();
        return number != Segment.NONE ? number : waiters.await(wanted, time.nanoTime() + acquireTimeout.toNanos());
    }

    /**
     * What a batch misses is fetched by one request if it can be, instead of by the many of a demand that grows by
     * doubling.
     */
    @Override
    public long[] next(int count) {
        if (remaining() < count) {
            requests.execute(() -> {
                demand.expect(count);
                round();
            });
        }
        return NumberSequence.super.next(count);
    }

    /** The next number that is at hand, or {@link Segment#NONE}. */
    private long tryNext() {
        for (; ; ) {
            Segment segment = current;
            long number = segment.take();
            if (number != Segment.NONE) {
                if (segment.isHalf(number)) {
                    wantRound();
                }
                return number;
            }
            Segment following = segment.following();
            if (following == null) {
                return Segment.NONE;
            }
            current = following;
        }
    }

    @Override
    public CompletableFuture<Long> nextAsync() {
        long number = tryNext();
        return number != Segment.NONE
                ? CompletableFuture.completedFuture(number)
                : waiters.awaitAsync(wanted, acquireTimeout, requests::schedule, callbacks);
    }

    /** The thing that callers wait for. */
    private final class NextNumber implements Waiters.Wanted<Long> {

        @Override
        public @Nullable Long take() {
            long number = tryNext();
            if (number != Segment.NONE) {
                return number;
            }
            wantRound();
            return null;
        }

        @Override
        public boolean isFinal() {
            return trouble.isFinal();
        }

        @Override
        public RuntimeException refusal(long begun) {
            return trouble.refusal(begun);
        }

        @Override
        public RuntimeException interrupted(long begun) {
            return trouble.interrupted(begun);
        }
    }

    /** Asks the planner to look whether more numbers are needed. */
    private void wantRound() {
        if (!roundWanted.getAndSet(true)) {
            requests.execute(() -> {
                roundWanted.set(false);
                round();
            });
        }
    }

    // The planner

    private void beat() {
        long used = fetched - remaining();
        demand.measure(used, time.nanoTime());
        issued = Math.max(issued, used - dropped.sum());
        round();
    }

    private void round() {
        if (fetching || pausing || trouble.isFinal()) {
            return;
        }
        long remaining = remaining();
        demand.shortage(fetched - remaining, remaining);
        long target = demand.target();
        if (2 * remaining >= target) {
            return;
        }
        fetching = true;
        source.take((int) Math.max(1, target - remaining), new BlockSource.Receiver() {
            @Override
            public void received(NumberBlock block) {
                fetching = false;
                trouble.noteFailure(null);
                append(block);
                round();
            }

            @Override
            public void failed(Throwable failure) {
                fetching = false;
                trouble.noteFailure(failure);
                if (failure instanceof CounterWentBackException && source.fault() != null) {
                    endSegments(); // others may be given the same numbers, as the store has forgotten them
                }
                waiters.wakeAll(); // who waits may have nothing to wait for
                pausing = true;
                requests.schedule(
                        () -> {
                            pausing = false;
                            round();
                        },
                        RETRY_NANOS);
            }
        });
    }

    private void append(NumberBlock block) {
        fetched += block.count();
        Segment segment = new Segment(block);
        tail.setFollowing(segment);
        tail = segment;
        if (trouble.isClosed()) {
            endSegments();
        }
        waiters.wakeAll();
    }

    private long remaining() {
        long remaining = 0;
        for (Segment segment = current; segment != null; segment = segment.following()) {
            remaining += segment.remaining();
        }
        return remaining;
    }

    @Override
    public Tally tally() {
        return new Tally(issued, remaining(), waiters.waiting(), source.position());
    }

    @Override
    public Optional<String> trouble() {
        return remaining() > 0 ? Optional.empty() : trouble.trouble();
    }

    @Override
    public void raiseTo(long floor) {
        source.raiseTo(floor);
        endSegments(); // they may lie below
        wantRound();
    }

    @Override
    public void close() {
        trouble.close();
        NumberBlock rest = endSegments();
        waiters.wakeAll();
        if (handBack && rest != null) {
            source.giveBack(rest);
        }
    }

    /**
     * Ends all segments, and returns what is left at the end of the last one and of those it goes on from. Callers may
     * take from a segment while the one before it has ended already; what they left there does not go on from the rest
     * before.
     */
    private @Nullable NumberBlock endSegments() {
        List<NumberBlock> rests = new ArrayList<>();
        for (Segment segment = current; segment != null; segment = segment.following()) {
            long unused = segment.close();
            if (!rests.isEmpty() && rests.get(rests.size() - 1).end() != unused) {
                rests.clear();
            }
            dropped.add(segment.end() - unused);
            if (unused != segment.end()) {
                rests.add(new NumberBlock(unused, (int) (segment.end() - unused)));
            } else {
                rests.clear();
            }
        }
        if (rests.isEmpty()) {
            return null;
        }
        long first = rests.get(0).first();
        return new NumberBlock(first, (int) (rests.get(rests.size() - 1).end() - first));
    }
}
