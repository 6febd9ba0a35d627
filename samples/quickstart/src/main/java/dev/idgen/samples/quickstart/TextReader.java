package dev.idgen.samples.quickstart;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the ids in one text, and reads each distinct id once. Tries whole words, with hyphens and underscores, then
 * their parts: {@code order-0SAD7ZMVGB00J} contains an id. Not thread-safe.
 */
final class TextReader {

    /** The length of the longest id. */
    private static final int LONGEST = 64;

    /** More than any id has; a UUID has five. */
    private static final int MOST_PARTS = 8;

    /** Check symbols that are not part of words. */
    private static final String SYMBOLS = "*~$=_";

    private final Generators generators;
    private final @Nullable GeneratorReader<?> ofNumbers;
    private final int most;
    private final Instant now;

    private final Map<String, List<Explained>> read = new HashMap<>();
    private final Map<String, Integer> indexes = new HashMap<>();
    private final List<FoundIds.Found> ids = new ArrayList<>();
    private final List<int[]> places = new ArrayList<>();
    private boolean complete = true;

    /**
     * A reader of one text.
     *
     * @param ofNumbers the generator of all numbers, if the user says so; otherwise null
     * @param most how many places to mark
     */
    TextReader(Generators generators, @Nullable GeneratorReader<?> ofNumbers, int most, Instant now) {
        this.now = now;
        this.generators = generators;
        this.ofNumbers = ofNumbers;
        this.most = most;
    }

    FoundIds read(String text) {
        if (!readAlone(text)) {
            Words words = new Words(text);
            while (complete && words.next()) {
                readWord(text, words.bounds());
            }
        }
        return new FoundIds(ids, places, complete);
    }

    /** Reads a text of one word, which the user means as an id, with all generators, and shows their doubts. */
    private boolean readAlone(String text) {
        String word = text.strip();
        if (word.isEmpty() || word.length() > LONGEST || word.chars().anyMatch(Character::isWhitespace)) {
            return false;
        }
        List<Explained> readings = readings(word);
        if (readings.isEmpty()) {
            return false;
        }
        int start = text.indexOf(word);
        mark(start, start + word.length(), word, readings);
        return true;
    }

    /** Marks the longest parts of a word that are ids, from left to right. */
    private void readWord(String text, List<int[]> parts) {
        int from = 0;
        while (from < parts.size()) {
            int to = Math.min(parts.size(), from + MOST_PARTS);
            while (to > from && !readChecked(text, parts.get(from)[0], parts.get(to - 1)[1])) {
                to--;
            }
            from = Math.max(to, from + 1);
        }
    }

    /**
     * Reads a word as an id. It takes in the check symbol that follows if the two make a valid id, or if the word
     * without it makes none.
     */
    private boolean readChecked(String text, int start, int end) {
        boolean symbol = end - start < LONGEST && end < text.length() && SYMBOLS.indexOf(text.charAt(end)) >= 0;
        return (symbol && isId(text.substring(start, end + 1)) && readParts(text, start, end + 1))
                || readParts(text, start, end)
                || (symbol && readParts(text, start, end + 1));
    }

    private boolean isId(String word) {
        return read.computeIfAbsent(word, this::likely).stream().anyMatch(reading -> reading.mistake() == null);
    }

    private boolean readParts(String text, int start, int end) {
        if (end - start > LONGEST) {
            return false;
        }
        String word = text.substring(start, end);
        if (Plausibility.isNumber(word) && Words.isPartOfNumber(text, start, end)) {
            return false;
        }
        List<Explained> readings = read.computeIfAbsent(word, this::likely);
        if (readings.isEmpty()) {
            return false;
        }
        mark(start, end, word, readings);
        return true;
    }

    private void mark(int start, int end, String word, List<Explained> readings) {
        if (places.size() == most) {
            complete = false;
            return;
        }
        Integer index = indexes.get(word);
        if (index == null) {
            index = ids.size();
            indexes.put(word, index);
            ids.add(new FoundIds.Found(word, readings));
        }
        places.add(new int[] {start, end, index});
    }

    private List<Explained> likely(String word) {
        if (ofNumbers != null && Plausibility.isNumber(word)) {
            Explained chosen = ofNumbers.find(word);
            if (chosen != null && ofNumbers.plausibility().doubtOfChosen(chosen.instant()) == null) {
                return List.of(chosen.chosen());
            }
        }
        if (word.length() < Plausibility.FEWEST_CHARACTERS || word.chars().noneMatch(c -> c >= '0' && c <= '9')) {
            return List.of();
        }
        return readingsOfAll(word).stream()
                .filter(reading -> reading.doubt() == null || Plausibility.isWorthShowing(reading.doubt()))
                .toList();
    }

    /** The reading of the generator that the user chose for numbers, otherwise those of all generators. */
    private List<Explained> readings(String word) {
        Explained chosen = ofNumbers != null && Plausibility.isNumber(word) ? ofNumbers.find(word) : null;
        return chosen == null ? readingsOfAll(word) : List.of(chosen);
    }

    /** The readings of all generators, the most likely first. */
    private List<Explained> readingsOfAll(String word) {
        return generators.all().stream()
                .map(generator -> generator.find(word))
                .filter(Objects::nonNull)
                .sorted(Comparator.<Explained, Boolean>comparing(reading -> reading.doubt() != null)
                        .thenComparing(reading -> age(reading))
                        .thenComparing(reading -> !reading.id().equalsIgnoreCase(word)))
                .toList();
    }

    /** Orders readings: the latest time is the most likely, and readings without a time come last. */
    private Duration age(Explained reading) {
        Instant made = reading.instant();
        return made == null
                ? Duration.ofSeconds(Long.MAX_VALUE)
                : Duration.between(made, now).abs();
    }
}
