package dev.idgen.internal.string.sequence;

import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.BucketUnborn;
import dev.idgen.internal.string.sequence.LeaseReply.Ended;
import dev.idgen.internal.string.sequence.LeaseReply.Happened;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import dev.idgen.internal.string.sequence.LeaseStore.BucketAsker;
import dev.idgen.internal.string.sequence.LeaseStore.Seen;
import dev.idgen.internal.time.Window;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The record of one bucket and the lease protocol on it: {@code bucket.lua} in Java, for stores that keep records and always tell
 * their run. Redis runs the script, and not this. docs/design.md has the proof, and a test compares the two.
 *
 * <p>A store reads the record, asks it, and writes it back before the answer is given, while nobody else does. For one thread.
 */
public final class BucketRecord {

    /** Servers' clocks differ by less, and a server that was replaced is silent by then. */
    private static final long MARGIN_MILLIS = 2000;

    /** The shortest window that is of use. */
    private static final long USE_MILLIS = 1000;

    /** When one who could do nothing asks again. */
    private static final long RETRY_MILLIS = 200;

    /** A clock further ahead of what is expected is wrong. */
    private static final long AHEAD_MILLIS = 60_000;

    /** For how long a namespace without buckets is new. */
    private static final long BIRTH_MILLIS = 5000;

    private BucketState state;
    private final boolean closed;

    /**
     * What is stored of a bucket. Times are in epoch milliseconds.
     *
     * @param run the server's run when it was last in doubt or made; empty if nothing is stored
     * @param quarter where the bucket stays
     * @param position how many numbers of the quarter were given
     * @param entered when the stay began, or begins
     * @param last when it was last granted from
     * @param ttl longest ttl that anybody went by
     * @param ends when the last window of each quarter closes
     */
    public record BucketState(
            String run, int quarter, int position, long entered, long last, long ttl, List<Long> ends) {

        /** Of a bucket that was never granted from. */
        public static final List<Long> NO_WINDOWS = Collections.nCopies(BucketLayout.QUARTERS, 0L);

        /** Of a bucket of which nothing is stored. */
        public static final BucketState MISSING = new BucketState("", -1, 0, 0, 0, 0, NO_WINDOWS);

        private boolean isMissing() {
            return run.isEmpty();
        }

        private BucketState withWindow(long now, long end) {
            List<Long> later = new ArrayList<>(ends);
            later.set(quarter, Math.max(ends.get(quarter), end));
            return new BucketState(run, quarter, position, entered, Math.max(last, now), ttl, List.copyOf(later));
        }

        private BucketState withTtl(long longest) {
            return new BucketState(run, quarter, position, entered, last, longest, ends);
        }

        private BucketState at(String newRun, int newQuarter, int newPosition, long newEntered) {
            return new BucketState(newRun, newQuarter, newPosition, newEntered, last, ttl, ends);
        }

        @Override
        public String toString() {
            return "quarter " + quarter + " since " + entered + ", " + position + " used, windows until " + ends
                    + " in run " + run;
        }
    }

    /**
     * The server that is asked.
     *
     * @param run changes whenever writes may have been lost; never empty
     * @param clock its clock in epoch milliseconds
     * @param randomQuarter any quarter, another each time
     * @param quarterSize numbers in a quarter
     */
    public record BucketServer(String run, long clock, int randomQuarter, int quarterSize) {}

    /** @param closed whether an operator closed the bucket */
    public BucketRecord(BucketState state, boolean closed) {
        this.state = state;
        this.closed = closed;
    }

    /** What is to be stored after a request. */
    public BucketState state() {
        return state;
    }

