package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The Chinese pages say what the English ones say, as far as that can be compared. That they are true is held by the tests of the
 * English pages, which take them, too.
 */
class TranslationTests {

    private static final String MARK = "（英文）";

    /** Terms that need no translation at their first use. */
    private static final Set<String> PLAIN =
            Set.of("生成器", "计数器", "业务码", "时钟回拨", "布局", "断号", "主节点", "从节点", "故障转移", "分片");

    private static final Pattern CODE = Pattern.compile("`[^`]+`");

    /** A row of the table of terms. */
    private static final Pattern TERM = Pattern.compile("(?m)^\\| (\\p{IsHan}+) \\| (\\w[\\w ]*) \\|");

    /** A Chinese character beside a Latin one or beside punctuation of half width, and a space beside Chinese punctuation. */
    private static final Pattern UNTIDY = Pattern.compile(
            ".{0,8}(\\p{IsHan}[\\w`(),;:!?]|[\\w`(),;:!?]\\p{IsHan}|[，。；：、（）] (?!\\|)| [，。；：、（）]).{0,8}");

    private static Stream<Translation> translations() {
        return Translation.all();
    }

    private static Stream<Page> chinesePages() {
        return Repository.pages().filter(Translation::isChinese);
    }

    private static Stream<Page> translatedPages() {
        return translations().map(Translation::chinese);
    }

    @Test
    void readmeAndThePagesOfTheFirstDaysAreTranslated() {
        assertThat(translatedPages().map(Page::toString))
                .containsExactly(
                        "README.zh-CN.md",
                        "docs/zh/choosing.md",
                        "docs/zh/databases.md",
                        "docs/zh/generators.md",
                        "docs/zh/getting-started.md",
                        "docs/zh/integrations.md",
                        "docs/zh/keys.md",
                        "docs/zh/migration.md",
                        "docs/zh/operations.md",
                        "docs/zh/sharding.md",
                        "docs/zh/troubleshooting.md");
    }

    @ParameterizedTest
    @MethodSource("translations")
    void eachLanguageLeadsToTheOther(Translation page) {
        assertThat(page.english().links()).first().isEqualTo(link(page.english(), page.chinese()));
        assertThat(page.chinese().links()).first().isEqualTo(link(page.chinese(), page.english()));
    }

    private static String link(Page from, Page to) {
        return from.path().resolveSibling(".").normalize().relativize(to.path()).toString();
    }

