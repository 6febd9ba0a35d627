package dev.idgen.internal.register;

/**
 * When a group grants what after a doubt. A group's numbers and node ids are divided: a part is <em>young</em>, the
 * rest is not. The young ones are divided into slots, which the times of doubts use in turn.
 *
 * <p>After a doubt, only the slot of its time is granted, once that slot's time is over. So what was granted before the
 * doubt and what is granted after it differ. The rest is granted once all windows from before the doubt have closed.
 *
 * @param ttl how long leases last, in milliseconds
 * @param slots how many slots there are; 0 if the group has nothing young
 * @param over how long windows of young ones stay open once the rest is granted, in milliseconds
 */
public record Youth(long ttl, int slots, long over) {

    /**
     * In milliseconds. Servers' clocks differ by less than this, and a replaced master is silent by then. See
     * docs/proof.md.
     */
    public static final long MARGIN_MILLIS = 2000;

    /** The length of a slot in milliseconds, 0 without slots. All together are at least a ttl and {@code over} long. */
    public long slotMillis() {
        return slots == 0 ? 0 : (ttl + over + slots - 1) / slots;
    }

    /** When the slot of a doubt ends, in epoch milliseconds. */
    public long slotEnd(long doubted) {
        return slots == 0 ? doubted + ttl : (doubted / slotMillis() + 1) * slotMillis();
    }

    /** The slot of a doubt, from 0. */
    public int slot(long doubted) {
        return (int) (doubted / slotMillis() % slots);
    }

    /** From when on the rest is granted: all windows from before the doubt have closed. */
    public long settles(long doubted) {
        return doubted + ttl + MARGIN_MILLIS;
    }

    /** When windows of young ones close. */
    public long closes(long doubted) {
        return settles(doubted) + over;
    }
}
