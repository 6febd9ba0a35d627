package dev.idgen.internal.ids;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Says what a user probably mistyped. Stateless. */
final class LikelyMistake {

    private static final char HYPHEN = '-';

    /** Pairs of characters that people confuse. */
    private static final List<String> ALIKE = List.of("8B", "5S", "2Z", "6G", "17", "VU");

    /** Longer strings are not searched for a mistake. */
    private static final int LONGEST_SEARCHED = 100;

    private LikelyMistake() {}

    /**
     * Swapped neighbours, or a character that looks like another. Named only if exactly one such change makes the text
     * right.
     *
     * @param from where the part begins that may have a mistake
     */
    static String of(String written, int from, Predicate<String> isRight) {
        List<String> found = new ArrayList<>();
        for (int i = written.length() > LONGEST_SEARCHED ? written.length() : from; i < written.length(); i++) {
            int next = i + 1;
            while (next < written.length() && written.charAt(next) == HYPHEN) {
                next++;
            }
            char here = written.charAt(i);
            if (next < written.length() && isRight.test(changed(written, i, written.charAt(next), next, here))) {
                found.add("characters " + (i + 1) + " and " + (next + 1) + " may be swapped");
            }
            for (String pair : ALIKE) {
                int at = pair.indexOf(Character.toUpperCase(here));
                if (at >= 0 && isRight.test(changed(written, i, pair.charAt(1 - at), i, pair.charAt(1 - at)))) {
                    found.add("character " + (i + 1) + " may be " + pair.charAt(1 - at));
                }
            }
        }
        return found.size() == 1 ? found.get(0) : "a character is wrong, or two are swapped";
    }

    private static String changed(String written, int first, char one, int second, char other) {
        StringBuilder changed = new StringBuilder(written);
        changed.setCharAt(first, one);
        changed.setCharAt(second, other);
        return changed.toString();
    }
}
