package dev.idgen.store;

/**
 * Numbers at equal distances, such as 5, 15, 25. A counter in the store holds the last number issued, so its value
 * means the same to instances with another first number, distance or maximum.
 *
 * <p>Adding {@code n * step} passes exactly n of these numbers, wherever the counter stood before. So whatever
 * instances add, from whatever progressions, no number is passed twice. After a change of the distance, the counter may
 * be greater than the last number, by less than a step.
 *
 * @param first the first number, from 0
 * @param step the distance between two numbers, from 1
 * @param max no number is greater
 */
public record Progression(long first, long step, long max) {

    /**
     * Every n-th of these numbers, beginning with the k-th. Parts of one progression have no number in common.
     *
     * @param k from 1 to n
     * @param n from 1
     */
    public Progression part(long k, long n) {
        long distance = step > Long.MAX_VALUE / n ? Long.MAX_VALUE : step * n;
        return new Progression(first + (k - 1) * step, distance, max);
    }

    /** These numbers, without those that are greater than a maximum. */
    public Progression upTo(long greatest) {
        return greatest >= max ? this : new Progression(first, step, greatest);
    }

    /** The i-th number. For 0, the value of a counter that has issued none, which may be negative. */
    public long at(long i) {
        return first + (i - 1) * step;
    }

    /** How many of these numbers are at most a value. */
    public long count(long value) {
        long last = Math.min(value, max);
        return last < first ? 0 : (last - first) / step + 1;
    }

    /** How many numbers there are. */
    public long size() {
        return count(max);
    }

    /** The greatest value of a counter that has passed no number beyond the maximum. */
    public long limit() {
        long last = at(size());
        return last > Long.MAX_VALUE - step ? Long.MAX_VALUE : last + step - 1;
    }

    /**
     * How far a counter moves to pass this many numbers.
     *
     * @throws ArithmeticException if that exceeds a {@code long}
     */
    public long distance(int numbers) {
        return Math.multiplyExact(numbers, step);
    }

    @Override
    public String toString() {
        return first + " to " + max + (step == 1 ? "" : " in steps of " + step);
    }
}
