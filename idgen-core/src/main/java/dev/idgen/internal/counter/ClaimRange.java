package dev.idgen.internal.counter;

import dev.idgen.internal.setting.Region;
import java.util.random.RandomGenerator;

/**
 * The numbers of a range that belong to a region, and may be claimed.
 *
 * @param min the range's least number, from 1
 * @param max the range's greatest number; at least one number of the range is the region's
 */
public record ClaimRange(long min, long max, Region region) {

    /** A random one of these numbers. */
    long any(RandomGenerator random) {
        long below = region.count(min - 1);
        return region.numberAt(below + 1 + random.nextLong(region.count(max) - below));
    }

    @Override
    public String toString() {
        return region.append(min + " to " + max);
    }
}
