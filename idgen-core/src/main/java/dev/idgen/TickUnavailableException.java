package dev.idgen;

import java.time.Duration;
import java.time.Instant;

/**
 * The generator's timestamp could not advance before the deadline. Either all numbers of the permitted ticks are taken,
 * or the clock was set back. The caller may try again: ids flow again once the clock has caught up.
 */
public class TickUnavailableException extends IdgenException {

    private static final long serialVersionUID = 1L;

    private final Instant lastTimestamp;
    private final Instant clock;

    /**
     * @param generator the generator's name
     * @param lastTimestamp the latest timestamp that the generator used
     * @param clock the time on the generator's clock
     * @param maxLead how far timestamps may be ahead of the clock
     * @param waitedMillis how long the caller waited, in ms
     */
    public TickUnavailableException(
            String generator, Instant lastTimestamp, Instant clock, Duration maxLead, long waitedMillis) {
        super("no id of '" + generator + "' after " + waitedMillis + " ms: its latest timestamp is " + lastTimestamp
                + ", its clock says " + clock + " and 'max-lead' is " + maxLead.toMillis()
                + " ms. Either all numbers of a tick are used up or the clock was set back");
        this.lastTimestamp = lastTimestamp;
        this.clock = clock;
    }

    /** The latest timestamp that the generator used. */
    public Instant lastTimestamp() {
        return lastTimestamp;
    }

    /** The time on the generator's clock. */
    public Instant clock() {
        return clock;
    }
}