    /** Answers {@link LeaseStore#lease}. */
    public LeaseReply lease(int count, BucketAsker asker, Seen seen, BucketServer server) {
        Reckoning reckoning = new Reckoning(asker, server);
        StoreTime time = reckoning.time();
        if (closed) {
            return new Locked(Happened.OPERATOR, USE_MILLIS, time);
        }
        if (state.isMissing() && asker.absence() < 0) {
            return new BucketUnborn(time);
        }
        Happened happened = reckoning.isBehind(seen) ? Happened.LOST : reckoning.doubt();
        if (reckoning.isNew()) {
            happened = Happened.NOTHING;
            state = state.at(server.run(), server.randomQuarter(), state.position(), reckoning.now);
        } else if (happened != Happened.NOTHING && reckoning.unable() != Happened.NOTHING) {
            return new Locked(reckoning.unable(), RETRY_MILLIS, time);
        } else if (happened != Happened.NOTHING) {
            moveBeyondAllWindows(reckoning, seen);
        } else if (state.position() >= server.quarterSize()) {
            happened = Happened.OVERFLOW;
            int next = (state.quarter() + 1) % BucketLayout.QUARTERS;
            long free = Math.max(
                            Math.max(state.entered(), reckoning.now - 1),
                            state.ends().get(next))
                    + 1;
            state = state.at(state.run(), next, 0, free);
        }
        state = state.withTtl(reckoning.bound);
        long wait = Math.max(state.entered() + USE_MILLIS - reckoning.bound, state.entered() - asker.maxLeadMillis())
                - reckoning.now;
        if (wait > 0) {
            return new Locked(happened, wait, time);
        }
        int first = state.quarter() * server.quarterSize() + state.position();
        int granted = Math.min(count, server.quarterSize() - state.position());
        state = state.at(state.run(), state.quarter(), state.position() + granted, state.entered());
        return reckoning.grant(happened, first, granted, granted > 0);
    }

    /**
     * Whatever was granted before a doubt closes within the longest ttl of when it was granted. The quarter is another at random,
     * since what a server that lives on grants is not known here.
     */
    private void moveBeyondAllWindows(Reckoning reckoning, Seen seen) {
        long latest = Math.max(Math.max(reckoning.now, state.last()), seen.time());
        long beyond = latest + reckoning.longest + MARGIN_MILLIS;
        int random = reckoning.server.randomQuarter();
        int next = random == state.quarter() ? (random + 1) % BucketLayout.QUARTERS : random;
        long entered = Math.max(Math.max(state.entered(), beyond), state.ends().get(next)) + 1;
        state = state.at(reckoning.server.run(), next, 0, entered);
    }

    /** Answers {@link LeaseStore#extend}. */
    public LeaseReply extend(BucketGranted grant, BucketAsker asker, BucketServer server) {
        Reckoning reckoning = new Reckoning(asker, server);
        boolean sameStay = state.run().equals(server.run())
                && grant.run().equals(server.run())
                && state.entered() == grant.window().notBefore()
                && state.quarter() == grant.first() / server.quarterSize();
        if (!sameStay) {
            return new Ended(reckoning.doubt(), reckoning.time());
        }
        state = state.withTtl(reckoning.bound);
        return reckoning.grant(Happened.NOTHING, grant.first(), 0, true);
    }

    /** What a request goes by. */
    private final class Reckoning {

        final BucketAsker asker;
        final BucketServer server;
        final boolean wrong;
        final long now;

        /** No window closes later than this from when it is granted: all know of a ttl as long. */
        final long bound;

        /** And what others may have gone by. */
        final long longest;

        Reckoning(BucketAsker asker, BucketServer server) {
            this.asker = asker;
            this.server = server;
            this.wrong = asker.expectedMillis() > 0 && server.clock() > asker.expectedMillis() + AHEAD_MILLIS;
            this.now = wrong ? asker.expectedMillis() : server.clock();
            this.bound = Math.max(Math.max(asker.ttlMillis(), asker.settledMillis()), state.ttl());
            this.longest = Math.max(bound, asker.maxTtlMillis());
        }

        StoreTime time() {
            return new StoreTime(now, server.clock());
        }

        Happened doubt() {
            if (state.isMissing()) {
                return Happened.LOST;
            }
            return state.run().equals(server.run()) ? Happened.NOTHING : Happened.FAILOVER;
        }

        /** Of an earlier run it proves nothing: that was doubted when this one began. */
        boolean isBehind(Seen seen) {
            return seen.run().equals(server.run())
                    && (state.entered() < seen.entered()
                            || (state.entered() == seen.entered() && state.position() < seen.position()));
        }

        boolean isNew() {
            return !wrong && state.isMissing() && asker.absence() > 0 && Math.abs(now - asker.absence()) < BIRTH_MILLIS;
        }

        /** Nothing ever makes a doubt's consequence earlier again, so an asker that cannot reckon it changes no bucket in doubt. */
        Happened unable() {
            if (wrong || asker.expectedMillis() == 0) {
                return Happened.CLOCK;
            }
            return asker.maxTtlMillis() == 0 ? Happened.UNREAD : Happened.NOTHING;
        }

        BucketGranted grant(Happened happened, int first, int count, boolean opens) {
            long end = Math.max(now + asker.ttlMillis(), state.entered() + USE_MILLIS);
            if (opens) {
                state = state.withWindow(now, end);
            }
            return new BucketGranted(first, count, new Window(state.entered(), end), server.run(), happened, time());
        }
    }
}
