package dev.idgen.internal.time;

/**
 * The timestamps that a lease allows on ids, in epoch milliseconds of the store's clock, both ends included.
 *
 * @param notBefore the first allowed timestamp
 * @param notAfter the last allowed timestamp, not less than {@code notBefore}
 */
public record Window(long notBefore, long notAfter) {

    public Window {
        if (notAfter < notBefore) {
            throw new IllegalArgumentException("window ends at " + notAfter + ", before its start " + notBefore);
        }
    }

    /** This window, extended to {@code end} if that is later. */
    public Window extendTo(long end) {
        return end <= notAfter ? this : new Window(notBefore, end);
    }
}
