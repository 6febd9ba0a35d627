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
     * @return null for the generator's template; if that has {@code {key}}, no other is allowed. Otherwise a template
     *     whose numbers restart in the same periods, with a letter or a sign between date and number. Its digits limit
     *     the key's numbers, as does {@code max}
     */
    @Nullable
    String template(String generator, String key);
}
