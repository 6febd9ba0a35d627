package dev.idgen.internal.generator;

import dev.idgen.PublicText;
import dev.idgen.TextForm;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties under {@code idgen.generators.<name>.text}.
 *
 * @param prefix Beginning of each text, such as 'ord_': a letter and up to 31 characters [0-9A-Za-z_-].
 * @param form Digits of the number: decimal, hex, base62 or crockford. If not set, those of the type.
 * @param group Characters between two hyphens, 2 to 32, or 0 for no hyphens.
 * @param check Whether a check symbol is at the end, which finds each wrong character and each swap of two neighbours.
 * @param mask Key that hides how many ids there are, for numbers of up to 64 bits. This is no encryption. With another
 *     key, an old text is another id.
 */
public record TextProperties(
        @DefaultValue("") String prefix,
        @Nullable TextForm form,
        @DefaultValue("0") int group,
        @DefaultValue("false") boolean check,
        @Nullable String mask) {

    PublicText asText() {
        return new PublicText(prefix, form, group, check, mask);
    }

    /** The key is not shown. */
    @Override
    public String toString() {
        return "TextProperties[prefix=" + prefix + "]";
    }
}
