package dev.idgen.snippets;

import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page in English, and the same in Chinese. They are compared in all that needs no knowledge of either language: the
 * sections, and in each the numbers of paragraphs, items and rows, figures, code, links, and blocks of code except for
 * their comments. A page that shortens several English ones has no other code or figures than they have.
 */
record Translation(Page english, Page chinese) {

    /** Begins a line of code. */
    private static final String CODE_LINE = "\0";

    private static final Pattern SECTION = Pattern.compile("(?m)^(?=#+ )");
    private static final Pattern PART = Pattern.compile("\n(?:\\s*\n|(?=\\s*(?:-|\\d+\\.) |[|\0]))");
    private static final Pattern KIND = Pattern.compile("#+|\\||(?:-|\\d+\\.) |");
    private static final Pattern RULE = Pattern.compile("[|\\s:-]*");
    private static final Pattern CODE = Pattern.compile("`[^`]+`");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern FIGURE =
            Pattern.compile("(?<![A-Za-z0-9_.])(\\d+(?:[,.:^/T-]\\d+)*Z?) ?(million|万|亿)?");
    private static final Pattern WITH_DIGIT = Pattern.compile("[\\w:.-]*\\d[\\w:.-]*");
    private static final Map<String, Integer> ZEROS = Map.of("million", 6, "万", 4, "亿", 8);

    /** The zone that an example has in each language. */
    private static final String ENGLISH_ZONE = "zone: Europe/Berlin";

    private static final String CHINESE_ZONE = "zone: Asia/Shanghai";

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

    /** English pages to the page whose translation has what they say, too. */
    private static final Map<String, String> SHORTENED = Map.of(
            "docs/counters.md", "docs/counters.md",
            "docs/tenants.md", "docs/counters.md",
            "docs/fiscal-years.md", "docs/counters.md",
            "docs/imports.md", "docs/counters.md",
            "docs/gapless.md", "docs/gapless.md",
            "docs/gapless-retries.md", "docs/gapless.md",
            "docs/outbox.md", "docs/gapless.md",
            "docs/audit.md", "docs/gapless.md");

    /** Chinese terms, which no English page has. */
    static final Page GLOSSARY = Page.of("docs/zh/glossary.md");

    private static final String README = "README.md";
    private static final String CHINESE_README = "README.zh-CN.md";

    /** All pages that are translated. */
    static Stream<Translation> all() {
        return Repository.pages()
                .filter(Translation::isChinese)
                .filter(page -> !page.equals(GLOSSARY))
                .map(page -> new Translation(englishOf(page), page));
    }

    static boolean isChinese(Page page) {
        return page.toString().equals(CHINESE_README) || page.toString().startsWith("docs/zh/");
    }

    static Page chineseOf(Page english) {
        String path = english.toString();
        return Page.of(path.equals(README) ? CHINESE_README : path.replaceFirst("^docs/", "docs/zh/"));
    }

    static Page englishOf(Page chinese) {
        String path = chinese.toString();
        return Page.of(path.equals(CHINESE_README) ? README : path.replaceFirst("^docs/zh/", "docs/"));
    }

    static boolean isTranslated(Page english) {
        return !isChinese(english)
                && !chineseOf(english).equals(english)
                && Files.exists(chineseOf(english).path());
    }

