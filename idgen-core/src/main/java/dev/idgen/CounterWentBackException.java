package dev.idgen;

/**
 * The store's counter is behind numbers that this instance was given. The store lost data, or was restored from an
 * older copy. The generator stops, because it would repeat numbers.
 *
 * <p>To continue, find the greatest number that was issued. Then set {@code idgen.generators.<name>.floor} to it, or
 * call {@link CountedIds#raiseTo}.
 */
public class CounterWentBackException extends IdgenException {

    private static final long serialVersionUID = 1L;

    private final long expected;
    private final long found;

    /**
     * @param counter the counter's name
     * @param expected the least value that the counter should have
     * @param found the counter's value in the store
     */
    public CounterWentBackException(String counter, long expected, long found) {
        super("the counter '" + counter + "' is " + found + " in the store, behind " + expected
                + ", which it had before: the store lost data. To resume, set 'floor' or call"
                + " CountedIds.raiseTo, with at least the greatest number that any instance was given");
        this.expected = expected;
        this.found = found;
    }

    /** The least value that the counter should have had. */
    public long expected() {
        return expected;
    }

    /** The value found in the store. */
    public long found() {
        return found;
    }
}
