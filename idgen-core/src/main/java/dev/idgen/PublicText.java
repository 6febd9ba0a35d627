package dev.idgen;

import dev.idgen.internal.codec.Quote;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How people see a generator's ids, as in {@code ord_0HV4-8Z3K-J2Q7-X5}: {@code PublicText.of("ord_").withCheck()}. It
 * changes {@link IdGenerator#format} and {@link IdGenerator#parse}, never the stored id.
 *
 * <p>The check symbol is the last character. It detects each wrong character and each swap of two neighbours. For
 * decimal digits and templates it is Damm's digit. For hexadecimal digits, UUIDs and Crockford's base 32 it is a
 * remainder modulo 37, for base 62 modulo 67.
 *
 * <p>The mask maps numbers one to one onto others of the same width, to hide how many ids there are. It is not
 * encryption: do not protect secrets with it, or use it where ids must not be guessable. With a mask, all numbers are
 * about as long as the greatest one. UUIDs of versions 1, 6 and 7, ULIDs and object ids keep their other bits, and only
 * their time is hidden; such a UUID is shown as one of version 4. For version 7, this is UUIDv47.
 *
 * <p>A mask with several keys writes with the first and reads with all. A key's number, counted from the oldest one,
 * stands before the id. The oldest key has none, so a text from before there was a second key can be read.
 *
 * <p>Immutable.
 *
 * @param prefix a letter and up to 31 characters {@code [0-9A-Za-z_-]}, or empty
 * @param form how the number is written; null for the scheme's own form
 * @param group how many characters stand between hyphens, 2 to 32; 0 for no hyphens. In a text that is read, hyphens
 *     are between groups only. They may be missing, except with a check symbol where ids differ in length
 * @param check whether the last character is a check symbol
 * @param mask up to 9 keys, the newest first, that hide numbers of up to 64 bits, or the time of UUIDs of versions 1, 6
 *     and 7, ULIDs and object ids. Each has 16 or more characters, 8 of them different. Empty for no mask
 * @see <a href="https://www.crockford.com/base32.html">Douglas Crockford, Base 32</a>
 */
public record PublicText(String prefix, @Nullable TextForm form, int group, boolean check, List<String> mask) {

    private static final Pattern PREFIX = Pattern.compile("([A-Za-z][0-9A-Za-z_-]{0,31})?");
    private static final int MOST = 32;
    private static final int SHORTEST_MASK = 16;
    private static final int MASK_CHARACTERS = 8;
    private static final int MOST_KEYS = 9;

    /** @throws IllegalArgumentException if a part is out of range; the message says which */
    public PublicText {
        if (prefix == null || !PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException("a prefix is a letter and up to 31 characters [0-9A-Za-z_-], not "
                    + Quote.of(String.valueOf(prefix)));
        }
        if (group < 0 || group == 1 || group > MOST) {
            throw new IllegalArgumentException(
                    "a group has 2 to " + MOST + " characters, or is 0 for none, not " + group);
        }
        if (mask == null || mask.size() > MOST_KEYS || mask.stream().distinct().count() < mask.size()) {
            throw new IllegalArgumentException("a mask has up to " + MOST_KEYS + " keys, all of them different");
        }
        mask.forEach(PublicText::checkKey);
        mask = List.copyOf(mask);
    }

    private static void checkKey(@Nullable String key) {
        int length = key == null ? 0 : key.strip().length();
        if (key == null || length < SHORTEST_MASK) {
            throw new IllegalArgumentException(
                    "the key of a mask has " + SHORTEST_MASK + " or more characters, not " + length);
        }
        if (key.chars().distinct().count() < MASK_CHARACTERS) {
            throw new IllegalArgumentException("the key of a mask has " + MASK_CHARACTERS
                    + " or more different characters, not "
                    + key.chars().distinct().count());
        }
    }

    /**
     * A prefix, then the scheme's own text.
     *
     * @throws IllegalArgumentException if the prefix is neither empty nor a letter and up to 31 characters
     *     {@code [0-9A-Za-z_-]}
     */
    public static PublicText of(String prefix) {
        return new PublicText(prefix, null, 0, false, List.of());
    }

    /** Writes the number in a given form; null for the scheme's own form. */
    public PublicText withForm(@Nullable TextForm digits) {
        return new PublicText(prefix, digits, group, check, mask);
    }

    /**
     * Puts hyphens between groups of characters.
     *
     * @param characters the length of a group, 2 to 32; 0 for no hyphens
     * @throws IllegalArgumentException if {@code characters} is anything else
     */
    public PublicText withGroups(int characters) {
        return new PublicText(prefix, form, characters, check, mask);
    }

    /** Appends a check symbol. */
    public PublicText withCheck() {
        return new PublicText(prefix, form, group, true, mask);
    }

    /**
     * Hides the numbers.
     *
     * @param keys the same wherever ids are written or read, for as long as the ids are in use. A new key goes before
     *     all earlier ones, and none may be removed or moved
     * @throws IllegalArgumentException if there are more than 9 keys or two equal ones, or a key has fewer than 16
     *     characters, or fewer than 8 different ones
     */
    public PublicText withMask(String... keys) {
        return new PublicText(prefix, form, group, check, Arrays.asList(keys));
    }

    /** Does not show the key. */
    @Override
    public String toString() {
        return "PublicText[prefix=" + prefix + ", form=" + form + ", group=" + group + ", check=" + check + ", mask="
                + (mask.isEmpty() ? "none" : "set") + "]";
    }
}
