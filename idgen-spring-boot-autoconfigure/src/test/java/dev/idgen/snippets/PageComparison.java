package dev.idgen.snippets;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds what a page says and its translation does not, of all that can be compared without knowing either language: the sections, and in
 * each the numbers of paragraphs, items and rows, figures, code, links, and blocks of code except for their comments.
 */
final class PageComparison {

    private static final Pattern CODE = Pattern.compile("`[^`]+`");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern FIGURE =
            Pattern.compile("(?<![A-Za-z0-9_.])(\\d+(?:[,.:^/T-]\\d+)*Z?) ?(million|万|亿)?");
    private static final Pattern WITH_DIGIT = Pattern.compile("[\\w:.-]*\\d[\\w:.-]*");
    private static final Map<String, BigDecimal> SCALES = Map.of(
            "million", BigDecimal.valueOf(1_000_000),
            "万", BigDecimal.valueOf(10_000),
            "亿", BigDecimal.valueOf(100_000_000));

    private static final String SLASHES = "(?s) *(//[^\n]*|/\\*.*?\\*/)";
    private static final String HASHES = "(?m)(^| +)#.*$";

    /** Comments, by the language of the block. */
    private static final Map<String, String> COMMENTS = Map.of(
            "java", SLASHES,
            "kotlin", SLASHES,
            "groovy", SLASHES,
            "yaml", HASHES,
            "shell", HASHES,
            "sql", "(?m) *--.*$",
            "xml", "(?s) *<!--.*?-->");

    private PageComparison() {}

    static List<String> differences(Translation translation) {
        return differences(translation, translation.english().text());
    }

    /** What would differ if the English page were another. */
    static List<String> differences(Translation translation, String englishText) {
        List<Section> english = Section.of(englishText);
        List<Section> chinese = translation.chinese().sections();
        List<Integer> levels = english.stream().map(Section::level).toList();
        if (!levels.equals(chinese.stream().map(Section::level).toList())) {
            return List.of("sections: %s in English, %s in Chinese".formatted(headings(english), headings(chinese)));
        }
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < english.size(); i++) {
            List<String> here = facts(translation.english(), english.get(i));
            List<String> there = facts(translation.chinese(), chinese.get(i));
            List<String> missing = missing(here, there);
            List<String> extra = missing(there, here);
            if (!missing.isEmpty() || !extra.isEmpty()) {
                differences.add("section '%s'; missing in Chinese: %s; in Chinese only: %s"
                        .formatted(english.get(i).heading(), missing, extra));
            }
        }
        return differences;
    }

    private static List<String> headings(List<Section> sections) {
        return sections.stream().map(Section::heading).toList();
    }

    /** What there is more often in one list than in the other. */
    private static List<String> missing(List<String> here, List<String> there) {
        List<String> left = new ArrayList<>(there);
        return here.stream().filter(fact -> !left.remove(fact)).toList();
    }

    private static List<String> facts(Page page, Section section) {
        List<String> facts = new ArrayList<>();
        for (Section.Part part : section.parts()) {
            List<String> links = found(LINK, CODE.matcher(part.text()).replaceAll("`"));
            if (links.stream().noneMatch(link -> isBetweenLanguages(page, link))) {
                facts.add(part.kind().toString());
                facts.addAll(found(CODE, part.text()));
                links.forEach(link -> facts.add(target(page, link)));
                String prose =
                        LINK.matcher(CODE.matcher(part.text()).replaceAll("`")).replaceAll("]");
                FIGURE.matcher(prose).results().map(PageComparison::figure).forEach(facts::add);
            }
        }
        section.blocks().forEach(block -> facts.addAll(facts(block)));
        return facts;
    }

    private static List<String> facts(Page.Block block) {
        if (block.language().equals("text")) {
            return Stream.concat(
                            found(WITH_DIGIT, block.code()).stream(),
                            block.code().lines().map(line -> "line"))
                    .toList();
        }
        String comments = COMMENTS.get(block.language());
        String code = comments == null ? block.code() : block.code().replaceAll(comments, "");
        return code.lines().filter(line -> !line.isBlank()).toList();
    }

    private static String figure(MatchResult found) {
        return found.group(2) == null
                ? found.group(1)
                : new BigDecimal(found.group(1))
                        .multiply(SCALES.get(found.group(2)))
                        .toPlainString();
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(match.groupCount()))
                .toList();
    }

    private static boolean isBetweenLanguages(Page page, String link) {
        if (link.startsWith("https:") || link.startsWith("#")) {
            return false;
        }
        Page target = page.linked(link);
        return target.equals(Translation.GLOSSARY)
                || (!target.equals(page) && inEnglish(target).equals(inEnglish(page)));
    }

    /** Where a link leads to, in words of the English pages. */
    private static String target(Page page, String link) {
        if (link.startsWith("https:")) {
            return link;
        }
        Page target = page.linked(link);
        Page inEnglish = inEnglish(target);
        String anchor = link.contains("#") ? link.substring(link.indexOf('#')) : "";
        if (!anchor.isEmpty() && Translation.isTranslated(inEnglish)) {
            anchor = ", section " + (target.anchors().indexOf(anchor.substring(1)) + 1);
        }
        return "link to " + inEnglish + anchor;
    }

    private static Page inEnglish(Page page) {
        return Translation.isChinese(page) ? Translation.englishOf(page) : page;
    }
}
