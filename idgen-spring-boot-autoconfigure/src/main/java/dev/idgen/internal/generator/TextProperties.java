package dev.idgen.internal.generator;

import dev.idgen.PublicText;
import dev.idgen.TextForm;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties under {@code idgen.generators.<name>.text}.
 *
 * @param prefix Prefix of each text, such as 'ord_': a letter and up to 31 characters [0-9A-Za-z_-].
 * @param form Digits of the number: decimal, hex, base62, crockford or typeid. If not set: those of the type.
 * @param group Characters between two hyphens, 2 to 32, or 0 for no hyphens.
 * @param check Whether a check symbol ends the text. It detects any single wrong character and any swap of two
 *     neighbours.
 * @param mask Key that hides how many ids there are, for ids of up to 64 bits, or the time of UUIDs, ULIDs and object
 *     ids. It is not encryption. The same in all instances: with another key, an old text would be another id, so the
 *     application does not start. Of several keys, the newest comes first and writes, and all read.
 */
record TextProperties(
        @DefaultValue("") String prefix,
        @Nullable TextForm form,
        @DefaultValue("0") int group,
        @DefaultValue("false") boolean check,
        @Nullable List<String> mask) {

    PublicText asText() {
        // Boot binds an empty value, as of a variable that is not set, to no keys. Ids would then be shown as they are.
        List<String> keys = mask == null ? List.of() : mask.isEmpty() ? List.of("") : mask;
        return new PublicText(prefix, form, group, check, keys);
    }

    /** Omits the key, which is a secret. */
    @Override
    public String toString() {
        return "TextProperties[prefix=" + prefix + "]";
    }
}
