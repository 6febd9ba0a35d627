package dev.idgen.internal.codec;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name closest to a misspelt one. Case and separators do not count. Stateless. */
public final class NearestName {

    /** Names longer than this may have more wrong letters. */
    private static final int SHORT = 3;

    private static final int LONG = 7;

    private NearestName() {}

    /** The known name that was probably meant; empty if none is close. */
    public static Optional<String> of(String written, Collection<String> known) {
        return known.stream()
                .filter(name -> isNear(written, name))
                .min(Comparator.comparingInt(name -> distance(written, name)));
    }

    /**
     * A question to append to advice: whether the closest name was meant, or one of those that begin as written. Empty
     * if none is close.
     */
    public static String question(String written, Collection<String> known) {
        List<String> longer =
                known.stream().filter(name -> isBeginning(written, name)).toList();
        List<String> meant = longer.isEmpty() ? of(written, known).stream().toList() : longer;
        return meant.isEmpty() ? "" : " Did you mean '" + String.join("' or '", meant) + "'?";
    }

    /** Whether few letters are wrong, or the last letters are missing. */
    public static boolean isNear(String written, String known) {
        String given = plain(written);
        String meant = plain(known);
        int most = given.length() <= SHORT ? 1 : given.length() <= LONG ? 2 : 3;
        return distance(given, meant) <= Math.min(most, meant.length() / 2) || isBeginning(written, known);
    }

    private static boolean isBeginning(String written, String known) {
        return plain(written).length() > SHORT && plain(known).startsWith(plain(written));
    }

    /** How many letters to insert, delete, replace or swap with their neighbour (optimal string alignment). */
    public static int distance(String one, String other) {
        String from = plain(one);
        String to = plain(other);
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : least(cost, from, to, i, j);
            }
        }
        return cost[from.length()][to.length()];
    }

    private static int least(int[][] cost, String from, String to, int i, int j) {
        boolean same = from.charAt(i - 1) == to.charAt(j - 1);
        int least = Math.min(cost[i - 1][j - 1] + (same ? 0 : 1), 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
    }

    private static String plain(String name) {
        StringBuilder plain = new StringBuilder();
        name.toLowerCase(Locale.ROOT).chars().filter(Character::isLetterOrDigit).forEach(plain::appendCodePoint);
        return plain.toString();
    }
}
