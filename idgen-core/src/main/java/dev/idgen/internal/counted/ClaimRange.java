package dev.idgen.internal.counted;

import dev.idgen.internal.request.Region;
import java.util.random.RandomGenerator;

/**
 * The numbers that may be claimed: those of a range that are a region's.
 *
 * @param min least number of the range, from 1
 * @param max greatest number of the range; the region has one of the range at least
 */
public record ClaimRange(long min, long max, Region region) {

    /** Any of them. */
    long any(RandomGenerator random) {
        long below = region.count(min - 1);
        return region.numberAt(below + 1 + random.nextLong(region.count(max) - below));
    }

    @Override
    public String toString() {
        return min + " to " + max + (region.isAll() ? "" : " in region " + region);
    }
}
