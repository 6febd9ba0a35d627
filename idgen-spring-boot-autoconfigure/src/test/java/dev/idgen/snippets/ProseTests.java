package dev.idgen.snippets;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages, and comments of the main code, are short and in plain English. */
class ProseTests {

    private static final int WORDS_OF_A_SENTENCE = 25;
    private static final long WORDS_OF_THE_README = 651;

    private static final Pattern NOT_USED = Pattern.compile("(?i)\\b(to be had|of account|at the most|reckon\\w*"
            + "|nobody|somebody|anybody|beforehand|thereby|wherein|whereupon|upon which|for want of|dearer|texts"
            + "|he|him|his|whom|whoever|those who|is no id|are no ids|stands \\d+ times|torn apart|of (no )?use|at hand"
            + "|likewise|save for|for ever|spoilt|is to be|are to be|at one stroke|ceases?)\\b");

    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*(/\\*|\\*|//).*");
    private static final Pattern CODE_OR_GENERATED =
            Pattern.compile("(?ms)^ *```.*?^ *```$|<!-- begin .*?<!-- end [^>]*>|<!--.*?-->");
    private static final Pattern NOT_PROSE = Pattern.compile("(?m)^( *([|#>]|!\\[)| {4}).*$");
    private static final Pattern PART = Pattern.compile("\n\\s*\n|\n *(- |\\d+\\. )");
    private static final Pattern QUOTED =
            Pattern.compile("]\\([^)]*\\)|`[^`]*`|\"[^\"]*\"|\\{@\\w+ ([^{}]|\\{[^{}]*})*}");
    private static final Pattern END = Pattern.compile("(?<=[.!?:][*)]{0,3})\\s+");
    private static final Pattern WORD = Pattern.compile("\\S*[\\p{L}\\d]\\S*");

    private static Stream<Page> pages() {
        return Repository.pages().filter(page -> page.toString().matches("README\\.md|docs/[^/]+\\.md"));
    }

    private static String prose(Page page) {
        return CODE_OR_GENERATED.matcher(page.text()).replaceAll("\n");
    }

    private static String comments(Page source) {
        return COMMENT.matcher(source.text()).results().map(MatchResult::group).collect(joining("\n"));
    }

    private static long words(String text) {
        return WORD.matcher(text).results().count();
    }

    @Test
    void sentencesAreShort() {
        assertThat(pages().flatMap(page -> PART.splitAsStream(
                                NOT_PROSE.matcher(prose(page)).replaceAll("")))
                        .flatMap(part -> END.splitAsStream(QUOTED.matcher(part).replaceAll("x")))
                        .filter(sentence -> words(sentence) > WORDS_OF_A_SENTENCE))
                .isEmpty();
    }

    @Test
    void wordsAreCommonOnes() {
        assertThat(Stream.concat(
                                pages().map(ProseTests::prose),
                                Repository.publishedSources().map(ProseTests::comments))
                        .flatMap(String::lines)
                        .filter(line -> NOT_USED.matcher(QUOTED.matcher(line).replaceAll("x"))
                                .find()))
                .isEmpty();
    }

    @Test
    void readmeIsReadInTwoMinutes() {
        assertThat(words(Page.of("README.md").text())).isLessThan(WORDS_OF_THE_README);
    }
}
