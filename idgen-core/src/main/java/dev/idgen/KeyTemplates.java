package dev.idgen;

import org.jspecify.annotations.Nullable;

/**
 * Chooses how ids of a key look, such as those of a tenant with its own format. A bean of this type serves all
 * generators that have keys and a template. A template only decides the text: the counter does not change with it, and
 * ids issued before stay as they are.
 *
 * <p>It is asked at each {@link KeyedIds#forKey}, from any thread, so it should keep in memory what it reads elsewhere.
 */
@FunctionalInterface
public interface KeyTemplates {

    /**
     * The template of a key's ids, such as {@code RE/{yy}/{0000}}.
     *
     * @param generator the generator's name
     * @return a template with the same date as the generator's, or another text of the same years, and with a letter or
     *     a sign between date and number. The numbers end at its digits or at {@code max}. Null for the generator's, and
     *     always if that one has {@code {key}}, because ids are unique across keys then
     */
    @Nullable
    String template(String generator, String key);
}
