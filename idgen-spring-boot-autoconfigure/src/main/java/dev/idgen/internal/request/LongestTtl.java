package dev.idgen.internal.request;

/**
 * The longest ttl of all instances that share a record, and whether this instance may use its own yet.
 *
 * <p>After a doubt the store waits for the longest window that anybody may hold, so everybody must know of a longer ttl before it
 * is used. An instance that wants a ttl longer than any before therefore has the record show it for twice the longest of before,
 * asks again, and only then says that it has settled, and uses it.
 *
 * <p>Written by the planner only; read by any thread.
 */
public final class LongestTtl {

    /**
     * The ttls that a request tells, in milliseconds.
     *
     * @param own that this instance wants
     * @param longest that this instance knows of
     * @param settled longest that may be used, as far as this instance knows
     * @param settles whether everybody has had time to hear of this instance's own
     */
    public record TtlClaim(long own, long longest, long settled, boolean settles) {}

    private volatile TtlClaim claim;

    /** Since when the record has shown a ttl that has not settled, by the monotonic clock. */
    private long shownSince;

    private boolean shown;

    public LongestTtl(long ownMillis) {
        claim = new TtlClaim(ownMillis, ownMillis, ownMillis, false);
    }

    public TtlClaim claim() {
        return claim;
    }

    /**
     * Takes note of what the record says.
     *
     * @param shownMillis the longest ttl that it has shown to everybody
     * @param settledMillis the longest that may be used
     */
    public void read(long shownMillis, long settledMillis, long nanoTime) {
        long own = claim.own();
        boolean waiting = own > settledMillis && shownMillis >= own;
        if (waiting && !shown) {
            shownSince = nanoTime;
        }
        shown = waiting;
        boolean settles = waiting && nanoTime - shownSince > 2_000_000 * settledMillis;
        claim = new TtlClaim(own, Math.max(claim.longest(), shownMillis), settles ? own : settledMillis, settles);
    }
}
