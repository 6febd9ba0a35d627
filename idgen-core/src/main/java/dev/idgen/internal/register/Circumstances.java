package dev.idgen.internal.register;

/**
 * When and where a rule is asked: what a look says that holds for all its values, once idgen has judged the clock.
 *
 * @param now the time that windows count from, in epoch milliseconds: the store's time, or the expected one instead
 * @param expected the latest time that the asker expects, in epoch milliseconds; 0 if no store has told it a time yet
 * @param isTrusted whether idgen believes the store's clock; if not, no doubt can be calculated
 * @param run the store's run, or {@link Look#UNTOLD}
 * @param epoch the store's epoch, or {@link Look#UNKNOWN_EPOCH}
 */
public record Circumstances(long now, long expected, boolean isTrusted, String run, long epoch) {

    /**
     * In milliseconds. Servers' clocks differ by less than this, and a replaced master is silent by then. See
     * docs/proof.md.
     */
    public static final long MARGIN_MILLIS = 2000;

    /** For a look whose clock is believed, by an asker that no store has told a time yet. */
    public static Circumstances of(Look look) {
        return new Circumstances(look.time(), 0, true, look.run(), look.epoch());
    }

    /**
     * Whether writes may have been lost since a value was written: it was written in another run, or, as far as known,
     * by another master.
     */
    public boolean doubts(String itsRun, long itsEpoch) {
        boolean otherRun = !run.equals(Look.UNTOLD) && !run.equals(itsRun);
        boolean otherEpoch = epoch != Look.UNKNOWN_EPOCH && epoch != itsEpoch;
        return otherRun || otherEpoch;
    }

    /**
     * The run to store in a value.
     *
     * @param before the run that the value has now; {@link Look#NO_RUN} if there is no value
     */
    public String runAfter(String before) {
        return run.equals(Look.UNTOLD) ? before : run;
    }

    /**
     * The epoch to store in a value.
     *
     * @param before the epoch that the value has now
     */
    public long epochAfter(long before) {
        return epoch == Look.UNKNOWN_EPOCH ? before : epoch;
    }
}
