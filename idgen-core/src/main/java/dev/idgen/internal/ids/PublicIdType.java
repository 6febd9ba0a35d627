package dev.idgen.internal.ids;

import dev.idgen.InvalidIdException;
import dev.idgen.PublicText;
import dev.idgen.TextForm;
import dev.idgen.internal.codec.CheckSymbol;
import dev.idgen.internal.codec.IdMask;
import dev.idgen.internal.codec.NumberText;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.codec.Word128;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A form with a public text around another form's ids. Immutable.
 *
 * @param <T> the id's type
 */
final class PublicIdType<T> implements IdType<T> {

    private static final String HYPHEN = "-";

    private static final Pattern TYPE = Pattern.compile("([a-z]([a-z_]*[a-z])?_)?");

    private static final int UUID_LENGTH = 36;

    /** The number of the second oldest key of a mask, as it is written. Not 1, which may be read as I or l. */
    private static final char SECOND_KEY = '2';

    private final IdType<T> plain;
    private final PublicText text;
    private final @Nullable NumberText digits;
    private final @Nullable CheckSymbol check;
    private final boolean caseless;
    private final int length;
    private final Pattern groups;

    /** Oldest first, so that a new one does not change the places of the others. */
    private final List<IdMask> masks;

    private final int bits;

    /** @throws IllegalArgumentException if ids of this form cannot have that text */
    PublicIdType(IdType<T> plain, PublicText text, int bits, String scheme) {
        this.plain = plain;
        this.text = text;
        this.digits = plain.digits(text.form(), bits);
        boolean isTypeId = text.form() == TextForm.TYPEID;
        if (isTypeId
                && (text.check()
                        || text.group() > 0
                        || !TYPE.matcher(text.prefix()).matches())) {
            throw new IllegalArgumentException(
                    "a TypeID has a prefix of lower-case letters that ends with '_', no groups and no check symbol");
        }
        CheckSymbol symbol = digits == null ? plain.check() : digits.check();
        this.check = text.check() ? symbol : null;
        this.caseless = symbol != null && symbol.isCaseless();
        if (text.check() && symbol == null) {
            throw new IllegalArgumentException(
                    "a check symbol cannot detect every mistake in the letters of a template's {key}");
        }
        if (digits == null && text.group() > 0) {
            throw new IllegalArgumentException("groups are for numbers and for UUIDs with a 'form'");
        }
        if (!text.mask().isEmpty() && digits == null && bits <= Long.SIZE) {
            throw new IllegalArgumentException("a mask is for ids without a template");
        }
        this.length = digits == null ? UUID_LENGTH : digits.maxLength();
        boolean isOfOthers = isTypeId
                || (bits > Long.SIZE && text.form() == null && text.prefix().isEmpty());
        if (text.mask().size() > 1 && (isOfOthers || (digits != null && digits.minLength() < length))) {
            throw new IllegalArgumentException(
                    "a text that shows the number of one of several keys of a mask"
                            + " has a 'form' of hex, base62 or crockford, or is that of a UUID, ULID or object id with a 'prefix'");
        }
        List<IdMask> newestFirst =
                text.mask().stream().map(key -> IdMask.of(scheme, bits, key)).toList();
        this.masks = new ArrayList<>(newestFirst);
        Collections.reverse(masks);
        this.bits = bits;
        this.groups = groups();
    }

    /**
     * Where hyphens may be. They must be there if a text with a check symbol may be of several lengths: otherwise a
     * hyphen in place of a digit, or a digit in place of a hyphen, could be a text of another length.
     */
    private Pattern groups() {
        boolean isOneLength = masks.size() < 2 && digits != null && digits.minLength() == length;
        String between = check == null || isOneLength ? "-?" : "-";
        return Pattern.compile("([^-]{%1$d}%2$s)*[^-]{1,%1$d}".formatted(Math.max(1, text.group()), between));
    }

    /**
     * The settings that decide which id a text stands for, by name. A prefix that ends with another character than the
     * digits of a number cannot be mistaken for some of them.
     */
    Map<String, Object> sharedSettings() {
        Map<String, Object> all = new LinkedHashMap<>();
        TextForm form = digits == NumberText.decimal() ? TextForm.DECIMAL : text.form();
        String prefix = text.prefix();
        boolean isMistakable = !prefix.isEmpty() && Character.isLetterOrDigit(prefix.charAt(prefix.length() - 1));
        all.put("prefix", isMistakable ? prefix : "any");
        all.put("form", form == null ? "usual" : PropertyNames.of(form));
        all.put("check", text.check());
        all.put("mask", masks.isEmpty() ? "off" : maskFingerprint());
        return all;
    }

    /** The key and width of each mask, which does not reveal the key. */
    private String maskFingerprint() {
        return masks.stream().map(mask -> mask.fingerprint() + "/" + bits).collect(Collectors.joining("+"));
    }

