package dev.idgen.internal.register;

/**
 * When and where a rule is asked: the part of a look that is the same for every value of it, after it was decided
 * whether the clock is right.
 *
 * @param now what windows are calculated from, in epoch milliseconds: the store's time, or the expected one in its
 *     place
 * @param expected the latest time that the asker expects, likewise; 0 if it has been told none before
 * @param isTrusted whether the store's clock is believed: if not, no doubt can be calculated
 * @param run the store's, or {@link Look#UNTOLD}
 * @param epoch the store's, or {@link Look#UNKNOWN_EPOCH}
 */
public record Circumstances(long now, long expected, boolean isTrusted, String run, long epoch) {

    /**
     * Servers' clocks differ by less, and a master that was replaced is silent by then, in milliseconds: see
     * docs/design.md.
     */
    public static final long MARGIN_MILLIS = 2000;

    /** Of a look whose clock is believed by an asker that was told no time before. */
    public static Circumstances of(Look look) {
        return new Circumstances(look.time(), 0, true, look.run(), look.epoch());
    }

    /**
     * Whether a value was written in another run, or by another master as far as that is known: writes may have been
     * lost.
     */
    public boolean doubts(String itsRun, long itsEpoch) {
        boolean otherRun = !run.equals(Look.UNTOLD) && !run.equals(itsRun);
        boolean otherEpoch = epoch != Look.UNKNOWN_EPOCH && epoch != itsEpoch;
        return otherRun || otherEpoch;
    }

    /**
     * The run of a value that is written now over one of {@code before}, which is {@link Look#NO_RUN} if there was
     * none.
     */
    public String runAfter(String before) {
        return run.equals(Look.UNTOLD) ? before : run;
    }

    /** The epoch of a value that is written now over one of {@code before}. */
    public long epochAfter(long before) {
        return epoch == Look.UNKNOWN_EPOCH ? before : epoch;
    }
}
