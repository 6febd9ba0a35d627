package dev.idgen.internal.lease;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * What happens to the stored entry of a generator. A missing one is written, one whose fingerprint is named is
 * replaced, and one that differs is kept and reported. Settings that only the stored entry has are of another version,
 * and kept.
 *
 * <p>Pure, without clock, store or randomness.
 *
 * @param own this instance's entry
 * @param replaces the fingerprint of the entry that {@code own} replaces; null if it replaces none
 */
record AgreementRule(LeaseText own, @Nullable String replaces) {

    /** The setting whose keys may get newer ones, which an older instance does not know. */
    private static final String MASK = "mask";

    /**
     * A setting that differs.
     *
     * @param fingerprint that of the stored entry
     */
    record Difference(String setting, String expected, String actual, String fingerprint) {}

    /** The reaction to a stored entry, null if there is none. */
    Step<Optional<Difference>> step(String name, @Nullable String stored) {
        if (stored == null || fingerprint(stored).equals(replaces)) {
            return write(name, own);
        }
        LeaseText merged;
        try {
            merged = LeaseText.parse(stored);
        } catch (IllegalArgumentException e) {
            return differs("text", stored, own.toString(), stored);
        }
        for (Map.Entry<String, String> setting : own.fields().entrySet()) {
            String key = setting.getKey();
            String actual = setting.getValue();
            String expected = merged.find(key).orElse(actual);
            boolean isMask = key.equals(MASK);
            boolean isNewer = isMask && extend(actual, expected);
            if (!actual.equals(expected) && !isNewer && !(isMask && extend(expected, actual))) {
                return differs(key, expected, actual, stored);
            }
            merged = merged.with(key, isNewer ? actual : expected);
        }
        return merged.toString().equals(stored) ? Step.answer(Optional.empty()) : write(name, merged);
    }

    private static Step<Optional<Difference>> write(String name, LeaseText text) {
        return Step.write(List.of(name), name, text.toString(), Optional.empty());
    }

    private static Step<Optional<Difference>> differs(String setting, String expected, String actual, String stored) {
        return Step.answer(Optional.of(new Difference(setting, expected, actual, fingerprint(stored))));
    }

    /** Whether these are the other keys, followed by newer ones. */
    private static boolean extend(String keys, String others) {
        return keys.startsWith(others + "+");
    }

    /** Up to seven characters [0-9a-z]. */
    static String fingerprint(String text) {
        CRC32 sum = new CRC32();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return Long.toString(sum.getValue(), Character.MAX_RADIX);
    }
}
