package dev.idgen;

/** A counter has reached its upper bound. It never restarts by itself. */
public class CounterExhaustedException extends IdgenException {

    private static final long serialVersionUID = 1L;

    private final long max;

    /**
     * @param counter the counter's name
     * @param max the counter's greatest number
     */
    public CounterExhaustedException(String counter, long max) {
        this(counter, max, "raise its 'max', or give its 'template' more digits, see docs/changing.md");
    }

    /**
     * @param counter the counter's name
     * @param max the counter's greatest number
     * @param action what allows for more numbers, as the end of a sentence
     */
    public CounterExhaustedException(String counter, long max, String action) {
        super("'" + counter + "' has issued all its numbers up to " + max + ": " + action);
        this.max = max;
    }

    /** The counter's greatest number. */
    public long max() {
        return max;
    }
}
