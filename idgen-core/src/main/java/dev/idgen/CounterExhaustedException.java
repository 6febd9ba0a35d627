package dev.idgen;

/** A counter has reached its upper bound. It never begins again by itself. */
public class CounterExhaustedException extends IdgenException {

    private static final long serialVersionUID = 1L;

    private final long max;

    /**
     * @param counter the counter's name
     * @param max its greatest number
     */
    public CounterExhaustedException(String counter, long max) {
        super("'" + counter + "' has issued all its numbers up to " + max + ": it needs another range", null);
        this.max = max;
    }

    /** The greatest number. */
    public long max() {
        return max;
    }
}
