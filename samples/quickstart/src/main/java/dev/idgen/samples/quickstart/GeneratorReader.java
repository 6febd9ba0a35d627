package dev.idgen.samples.quickstart;

import dev.idgen.DecodedId;
import dev.idgen.IdGenerator;
import dev.idgen.IdScheme;
import dev.idgen.InvalidIdException;
import dev.idgen.LongIdGenerator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A generator, and a reader of its ids: in their usual text, and numbers also as decimal digits. */
record GeneratorReader<T>(String name, IdGenerator<T> generator, String prefix, Plausibility plausibility) {

    private static final String HYPHEN = "-";

    /** A string id with a letter in its business code, so that other numbers are none. */
    private static final Pattern STRING_ID = Pattern.compile("\\d{15}(?=[0-9A-Z]*[A-Z])[0-9A-Z]{1,4}\\d{8}");

    IdScheme scheme() {
        return generator.scheme();
    }

    List<String> next(int count) {
        return generator.next(count).stream().map(generator::format).toList();
    }

    /**
     * The parts of an id in its usual text.
     *
     * @throws InvalidIdException if it is not an id of this generator
     */
    Explained explain(String text) {
        T id = generator.parse(text);
        return explain(text, generator.format(id), generator.decode(id));
    }

    /** The parts of an id within a text; null if the generator does not write its ids like that. */
    @Nullable
    Explained find(String text) {
        try {
            Explained usual = explain(text);
            return isWritten(text, usual.id()) ? usual : null; // parsers accept more forms than generators write
        } catch (InvalidIdException e) {
            if (isNearly(text, String.valueOf(e.getMessage()))) {
                return new Explained(name, text, null, null, Map.of(), null, e.getMessage());
            }
            return generator instanceof LongIdGenerator longs ? findNumber(longs, text) : null;
        }
    }

    /** Whether a text that is no id is meant as one: it has a wrong check symbol, or a wrong time before the code. */
    private boolean isNearly(String text, String why) {
        return name.equals(Generators.STRING)
                ? STRING_ID.matcher(text).matches()
                : !prefix.isEmpty()
                        && text.regionMatches(true, 0, prefix, 0, prefix.length())
                        && why.contains("check symbol");
    }

    /** Ignores case, and hyphens between groups. */
    private static boolean isWritten(String text, String id) {
        return id.equalsIgnoreCase(text) || id.replace(HYPHEN, "").equalsIgnoreCase(text.replace(HYPHEN, ""));
    }

    private @Nullable Explained findNumber(LongIdGenerator longs, String text) {
        try {
            long id = Long.parseLong(text);
            return Long.toString(id).equals(text) ? explain(text, longs.format(id), longs.decode(id)) : null;
        } catch (NumberFormatException | InvalidIdException e) {
            return null;
        }
    }

    private Explained explain(String text, String id, DecodedId read) {
        Map<String, String> parts = new LinkedHashMap<>();
        read.parts()
                .forEach((part, value) -> parts.put(
                        part, value instanceof Long number ? Long.toUnsignedString(number) : value.toString()));
        String doubt = plausibility.doubt(text, read.instant());
        return new Explained(name, id, read.instant(), parts.remove("business"), parts, doubt, null);
    }
}
