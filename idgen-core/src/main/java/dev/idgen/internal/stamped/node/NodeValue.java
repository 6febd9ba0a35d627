package dev.idgen.internal.stamped.node;

import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.RegisterText;

/**
 * The stored value of a node id, or of a pool in one group. A pool's value stands for each node id there without its
 * own value. Times are in epoch milliseconds of the store's clock. Immutable.
 *
 * @param run the run in which it was last written
 * @param epoch the epoch in which it was last written
 * @param doubted when it was last noticed that leases may be missing; 0 if never
 * @param end when the latest known window closes; 0 if there is none
 * @param holder the holder's name; {@link #FREE} if the node id was never leased or was given back
 * @param ttl the ttl of all leases, in milliseconds
 * @param stored keeps fields that this version does not know
 */
record NodeValue(String run, long epoch, long doubted, long end, String holder, long ttl, RegisterText stored) {

    /** The holder of a free node id. */
    static final String FREE = "";

    private static final String RUN = "run";
    private static final String EPOCH = "epoch";
    private static final String DOUBTED = "doubted";
    private static final String END = "end";
    private static final String HOLDER = "holder";
    private static final String TTL = "ttl";

    /**
     * Reads a stored value.
     *
     * @throws IllegalArgumentException if the string is not such a value
     */
    static NodeValue parse(String stored) {
        RegisterText text = RegisterText.parse(stored);
        return new NodeValue(
                text.text(RUN),
                text.number(EPOCH),
                text.number(DOUBTED),
                text.number(END),
                text.text(HOLDER),
                text.number(TTL),
                text);
    }

    /** Replaces a missing value until the doubt about it is noted. */
    static NodeValue missing(long ttl) {
        return new NodeValue(Look.NO_RUN, Look.UNKNOWN_EPOCH, 0, 0, FREE, ttl, RegisterText.empty());
    }

    /**
     * The value of a new pool. All its node ids are free, as if they had been given back before the look. That begins
     * once the swap that writes this value can no longer be repeated. A holder from an earlier time that returns loses
     * its lease. A clock that is set back leases nothing until then.
     */
    static NodeValue newborn(Look look, long ttl, String made) {
        long before = look.time() - 1;
        long doubted = look.time() + Register.SWAP_LIMIT_MILLIS - ttl - Circumstances.MARGIN_MILLIS;
        return new NodeValue(look.run(), look.epoch(), doubted, before, FREE, ttl, RegisterText.empty()).madeAs(made);
    }

    /** Makes the value of a pool that is lost and made again unlike the earlier one, so that no swap confuses them. */
    NodeValue madeAs(String made) {
        return new NodeValue(run, epoch, doubted, end, holder, ttl, stored.with("made", made));
    }

    /** The value of a node id without its own value, if this is the pool's. */
    NodeValue ofUnwritten() {
        return new NodeValue(run, epoch, doubted, end, holder, ttl, RegisterText.empty());
    }

    boolean isDoubtedBy(Circumstances circumstances) {
        return isMarked() || circumstances.doubts(run, epoch);
    }

    /**
     * A copy written in the asker's circumstances, after it noticed a doubt.
     *
     * @param noticed when the asker noticed the doubt
     */
    NodeValue noted(Circumstances at, long noticed) {
        boolean keepsRun = at.run().equals(Look.UNTOLD) && !isMarked();
        return new NodeValue(keepsRun ? run : at.run(), at.epochAfter(epoch), noticed, end, holder, ttl, stored);
    }

    /** A copy that is in doubt to every asker. */
    NodeValue marked() {
        return new NodeValue(Look.NO_RUN, epoch, doubted, end, holder, ttl, stored);
    }

    boolean isMarked() {
        return run.equals(Look.NO_RUN);
    }

    NodeValue heldBy(String name, long until) {
        return new NodeValue(run, epoch, doubted, until, name, ttl, stored);
    }

    /** A time that the store's clock has reached. */
    long last() {
        return Math.max(doubted, end - ttl);
    }

    /** Until this time, a window that the value does not know may be open. */
    long settles() {
        return doubted + ttl + Circumstances.MARGIN_MILLIS;
    }

    /** The stored string. */
    @Override
    public String toString() {
        return stored.with(RUN, run)
                .with(EPOCH, epoch)
                .with(DOUBTED, doubted)
                .with(END, end)
                .with(HOLDER, holder)
                .with(TTL, ttl)
                .toString();
    }
}
