package dev.idgen;

import java.time.Instant;

/** The clock is past the scheme's last timestamp. The generator needs another epoch or layout. */
public class SchemeExhaustedException extends IdgenException {

    private static final long serialVersionUID = 1L;

    private final Instant ranOutOn;

    /**
     * @param generator the generator's name
     * @param ranOutOn when the last timestamp ended
     */
    public SchemeExhaustedException(String generator, Instant ranOutOn) {
        super("the timestamps of '" + generator + "' ran out on " + ranOutOn + ": it needs another epoch or layout");
        this.ranOutOn = ranOutOn;
    }

    public Instant ranOutOn() {
        return ranOutOn;
    }
}
