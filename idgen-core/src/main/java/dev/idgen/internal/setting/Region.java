package dev.idgen.internal.setting;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.codec.Quote;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A share of all buckets, node ids and numbers, for stores that do not know each other. Region k of n has every n-th of
 * them, beginning with the k-th. No two of the n regions overlap. The two halves of a region are regions of 2n.
 *
 * @param number 1 to {@code of}
 * @param of how many regions there are, 1 to {@value #MOST}
 */
public record Region(int number, int of) {

    /** The property that sets an application's region. */
    public static final String PROPERTY = "idgen.region";

    /** The most regions that there can be. */
    public static final int MOST = 16;

    /** The only region. */
    public static final Region ALL = new Region(1, 1);

    private static final Pattern TEXT = Pattern.compile("([1-9]\\d?)/([1-9]\\d?)");

    public Region {
        if (number < 1 || number > of || of > MOST) {
            throw new IllegalArgumentException("region " + number + " of " + of + " is not 1 to n of n up to " + MOST);
        }
    }

    /** The region written as, for example, {@code 2/4}; empty if the string is not a region. */
    public static Optional<Region> parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        int number = Integer.parseInt(parts.group(1));
        int of = Integer.parseInt(parts.group(2));
        return number <= of && of <= MOST ? Optional.of(new Region(number, of)) : Optional.empty();
    }

    /**
     * The region that a property sets.
     *
     * @throws InvalidSettingException if the value is not a region
     */
    public static Region setting(String property, String text) {
        return parse(text)
                .orElseThrow(() -> new InvalidSettingException(
                        property,
                        "is " + Quote.of(text) + ", which is not a region",
                        "Set '" + property + "' to k/n, such as '2/4' for the second of four regions: n is 1 to " + MOST
                                + ", and k is 1 to n."));
    }

    /** Whether this is the only region. */
    public boolean isAll() {
        return of == 1;
    }

    /** Whether an index, from 0, belongs to this region. */
    public boolean has(long index) {
        return index % of == number - 1;
    }

    /**
     * How many of the indexes from 0 to {@code size - 1} belong to this region. The same count applies to the
     * numbers from 1 to {@code size}.
     */
    public long count(long size) {
        return size / of + (size % of >= number ? 1 : 0);
    }

    /** The i-th index of this region; i and the indexes count from 0. */
    public long indexAt(long i) {
        return i * of + number - 1;
    }

    /** The i-th number of this region; i and the numbers count from 1. 0 for 0. */
    public long numberAt(long i) {
        return i == 0 ? 0 : indexAt(i - 1) + 1;
    }

    /** Appends the region, if it is not the only one, to a description. */
    public String append(String description) {
        return isAll() ? description : description + " in region " + this;
    }

    @Override
    public String toString() {
        return number + "/" + of;
    }
}
