package dev.idgen.internal.codec;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Strings that no honest client sends: any characters, any length, and valid ids with damage.
 *
 * <p>{@code -Didgen.hostile.tries=100000} tries harder, {@code -Didgen.hostile.seed} elsewhere.
 */
public final class HostileTexts {

    private static final int USUAL_TRIES = 60;
    private static final int TRIES = Integer.getInteger("idgen.hostile.tries", USUAL_TRIES);
    private static final long FIRST_SEED = Long.getLong("idgen.hostile.seed", 1);

    private static final int HUGE = 100_000;

    private static final List<String> KNOWN = List.of(("| |null|-1|+1|0|00|1e9|0x10|1_000|NaN"
                    + "|9223372036854775807|9223372036854775808|-9223372036854775808"
                    + "|18446744073709551615|18446744073709551616"
                    + "|7ZZZZZZZZZZZZZZZZZZZZZZZZZ|80000000000000000000000000"
                    + "|ffffffff-ffff-ffff-ffff-ffffffffffff|0-0-0-0-0"
                    + "|${jndi:x}|#{1/0}|${|%s%n|\u0000|\uD800|\uFEFF1|\u202E321")
            .split("\\|"));

    private static final String SPECIAL =
            " \t\r\n\0+-_.,:;/\\'\"{}[]()$%#\u00A0\u0130\u0131\u017F\u212A\u0660\u06F0\u0966"
                    + "\uFF10\uFF11\uFF21\uD835\uDFCE\uD800\uDC00\u200B\u202E\uFFFF";

    private HostileTexts() {}

    /** Tries with as many seeds as the build, or the system property, wants, and names the one that failed. */
    public static void forEachSeed(Consumer<RandomGenerator> check) {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + TRIES; seed++) {
            try {
                check.accept(new SplittableRandom(seed));
            } catch (RuntimeException | Error e) {
                throw new AssertionError("with seed " + seed, e);
            }
        }
    }

    /** A text of some kind. The valid ones, which are damaged, are made by the function given. */
    public static String next(RandomGenerator random, Function<RandomGenerator, String> valid) {
        return switch (random.nextInt(8)) {
            case 0 -> KNOWN.get(random.nextInt(KNOWN.size()));
            case 1 -> characters(random, random.nextInt(40), 0x10000);
            case 2 -> characters(random, random.nextInt(40), 128);
            case 3 -> random.nextInt(50) == 0 ? huge(random, valid.apply(random)) : Long.toString(random.nextLong());
            default -> damaged(random, valid.apply(random));
        };
    }

    private static String characters(RandomGenerator random, int length, int bound) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((char) random.nextInt(bound));
        }
        return text.toString();
    }

    private static String huge(RandomGenerator random, String valid) {
        return switch (random.nextInt(3)) {
            case 0 -> "9".repeat(HUGE);
            case 1 -> characters(random, HUGE, 0x10000);
            default -> valid.repeat(HUGE / (valid.length() + 1) + 1);
        };
    }

    private static String damaged(RandomGenerator random, String valid) {
        StringBuilder text = new StringBuilder(valid);
        for (int i = random.nextInt(4); i >= 0; i--) {
            damage(random, text);
        }
        return text.toString();
    }

    private static void damage(RandomGenerator random, StringBuilder text) {
        int at = random.nextInt(text.length() + 1);
        int end = Math.min(at + 1, text.length());
        switch (random.nextInt(8)) {
            case 0 -> text.delete(at, end);
            case 1 -> text.insert(at, character(random));
            case 2 -> text.setLength(at);
            case 3 -> text.append(text, 0, at);
            case 4 -> text.replace(at, end, text.substring(at, end).toUpperCase(Locale.ROOT));
            case 5 -> text.replace(at, end, Character.toString((char) ('0' + random.nextInt(75))));
            case 6 -> text.reverse();
            default -> text.replace(at, end, Character.toString(character(random)));
        }
    }

    private static char character(RandomGenerator random) {
        return random.nextBoolean()
                ? SPECIAL.charAt(random.nextInt(SPECIAL.length()))
                : (char) ('0' + random.nextInt(75));
    }
}