    /** The text of an id, if that text has a prefix and another form with a prefix reads it, too; else null. */
    @Nullable
    String mistakable(PublicIdType<?> other) {
        String prefix = other.text.prefix();
        if (text.prefix().isEmpty() || prefix.isEmpty()) {
            return null;
        }
        String example = format(plain.example());
        if (!example.regionMatches(true, 0, prefix, 0, prefix.length())) {
            return null;
        }
        try {
            other.parse(example);
            return example;
        } catch (InvalidIdException e) {
            return null;
        }
    }

    IdType<T> plain() {
        return plain;
    }

    PublicText text() {
        return text;
    }

    @Override
    public T of(long high, long low) {
        return plain.of(high, low);
    }

    @Override
    public Word128 bits(T id) {
        return plain.bits(id);
    }

    @Override
    public @Nullable NumberText digits(@Nullable TextForm form, int bits) {
        return plain.digits(form, bits);
    }

    @Override
    public @Nullable CheckSymbol check() {
        return check;
    }

    @Override
    public String format(T id) {
        String body = body(id, masks.size() - 1);
        String all = check == null ? body : body + check.of(body);
        StringBuilder written = new StringBuilder(text.prefix());
        for (int i = 0; i < all.length(); i++) {
            if (text.group() > 0 && i > 0 && i % text.group() == 0) {
                written.append(HYPHEN);
            }
            written.append(all.charAt(i));
        }
        return written.toString();
    }

    /**
     * The text without prefix, groups and check symbol.
     *
     * @param key the place of the mask's key
     */
    private String body(T id, int key) {
        if (digits == null && masks.isEmpty()) {
            return plain.format(id);
        }
        Word128 bits = plain.bits(id);
        Word128 shown = masks.isEmpty() ? bits : masks.get(key).apply(bits);
        String body = digits == null
                ? plain.format(plain.of(shown.high(), shown.low()))
                : digits.encode(shown.high(), shown.low());
        return key > 0 ? (char) (SECOND_KEY + key - 1) + body : body;
    }

    @Override
    public T parse(String written) {
        String prefix = text.prefix();
        boolean hasPrefix = written.regionMatches(caseless, 0, prefix, 0, prefix.length())
                && isAscii(written.substring(0, prefix.length()));
        if (!hasPrefix) {
            throw new InvalidIdException(Quote.of(written) + " does not begin with " + Quote.of(prefix));
        }
        String rest = written.substring(prefix.length());
        String body = text.group() > 0 ? rest.replace(HYPHEN, "") : rest;
        int end = Math.max(0, body.length() - (check == null ? 0 : 1));
        int key = masks.size() > 1 && end == length + 1 ? key(written, body.charAt(0)) : 0;
        if (key == 0) {
            refuseOtherLength(written, body);
        }
        if (text.group() > 0 && !groups.matcher(rest).matches()) {
            throw new InvalidIdException("the hyphens of " + Quote.of(written) + " are not between groups of "
                    + text.group() + " characters");
        }
        T id = unchecked(written, body.substring(Math.min(key, 1), end), key);
        if (check != null && !check.isMeant(body.charAt(end), check.of(body(id, key)))) {
            throw new InvalidIdException(
                    "the check symbol of " + Quote.of(written) + " is wrong: a character is wrong, or two are swapped");
        }
        return id;
    }

    /** The place of the key whose number stands before the id. */
    private int key(String written, char number) {
        int key = number - SECOND_KEY + 1;
        if (key < 1 || key >= masks.size()) {
            throw new InvalidIdException(Quote.of(written) + " has one character too many, or the number '" + number
                    + "' of a key that is not in the mask");
        }
        return key;
    }

    /** Without regard to case, the Kelvin sign would be a k. */
    private static boolean isAscii(String text) {
        return text.chars().allMatch(character -> character < 128);
    }

    private void refuseOtherLength(String written, String body) {
        if (digits == null) {
            return;
        }
        int length = body.length() - (check == null ? 0 : 1);
        if (length < digits.minLength() || length > digits.maxLength()) {
            int around = text.prefix().length() + body.length() - length;
            throw new InvalidIdException(Quote.of(written) + " has " + (around + length) + " characters, not "
                    + (around + digits.minLength())
                    + (digits.minLength() == digits.maxLength() ? "" : " to " + (around + digits.maxLength()))
                    + (text.group() > 0 ? ", apart from hyphens between groups" : ""));
        }
    }

    private T unchecked(String written, String body, int key) {
        try {
            if (digits == null && masks.isEmpty()) {
                return plain.parse(body);
            }
            Word128 shown = digits == null ? plain.bits(plain.parse(body)) : digits.decode(body);
            Word128 bits = masks.isEmpty() ? shown : masks.get(key).invert(shown);
            return plain.of(bits.high(), bits.low());
        } catch (IllegalArgumentException e) {
            String where = body.equals(written) ? "" : "in " + Quote.of(written) + ": ";
            throw new InvalidIdException(where + e.getMessage());
        }
    }
}