    @ParameterizedTest
    @MethodSource("translations")
    void sectionsSayTheSame(Translation page) {
        assertThat(PageComparison.differences(page)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("changes")
    void changeOfTheEnglishPageIsFound(String before, String after, String message) {
        Translation readme = translations().findFirst().orElseThrow();
        String text = readme.english().text();
        assertThat(text).contains(before);

        assertThat(PageComparison.differences(readme, text.replace(before, after)))
                .singleElement()
                .asString()
                .endsWith(message);
    }

    private static Stream<Arguments> changes() {
        return Stream.of(
                arguments(
                        "shorter than 8 seconds",
                        "for 7 seconds",
                        "section 'The guarantee' (唯一性保证), item 1; missing in Chinese: 7 s; in Chinese only: 8 s"),
                arguments(
                        "shorter than 6 seconds",
                        "shorter than 6 minutes",
                        "; missing in Chinese: 6 min; in Chinese only: 6 s"),
                arguments("5 million", "6 million", "; missing in Chinese: 6000000; in Chinese only: 5000000"),
                arguments("within half a second", "within a second", "item 2; in Chinese only: half s"),
                arguments(
                        "\n| Internals |",
                        "\n| More | |\n| Internals |",
                        "1 HEADING, 5 ROW, 1 PARAGRAPH in English, 1 HEADING, 4 ROW, 1 PARAGRAPH in Chinese"),
                arguments(
                        "`idgen.clock.max-skew`",
                        "`idgen.max-skew`",
                        "item 3; missing in Chinese: `idgen.max-skew`; in Chinese only: `idgen.clock.max-skew`"),
                arguments(
                        "MySQL, MariaDB or",
                        "MySQL, Oracle or",
                        "missing in Chinese: Oracle; in Chinese only: MariaDB"),
                arguments(
                        "guarantees.md#capacity)",
                        "guarantees.md#time)",
                        "; missing in Chinese: link to docs/guarantees.md#time; in Chinese only: link to docs/guarantees.md#capacity"),
                arguments("## Try it", "### Try it", "文档] in Chinese"),
                arguments("## Try it", "## Numbers\n\n## Try it", "文档] in Chinese"),
                arguments(
                        "ids.nextId(\"ORDR\");",
                        "ids.nextId(\"ORDER\");",
                        "block 3; missing in Chinese:         return ids.nextId(\"ORDER\");; in Chinese only:         return ids.nextId(\"ORDR\");"),
                arguments(
                        "210821123456789ORDR12345678",
                        "220821123456789ORDR12345678",
                        "block 4; missing in Chinese: 220821123456789ORDR12345678; in Chinese only: 210821123456789ORDR12345678"),
                arguments(
                        "\n- **Secrets.**",
                        "\n- More.\n- **Secrets.**",
                        "section 'What it is not for' (不适合做什么), parts: 1 HEADING, 5 ITEM, 1 PARAGRAPH in English, 1 HEADING, 4 ITEM, 1 PARAGRAPH in Chinese"));
    }

    @ParameterizedTest
    @MethodSource("translations")
    void commentsInCodeMayBeTranslated(Translation page) {
        String text = page.english().text().replace("  data:\n", "  data: # where it is\n");

        assertThat(PageComparison.differences(page, text)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("chinesePages")
    void linksToEnglishPagesSaySo(Page page) {
        for (String link : page.links()) {
            if (!link.startsWith("https:") && !link.matches(".*\\.(webp|sql)")) {
                Page target = page.linked(link);
                boolean ownEnglish = target.equals(Translation.englishOf(page));
                boolean marked = page.text().contains("](" + link + ")" + MARK);
                assertThat(marked).as(link).isEqualTo(!Translation.isChinese(target) && !ownEnglish);
                assertThat(Translation.isTranslated(target) && !ownEnglish)
                        .as("%s is there in Chinese", link)
                        .isFalse();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("translatedPages")
    void termsComeWithTheEnglishOnesAtFirst(Page page) {
        Map<String, String> terms = TERM.matcher(Translation.GLOSSARY.text())
                .results()
                .collect(Collectors.toMap(
                        term -> term.group(1), term -> term.group(2), (one, other) -> one, TreeMap::new));
        assertThat(terms).hasSizeGreaterThan(10).containsKeys(PLAIN.toArray(String[]::new));
        terms.keySet().removeAll(PLAIN);
        String prose = prose(page);
        assertThat(terms.keySet())
                .filteredOn(prose::contains)
                .allSatisfy(term ->
                        assertThat(prose.substring(prose.indexOf(term))).startsWith(term + "（" + terms.get(term)));
    }

    /** Paragraphs and items. Headings and tables have no room for a second language. */
    private static String prose(Page page) {
        return page.sections().stream()
                .flatMap(section -> section.parts().stream())
                .filter(part -> part.kind() == Section.Kind.PARAGRAPH || part.kind() == Section.Kind.ITEM)
                .map(part -> part.text().replaceAll("]\\([^)]*\\)", "").replaceAll("[\\[*]", ""))
                .collect(Collectors.joining("\n"));
    }

    @ParameterizedTest
    @MethodSource("chinesePages")
    void chineseIsSetAsChineseIs(Page page) {
        List<String> untidy = page.sections().stream()
                .flatMap(section -> section.parts().stream())
                .map(part -> CODE.matcher(part.text()).replaceAll("`x`"))
                .map(text -> text.replaceAll("]\\([^)]*\\)", "").replaceAll("!?\\[", ""))
                .flatMap(text -> UNTIDY.matcher(text).results())
                .map(MatchResult::group)
                .toList();
        assertThat(untidy).isEmpty();
    }
}
