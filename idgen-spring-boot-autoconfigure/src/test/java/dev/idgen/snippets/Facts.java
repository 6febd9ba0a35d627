package dev.idgen.snippets;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a text says alike in English and Chinese: figures with their units, code, links, and names of things.
 *
 * @param same what both languages must have equally often
 * @param names what is written with a capital letter within a sentence
 * @param words all words in Latin letters, in lower case
 */
record Facts(List<String> same, Set<String> names, Set<String> words) {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern FIGURE = Pattern.compile(
            "(?<![A-Za-z0-9_.])(\\d+(?:[,.:^/T-]\\d+)*Z?)( ?(?:decimal |random )?([a-z%]+|\\p{IsHan}+)?)");
    private static final Pattern HALF = Pattern.compile("half an? ([a-z]+)|半(秒|分钟|小时|天|年)");
    private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*");
    private static final Pattern ENGLISH_NAME = Pattern.compile("(?<=[a-z,;)`] )[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*");
    private static final Pattern CHINESE_NAME = Pattern.compile("(?<![A-Za-z0-9-])[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*");

    /** Beginnings of what follows a figure, the longer ones first, and the unit of both languages. */
    private static final List<Map.Entry<Pattern, String>> UNITS = List.of(
            unit("(milliseconds?|ms)\\b|毫秒", "ms"),
            unit("(seconds?|s)\\b|秒", "s"),
            unit("(minutes?|min)\\b|分钟", "min"),
            unit("(hours?|h)\\b|小时", "h"),
            unit("days?\\b|天", "days"),
            unit("months?\\b|个月", "months"),
            unit("(bits?|digits?)\\b|位", "bits or digits"),
            unit("characters?\\b|个?字符", "characters"),
            unit("bytes?\\b|字节", "bytes"),
            unit("%", "%"));

    private static final Map<String, BigDecimal> SCALES = Map.of(
            "million", BigDecimal.valueOf(1_000_000),
            "万", BigDecimal.valueOf(10_000),
            "亿", BigDecimal.valueOf(100_000_000));

    private static Map.Entry<Pattern, String> unit(String beginning, String name) {
        return Map.entry(Pattern.compile(beginning), name);
    }

    /** @param links makes one of the links of both languages */
    static Facts of(String text, boolean english, UnaryOperator<String> links) {
        List<String> same = new ArrayList<>();
        CODE.matcher(text).results().forEach(code -> same.add("`" + code.group(1) + "`"));
        String prose = CODE.matcher(text).replaceAll("`");
        links(text).map(links).forEach(same::add);
        prose = LINK.matcher(prose).replaceAll("]");
        FIGURE.matcher(prose).results().map(Facts::figure).forEach(same::add);
        HALF.matcher(prose).results().map(Facts::half).forEach(same::add);
        Set<String> words = new TreeSet<>();
        WORD.matcher(prose).results().forEach(word -> words.add(word.group().toLowerCase(Locale.ROOT)));
        Set<String> names = new TreeSet<>();
        (english ? ENGLISH_NAME : CHINESE_NAME).matcher(prose).results().forEach(name -> names.add(name.group()));
        return new Facts(same.stream().sorted().toList(), names, words);
    }

    /** What the links of a text point to. */
    static Stream<String> links(String text) {
        return LINK.matcher(CODE.matcher(text).replaceAll("`")).results().map(link -> link.group(1));
    }

    /** All words of a text that have a digit. */
    static List<String> figures(String text) {
        return Pattern.compile("[\\w:.-]*\\d[\\w:.-]*")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .toList();
    }

    private static String figure(MatchResult found) {
        String after = found.group(3) == null ? "" : found.group(3);
        for (Map.Entry<String, BigDecimal> scale : SCALES.entrySet()) {
            if (after.startsWith(scale.getKey())) {
                return new BigDecimal(found.group(1)).multiply(scale.getValue()).toPlainString();
            }
        }
        return found.group(1) + unitOf(after);
    }

    private static String half(MatchResult found) {
        return "half" + unitOf(found.group(1) == null ? found.group(2) : found.group(1));
    }

    private static String unitOf(String after) {
        for (Map.Entry<Pattern, String> unit : UNITS) {
            Matcher beginning = unit.getKey().matcher(after);
            if (beginning.lookingAt()) {
                return " " + unit.getValue();
            }
        }
        return "";
    }
}