    /** How the Chinese page would differ if the English one had this text. */
    List<String> differences(String englishText) {
        if (SHORTENED.containsValue(english.toString())) {
            return unknown();
        }
        List<String> here = sections(englishText);
        List<String> there = sections(chinese.text());
        if (here.size() != there.size()) {
            return List.of("%d sections in English, %d in Chinese".formatted(here.size(), there.size()));
        }
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < here.size(); i++) {
            List<String> missing = facts(english, here.get(i));
            List<String> extra = new ArrayList<>(facts(chinese, there.get(i)));
            missing.removeIf(extra::remove);
            if (!missing.isEmpty() || !extra.isEmpty()) {
                differences.add("section '%s'; missing in Chinese: %s; in Chinese only: %s"
                        .formatted(here.get(i).split("\n", 2)[0], missing, extra));
            }
        }
        return differences;
    }

    /** Code and figures that none of several English pages has, if one Chinese page shortens them. */
    private List<String> unknown() {
        List<String> unknown = new ArrayList<>(values(chinese).toList());
        SHORTENED.forEach((from, to) -> {
            if (to.equals(english.toString())) {
                unknown.removeAll(values(Page.of(from)).toList());
            }
        });
        return unknown.stream().map("in Chinese only: "::concat).toList();
    }

    private static Stream<String> values(Page page) {
        return sections(page.text()).stream()
                .flatMap(section -> facts(page, section).stream())
                .filter(fact -> !fact.startsWith("part ") && !fact.startsWith("link to "));
    }

    /** The sections of a page, whose code has no comments. */
    private static List<String> sections(String text) {
        String marked = Page.BLOCK
                .matcher(text.replaceAll("(?m)^<!--.*$", ""))
                .replaceAll(block -> Matcher.quoteReplacement(code(block.group(1), block.group(2))));
        return SECTION.splitAsStream(marked)
                .filter(section -> section.startsWith("#"))
                .toList();
    }

    private static String code(String language, String code) {
        Stream<String> lines = language.equals("text")
                ? found(WITH_DIGIT, code)
                : code.replaceAll(COMMENTS.getOrDefault(language, "(?!)"), "")
                        .replace(CHINESE_ZONE, ENGLISH_ZONE)
                        .lines();
        return lines.filter(line -> !line.isBlank())
                .map(line -> "\n" + CODE_LINE + line)
                .collect(joining());
    }

    private static List<String> facts(Page page, String section) {
        List<String> facts = new ArrayList<>();
        for (String lines : PART.split(section, -1)) {
            String part = lines.startsWith(CODE_LINE) ? lines : lines.strip().replaceAll("\\s+", " ");
            String prose = CODE.matcher(part).replaceAll("`");
            List<String> links = found(LINK, prose).toList();
            if (part.startsWith(CODE_LINE)) {
                facts.add(part.substring(1));
            } else if (!RULE.matcher(part).matches() && links.stream().noneMatch(link -> isBetween(page, link))) {
                facts.add("part "
                        + KIND.matcher(part)
                                .results()
                                .findFirst()
                                .map(MatchResult::group)
                                .orElse(""));
                found(CODE, part).forEach(facts::add);
                links.forEach(link -> facts.add(target(page, link)));
                FIGURE.matcher(LINK.matcher(prose).replaceAll("]"))
                        .results()
                        .map(Translation::figure)
                        .forEach(facts::add);
            }
        }
        return facts;
    }

    private static String figure(MatchResult found) {
        return found.group(2) == null
                ? found.group(1)
                : new BigDecimal(found.group(1))
                        .scaleByPowerOfTen(ZEROS.get(found.group(2)))
                        .toPlainString();
    }

    private static Stream<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(match.groupCount()));
    }

    private static boolean isBetween(Page page, String link) {
        if (link.startsWith("https:") || link.startsWith("#")) {
            return false;
        }
        Page target = page.linked(link);
        return target.equals(GLOSSARY)
                || (!target.equals(page) && inEnglish(target).equals(inEnglish(page)));
    }

    /** Where a link leads to, in words of the English pages. */
    private static String target(Page page, String link) {
        if (link.startsWith("https:")) {
            return link;
        }
        Page target = page.linked(link);
        Page inEnglish = inEnglish(target);
        String shortened = SHORTENED.get(inEnglish.toString());
        if (shortened != null) {
            return "link to " + shortened;
        }
        String anchor = link.contains("#") ? link.substring(link.indexOf('#')) : "";
        if (!anchor.isEmpty() && isTranslated(inEnglish)) {
            anchor = ", section " + (target.anchors().indexOf(anchor.substring(1)) + 1);
        }
        return "link to " + inEnglish + anchor;
    }

    private static Page inEnglish(Page page) {
        return isChinese(page) ? englishOf(page) : page;
    }

    @Override
    public String toString() {
        return chinese.toString();
    }
}
