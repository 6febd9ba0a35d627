package dev.idgen.internal.counter;

import dev.idgen.CounterWentBackException;
import dev.idgen.internal.request.Demand;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.NumberSequence;
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
 * Numbers fetched ahead, in segments that grow and shrink with demand.
 *
 * <p><b>Guarantee.</b> No number is given twice while the store keeps its data. One instance's numbers grow; across
 * instances there is no order. Numbers that an instance holds when it ends are skipped, unless it returns them to the
 * store.
 *
 * <p>Thread-safe, also for virtual threads. If numbers are in memory, taking one is one atomic addition.
 */
/*
 * current is the segment that callers take from. A caller that finds it empty replaces it by the following one. A slow
 * caller may put an earlier segment back, but that is still empty. Only the planner appends, at tail. A caller that
 * finds no number waits (see Waiters).
 *
 * raiseTo may run between a request and its answer, whose numbers may then be below the floor. Under the monitor, the
 * answer either finds that raises has changed, or is appended before raiseTo ends all segments.
 */
final class SegmentChain implements NumberSequence {

    private static final long BEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final BlockSource source;
    private final Requests requests;
    private final TimeSource time;
    private final Duration acquireTimeout;
    private final boolean giveBack;
    private final Executor callbacks;
    private final Demand demand;
    private final CounterUnavailability unavailability;
    private final Waiters waiters;
    private final AtomicBoolean roundWanted = new AtomicBoolean();
    private volatile Segment current = Segment.empty();

    private Segment tail = current;
    private boolean fetching;
    private boolean pausing;
    private long fetched;
    private volatile int raises;
    private final LongAdder dropped = new LongAdder();
    private volatile long issued;

    /** @param callbacks completes the futures of asynchronous callers */
    SegmentChain(
            BlockSource source,
            Requests requests,
            TimeSource time,
            Duration acquireTimeout,
            SegmentSettings settings,
            Executor callbacks) {
        this.source = source;
        this.requests = requests;
        this.unavailability = new CounterUnavailability(source, time);
        this.time = time;
        this.acquireTimeout = acquireTimeout;
        this.waiters = new Waiters(time);
        this.giveBack = settings.giveBack();
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
        return number != Segment.NONE
                ? number
                : waiters.await(this::takeOrWant, unavailability, time.nanoTime() + acquireTimeout.toNanos());
    }

    /**
     * {@inheritDoc} One request fetches the numbers that the batch lacks, if it can. Without the announcement, demand
     * grows by doubling, with many requests.
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

    /** The next number in memory, or {@link Segment#NONE}. */
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
                : waiters.awaitAsync(this::takeOrWant, unavailability, acquireTimeout, requests::schedule, callbacks);
    }

    private @Nullable Long takeOrWant() {
        long number = tryNext();
        if (number != Segment.NONE) {
            return number;
        }
        wantRound();
        return null;
    }

    @Override
    public long preview() {
        return waiters.await(this::peekOrWant, unavailability, time.nanoTime() + acquireTimeout.toNanos());
    }

    private @Nullable Long peekOrWant() {
        for (Segment segment = current; segment != null; segment = segment.following()) {
            long remaining = segment.remaining();
            if (remaining > 0) {
                return segment.end() - remaining;
            }
        }
        wantRound();
        return null;
    }

    /** Makes the planner check whether more numbers are needed. */
    private void wantRound() {
        if (!roundWanted.getAndSet(true)) {
            requests.execute(() -> {
                roundWanted.set(false);
                round();
            });
        }
    }

    // On the planner's thread

    private void beat() {
        long used = fetched - remaining();
        demand.measure(used, time.nanoTime());
        issued = Math.max(issued, used - dropped.sum());
        round();
    }

    private void round() {
        if (fetching || pausing || unavailability.isFinal()) {
            return;
        }
        long remaining = remaining();
        demand.shortage(fetched - remaining, remaining);
        long target = demand.target();
        if (2 * remaining >= target) {
            return;
        }
        fetching = true;
        int known = raises;
        source.take((int) Math.max(1, target - remaining), block -> received(block, known), this::failed);
    }

    private void received(NumberBlock block, int known) {
        fetching = false;
        unavailability.noteFailure(null);
        append(block, known);
        waiters.wakeAll();
        round();
    }

    private void failed(Throwable failure) {
        fetching = false;
        unavailability.noteFailure(failure);
        if (failure instanceof CounterWentBackException) {
            endSegments(); // the store has forgotten these numbers, and may give them to others
        }
        waiters.wakeAll(); // there may be nothing left to wait for
        pausing = true;
        requests.schedule(
                () -> {
                    pausing = false;
                    round();
                },
                RETRY_NANOS);
    }

    private synchronized void append(NumberBlock block, int known) {
        fetched += block.count();
        if (known != raises) {
            dropped.add(block.count());
            return;
        }
        Segment segment = new Segment(block);
        tail.setFollowing(segment);
        tail = segment;
        if (unavailability.isClosed()) {
            endSegments();
        }
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
    public Optional<String> unavailability() {
        return remaining() > 0 ? Optional.empty() : unavailability.unavailability();
    }

    @Override
    public void raiseTo(long floor) {
        source.raiseTo(floor);
        skipHeld();
    }

    /** Gives no number that was requested before: after a raise, it may be below the floor. */
    synchronized void skipHeld() {
        raises++;
        endSegments();
        wantRound();
    }

    /** Ends the sequence. Held numbers are lost or returned to the store. */
    void close() {
        unavailability.close();
        NumberBlock rest = endSegments();
        waiters.wakeAll();
        if (giveBack && rest != null) {
            source.giveBack(rest);
        }
    }

    /**
     * Ends all segments. Returns the unused numbers that run without a gap to the end of the last one; null if there
     * are none. A caller may take numbers from a segment whose predecessor has already ended. The predecessor's rest
     * then ends in a gap, and is not returned.
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
