package dev.idgen;

import dev.idgen.internal.codec.Quote;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How people see the ids of a generator, as in {@code ord_0HV4-8Z3K-J2Q7-X5}:
 * {@code PublicText.of("ord_").withCheck()}. It changes {@link IdGenerator#format} and {@link IdGenerator#parse}, never
 * the id that is stored.
 *
 * <p>The check symbol is the last character. It finds each wrong character and each swap of two neighbours. For decimal
 * digits and templates it is Damm's digit. For hexadecimal digits, UUIDs and Crockford's base 32 it is a remainder by
 * 37, for base 62 by 67.
 *
 * <p>The mask maps numbers one to one onto others of their width, to hide how many ids there are. It is not encryption:
 * do not keep a secret with it, or rely on it where an id must not be guessed. With a mask, all numbers are about as
 * long as the greatest one.
 *
 * <p>Immutable.
 *
 * @param prefix the beginning: a letter and up to 31 characters {@code [0-9A-Za-z_-]}, or nothing
 * @param form how the number is written; null for the scheme's own text
 * @param group how many characters stand together between hyphens, 2 to 32; 0 for all. When a text is read, hyphens may
 *     be missing
 * @param check whether a check symbol is at the end
 * @param mask key that hides the number, any text, for numbers of up to 64 bits; null for none
 * @see <a href="https://www.crockford.com/base32.html">Douglas Crockford, Base 32</a>
 */
public record PublicText(
        String prefix,
        @Nullable TextForm form,
        int group,
        boolean check,
        @Nullable String mask) {

    private static final Pattern PREFIX = Pattern.compile("([A-Za-z][0-9A-Za-z_-]{0,31})?");
    private static final int MOST = 32;

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
        if (mask != null && mask.isBlank()) {
            throw new IllegalArgumentException("the key of a mask is not blank");
        }
    }

    /**
     * With a prefix, otherwise as the scheme writes ids.
     *
     * @throws IllegalArgumentException if it is not a letter and up to 31 characters {@code [0-9A-Za-z_-]}, or empty
     */
    public static PublicText of(String prefix) {
        return new PublicText(prefix, null, 0, false, null);
    }

    /** With the number in a given form; null for the scheme's own text. */
    public PublicText withForm(@Nullable TextForm digits) {
        return new PublicText(prefix, digits, group, check, mask);
    }

    /**
     * With hyphens between groups of characters.
     *
     * @throws IllegalArgumentException if a group does not have 2 to 32 characters, or 0 for no hyphens
     */
    public PublicText withGroups(int characters) {
        return new PublicText(prefix, form, characters, check, mask);
    }

    /** With a check symbol at the end. */
    public PublicText withCheck() {
        return new PublicText(prefix, form, group, true, mask);
    }

    /**
     * With numbers hidden.
     *
     * @param key the same wherever ids are written and read, and for as long as they are used
     * @throws IllegalArgumentException if the key is blank
     */
    public PublicText withMask(String key) {
        return new PublicText(prefix, form, group, check, key);
    }

    /** The key is not shown. */
    @Override
    public String toString() {
        return "PublicText[prefix=" + prefix + ", form=" + form + ", group=" + group + ", check=" + check + ", mask="
                + (mask == null ? "none" : "set") + "]";
    }
}
