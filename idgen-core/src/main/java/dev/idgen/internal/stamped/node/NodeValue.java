package dev.idgen.internal.stamped.node;

import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.RegisterText;

/**
 * What is stored of a node id; or of a pool in one group, which is the value of each node id there that has none of its
 * own. Times are in epoch milliseconds of the store's clock. Immutable.
 *
 * @param run of the server that it was written on last
 * @param epoch likewise
 * @param doubted when it was noticed last that leases may be missing; 0 if never
 * @param end when the latest window closes that this knows of; 0 if none
 * @param holder who has the node id; {@link #FREE} if it was never leased or was given back
 * @param ttl of all leases, in milliseconds
 * @param stored keeps the fields that this version does not know
 */
record NodeValue(String run, long epoch, long doubted, long end, String holder, long ttl, RegisterText stored) {

    /** The holder of a node id that is free. */
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
     * @throws IllegalArgumentException if it is none
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

    /** The value in place of one that is missing, before the doubt about that is noted. */
    static NodeValue missing(long ttl) {
        return new NodeValue(Look.NO_RUN, Look.UNKNOWN_EPOCH, 0, 0, FREE, ttl, RegisterText.empty());
    }

    /**
     * The value of a pool that is new: all its node ids are free, as if they had been given back before the look, once
     * the swap that makes it cannot be carried out again. A holder of an earlier time that comes back loses its lease
     * to that, and a clock that is set back leases nothing until then.
     */
    static NodeValue newborn(Look look, long ttl, String made) {
        long before = look.time() - 1;
        long doubted = look.time() + Register.SWAP_LIMIT_MILLIS - ttl - Circumstances.MARGIN_MILLIS;
        return new NodeValue(look.run(), look.epoch(), doubted, before, FREE, ttl, RegisterText.empty()).madeAs(made);
    }

    /** A pool that is lost and made again has another text than before, so that no swap takes one for the other. */
    NodeValue madeAs(String made) {
        return new NodeValue(run, epoch, doubted, end, holder, ttl, stored.with("made", made));
    }

    /** The value of a node id that has none, if this is the pool's. */
    NodeValue ofUnwritten() {
        return new NodeValue(run, epoch, doubted, end, holder, ttl, RegisterText.empty());
    }

    boolean isDoubtedBy(Circumstances circumstances) {
        return isMarked() || circumstances.doubts(run, epoch);
    }

    /** The same, written by an asker in its circumstances, after a doubt was noticed at some time. */
    NodeValue noted(Circumstances at, long noticed) {
        boolean keepsRun = at.run().equals(Look.UNTOLD) && !isMarked();
        return new NodeValue(keepsRun ? run : at.run(), at.epochAfter(epoch), noticed, end, holder, ttl, stored);
    }

    /** The same, in doubt to every asker. */
    NodeValue marked() {
        return new NodeValue(Look.NO_RUN, epoch, doubted, end, holder, ttl, stored);
    }

    boolean isMarked() {
        return run.equals(Look.NO_RUN);
    }

    NodeValue heldBy(String name, long until) {
        return new NodeValue(run, epoch, doubted, until, name, ttl, stored);
    }

    /** A time by which the store's clock was at least that late. */
    long last() {
        return Math.max(doubted, end - ttl);
    }

    /** Until then a window that this does not know of may be open. */
    long settles() {
        return doubted + ttl + Circumstances.MARGIN_MILLIS;
    }

    /** What is stored. */
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
