package dev.idgen.internal.lease;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The windows in which numbers or node ids were held. They must not overlap, whether or not an id was stamped.
 *
 * <p>Thread-safe: its monitor guards everything.
 */
public final class UsedWindows {

    private final List<Use> uses = new ArrayList<>();

    /** Numbers {@code [first, first + count)} of a bucket, or node ids, that a holder has, and the window, which may grow. */
    public final class Use {

        private final String group;
        private final long first;
        private final long count;
        private final String holder;
        private final long notBefore;
        private long notAfter;

        private Use(String group, long first, long count, String holder, long notBefore, long notAfter) {
            this.group = group;
            this.first = first;
            this.count = count;
            this.holder = holder;
            this.notBefore = notBefore;
            this.notAfter = notAfter;
        }

        public String group() {
            return group;
        }

        public String holder() {
            return holder;
        }

        public long notBefore() {
            return notBefore;
        }

        public long notAfter() {
            return notAfter;
        }

        public boolean has(long number) {
            return number >= first && number < first + count;
        }

        /** The window stays open until then, if that is later. */
        public void extendTo(long end) {
            synchronized (UsedWindows.this) {
                notAfter = Math.max(notAfter, end);
            }
        }

        /** The window is not used after that. */
        public void endAt(long end) {
            synchronized (UsedWindows.this) {
                notAfter = Math.min(notAfter, Math.max(notBefore, end));
            }
        }

        private boolean overlaps(Use other) {
            return first < other.first + other.count
                    && other.first < first + count
                    && notBefore <= other.notAfter
                    && other.notBefore <= notAfter;
        }

        @Override
        public String toString() {
            return group + " " + holder + ", " + first + " to " + (first + count - 1) + ", window " + notBefore + " to "
                    + notAfter;
        }
    }

    /** Two uses of the same number or node id at one time. */
    public record Overlap(Use earlier, Use later) {}

    public synchronized Use add(String group, long first, long count, String holder, long notBefore, long notAfter) {
        Use use = new Use(group, first, count, holder, notBefore, notAfter);
        uses.add(use);
        return use;
    }

    /** All of them, in the order in which they were added. */
    public synchronized List<Use> all() {
        return List.copyOf(uses);
    }

    /** All pairs that must not be. */
    public synchronized List<Overlap> overlaps() {
        List<Overlap> found = new ArrayList<>();
        Map<String, List<Use>> openByGroup = new HashMap<>();
        List<Use> inOrder = new ArrayList<>(uses);
        inOrder.sort(Comparator.comparingLong(Use::notBefore));
        for (Use use : inOrder) {
            List<Use> open = openByGroup.computeIfAbsent(use.group, any -> new ArrayList<>());
            open.removeIf(earlier -> earlier.notAfter < use.notBefore);
            open.stream().filter(use::overlaps).forEach(earlier -> found.add(new Overlap(earlier, use)));
            open.add(use);
        }
        return found;
    }
}
