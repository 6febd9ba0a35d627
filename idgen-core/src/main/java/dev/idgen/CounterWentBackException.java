package dev.idgen;

/**
 * The store's counter is behind numbers that this instance was given before: it lost its data, or was restored from an
 * older copy. The generator stops, because going on would repeat numbers. It goes on once an operator, who
 * knows up to where numbers were issued, sets {@code idgen.generators.<name>.floor} or calls
 * {@link CountedIds#raiseTo}.
 */
public class CounterWentBackException extends IdgenException {

    private static final long serialVersionUID = 1L;

    private final long expected;
    private final long found;

    /**
     * @param counter the counter's name
     * @param expected the least value that the counter should have had
     * @param found what it had
     */
    public CounterWentBackException(String counter, long expected, long found) {
        super("the counter '" + counter + "' is " + found + " in the store, behind " + expected
                + ", which it had before: the store lost data. No numbers are issued until 'floor' is set, or"
                + " CountedIds.raiseTo called, with at least the greatest number that any instance was given");
        this.expected = expected;
        this.found = found;
    }

    /** The least value that the counter should have had. */
    public long expected() {
        return expected;
    }

    /** The value that it had. */
    public long found() {
        return found;
    }
}
