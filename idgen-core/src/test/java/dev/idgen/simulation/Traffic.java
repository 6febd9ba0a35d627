package dev.idgen.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** What the servers of a story were asked in each second, and how long first ids took. */
final class Traffic {

    private final int[] looks;
    private final int[] swaps;
    private final int[] failedSwaps;
    private final List<Integer> firstIds = new ArrayList<>();

    Traffic(int seconds) {
        this.looks = new int[seconds];
        this.swaps = new int[seconds];
        this.failedSwaps = new int[seconds];
    }

    private int second(int millis) {
        return Math.min(millis / 1000, looks.length - 1);
    }

    void look(int at) {
        looks[second(at)]++;
    }

    void swap(int at, boolean wrote) {
        swaps[second(at)]++;
        failedSwaps[second(at)] += wrote ? 0 : 1;
    }

    /** @param millis what the first id of an instance took */
    void first(int millis) {
        firstIds.add(millis);
    }

    int firstIds() {
        return firstIds.size();
    }

    private static long sum(int[] bySecond, int from, int to) {
        long sum = 0;
        for (int i = from; i < Math.min(to, bySecond.length); i++) {
            sum += bySecond[i];
        }
        return sum;
    }

    /** The share of the swaps in some seconds that did not write. */
    double failed(int from, int to) {
        return sum(failedSwaps, from, to) / (double) Math.max(1, sum(swaps, from, to));
    }

    /** Figures of some seconds, in words. */
    String between(int from, int to) {
        int seconds = to - from;
        return String.format(
                Locale.ROOT,
                "%,d looks and %,d swaps a second, of which %.1f %% failed: %.2f tries per write",
                sum(looks, from, to) / seconds,
                sum(swaps, from, to) / seconds,
                100 * failed(from, to),
                1 / (1 - failed(from, to)));
    }

    /** How long first ids took, in words. */
    String first() {
        Collections.sort(firstIds);
        int count = firstIds.size();
        return count == 0
                ? "no first id"
                : String.format(
                        Locale.ROOT,
                        "%,d first ids after %,d ms at least, %,d ms in the median, %,d ms at most",
                        count,
                        firstIds.get(0),
                        firstIds.get(count / 2),
                        firstIds.get(count - 1));
    }
}
