package dev.idgen.internal.counted;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The least that each of many counters had reached: what is kept of an idle counter, in 24 to 64 bytes.
 *
 * <p>From some {@value #MOST} counters on, it forgets one in {@value #STRIPES} of them when it has no room. Of these this process knows as much as one
 * that has just started. Counters that were raised or have stopped are never forgotten.
 *
 * <p>Counters are told apart by 64 bits of a hash, with a secret seed. Thread-safe.
 */
/*
 * Each stripe's monitor guards its table: three words a slot, which are print, value and note. A print of 0 is an empty slot.
 */
public final class CounterTraces {

    /** So many are remembered, give or take 3 %. */
    static final int MOST = 1_500_000;

    private static final int STRIPES = 64;
    private static final int WORDS = 3;
    private static final int MOST_SLOTS = 1 << 15; // three quarters of them are used

    private final long seed = ThreadLocalRandom.current().nextLong();
    private final Stripe[] stripes = Stream.generate(Stripe::new).limit(STRIPES).toArray(Stripe[]::new);

    /**
     * What is known of a counter.
     *
     * @param value the least that it must be
     * @param note {@link #IN_STORE}, {@link #RAISED}, or the lower value at which it was found and stopped
     */
    public record Trace(long value, long note) {

        /** It was so in the store. */
        public static final long IN_STORE = -1;

        /** It is to become that with its next number. */
        public static final long RAISED = -2;

        static final Trace NONE = new Trace(0, -3);

        /** Whether anything is. */
        public boolean isKnown() {
            return !equals(NONE);
        }

        /** An operator raised it, and the store does not know that yet. */
        public boolean isRaised() {
            return note == RAISED;
        }

        boolean isStopped() {
            return note >= 0;
        }
    }

    /** What is known of a counter. */
    public Trace get(String counter) {
        return update(counter, its -> its);
    }

    /** Changes what is known of a counter, and returns it. */
    public Trace update(String counter, UnaryOperator<Trace> change) {
        long print = print(counter);
        return stripes[(int) (print >>> 58)].update(print, change);
    }

    private long print(String counter) {
        long hash = seed;
        for (int i = 0; i < counter.length(); i++) {
            hash = (hash ^ counter.charAt(i)) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 29;
        }
        hash *= 0xBF58476D1CE4E5B9L;
        hash ^= hash >>> 32;
        return hash == 0 ? 1 : hash;
    }

    private static final class Stripe {

        private long[] table = new long[8 * WORDS];
        private int size;

        synchronized Trace update(long print, UnaryOperator<Trace> change) {
            int at = find(print);
            Trace before = table[at] == 0 ? Trace.NONE : new Trace(table[at + 1], table[at + 2]);
            Trace after = change.apply(before);
            if (!after.equals(before)) {
                put(at, print, after.value(), after.note());
            }
            return after;
        }

        private void put(int at, long print, long value, long note) {
            if (table[at] == 0 && ++size > slots() * 3 / 4) {
                grow();
                put(find(print), print, value, note);
                return;
            }
            table[at] = print;
            table[at + 1] = value;
            table[at + 2] = note;
        }

        /** Where a print is, or would be. */
        private int find(long print) {
            int slot = (int) print & (slots() - 1);
            while (table[WORDS * slot] != 0 && table[WORDS * slot] != print) {
                slot = (slot + 1) & (slots() - 1);
            }
            return WORDS * slot;
        }

        private int slots() {
            return table.length / WORDS;
        }

        /** Makes room: a larger table, or what must be remembered alone if the table is as large as it may be. */
        private void grow() {
            long[] old = table;
            boolean forgets = slots() >= MOST_SLOTS;
            int kept = 0;
            for (int at = 0; at < old.length; at += WORDS) {
                kept += isKept(old, at, forgets) ? 1 : 0;
            }
            table = new long[2 * kept >= slots() ? 2 * old.length : old.length];
            size = 0;
            for (int at = 0; at < old.length; at += WORDS) {
                if (isKept(old, at, forgets)) {
                    put(find(old[at]), old[at], old[at + 1], old[at + 2]);
                }
            }
        }

        private static boolean isKept(long[] from, int at, boolean forgets) {
            return from[at] != 0 && !(forgets && from[at + 2] == Trace.IN_STORE);
        }
    }
}
