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
 * Finds the ids in one text, and reads each once however often it stands there. Words, joined by hyphens and underscores or not,
 * are tried as a whole, then their parts: {@code order-0SAD7ZMVGB00J} has an id in it. For one thread.
 */
final class TextReader {

    /** Ids that are looked for are not longer. */
    private static final int LONGEST = 64;

    /** A UUID has five parts; no id has more than these. */
    private static final int MOST_PARTS = 8;

    /** Check symbols that are of no word. */
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
     * @param ofNumbers the generator that all numbers are said to be of; null if nothing is said
     * @param most how many places are marked
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

    /** A text of one word was put in on purpose: it is read by all generators that can, with their doubts. */
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

    /** A check symbol that is of no word belongs to the id if the id is right with it, or if there is none without it. */
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

    /** What the generator reads in a number that it is said to be of, otherwise what all read. */
    private List<Explained> readings(String word) {
        Explained chosen = ofNumbers != null && Plausibility.isNumber(word) ? ofNumbers.find(word) : null;
        return chosen == null ? readingsOfAll(word) : List.of(chosen);
    }

    /** What all generators read in a word, the most likely reading first. */
    private List<Explained> readingsOfAll(String word) {
        return generators.all().stream()
                .map(generator -> generator.find(word))
                .filter(Objects::nonNull)
                .sorted(Comparator.<Explained, Boolean>comparing(reading -> reading.doubt() != null)
                        .thenComparing(reading -> age(reading))
                        .thenComparing(reading -> !reading.id().equalsIgnoreCase(word)))
                .toList();
    }

    /** Of several times that an id may be from, the latest is the most likely; texts without one come last. */
    private Duration age(Explained reading) {
        Instant made = reading.instant();
        return made == null
                ? Duration.ofSeconds(Long.MAX_VALUE)
                : Duration.between(made, now).abs();
    }
}
