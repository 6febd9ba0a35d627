package dev.idgen.snippets;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages are in plain English that flows, and comments of the main code in plain English. */
class ProseTests {

    private static final int WORDS_OF_A_SENTENCE = 28;
    private static final double WORDS_OF_THE_MEDIAN = 11;
    private static final long WORDS_OF_THE_README = 651;

    private static final Pattern NOT_USED = Pattern.compile(
            "(?i)\\b(to be had|of account|at the most|reckon\\w*"
                    + "|nobody|somebody|anybody|beforehand|thereby|wherein|whereupon|upon which|for want of|dearer|texts"
                    + "|he|him|his|whom|whoever|those who|is no id|are no ids|stands \\d+ times|torn apart|of (no )?use|at hand"
                    + "|of yours|the way of an? id|stepped round|a name of idgen's|likewise|save for|for ever|spoilt|is to be|are to be|at one stroke|ceases?)\\b|, (of|with) which\\b");

    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*(/\\*|\\*|//).*");
    private static final Pattern CODE_OR_GENERATED =
            Pattern.compile("(?ms)^ *```.*?^ *```$|<!-- begin .*?<!-- end [^>]*>|<!--.*?-->");
    private static final Pattern NOT_PROSE = Pattern.compile("(?m)^( *([|#>]|!\\[)| {4}).*$");
    private static final Pattern PART = Pattern.compile("\n\\s*\n|(?<=\n) *(- |\\d+\\. )");
    private static final Pattern QUOTED =
            Pattern.compile("]\\([^)]*\\)|`[^`]*`|\"[^\"]*\"|\\{@\\w+ ([^{}]|\\{[^{}]*})*}");
    private static final Pattern GENERATED = Pattern.compile("(?s)<!-- [\\w-]+ -->\n.*?<!-- end -->");
    private static final Pattern END = Pattern.compile("(?<=[.!?][*)]{0,3})\\s+");

    /** What ends with a colon leads to a list or a block, and what is bold is a heading. */
    private static final Pattern WHOLE = Pattern.compile("(?s)(?!\\*\\*[^*]+\\*\\*$).*[.!?][*)]{0,3}");

    private static final Pattern WORD = Pattern.compile("\\S*[\\p{L}\\d]\\S*");

    private static Stream<Page> pages() {
        return Repository.pages().filter(page -> page.toString().matches("[A-Z_]+\\.md|docs/[^/]+\\.md"));
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

    private static Stream<String> sentences(Page page) {
        String text = CODE_OR_GENERATED
                .matcher(GENERATED.matcher(page.text()).replaceAll("\n"))
                .replaceAll("\n");
        return PART.splitAsStream(NOT_PROSE.matcher(text).replaceAll(""))
                .flatMap(part -> END.splitAsStream(QUOTED.matcher(part).replaceAll("x")))
                .map(String::strip);
    }

    @Test
    void sentencesAreShort() {
        assertThat(pages().flatMap(ProseTests::sentences).filter(sentence -> words(sentence) > WORDS_OF_A_SENTENCE))
                .isEmpty();
    }

    /** Cause and effect in one sentence read better than in two. */
    @ParameterizedTest
    @MethodSource("pages")
    void sentencesAreNotChoppy(Page page) {
        long[] lengths = sentences(page)
                .filter(sentence -> WHOLE.matcher(sentence).matches())
                .mapToLong(ProseTests::words)
                .sorted()
                .toArray();
        if (lengths.length > 0) { // a list of pages has no sentence
            assertThat((lengths[(lengths.length - 1) / 2] + lengths[lengths.length / 2]) / 2.0)
                    .isGreaterThanOrEqualTo(WORDS_OF_THE_MEDIAN);
        }
    }

    @Test
    void fewSentencesBeginWithSo() {
        List<String> all = pages().flatMap(ProseTests::sentences).toList();
        assertThat(all.stream().filter(sentence -> sentence.startsWith("So ")))
                .hasSizeLessThanOrEqualTo(all.size() / 100);
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

    /** Of a thread, "its own" says what "a thread of its own" says. */
    @Test
    void ownStandsBeforeItsNoun() {
        assertThat(Stream.concat(
                                pages().map(ProseTests::prose),
                                Repository.publishedSources().map(ProseTests::comments))
                        .flatMap(String::lines)
                        .filter(line -> line.contains("of its own")))
                .isEmpty();
    }

    @Test
    void readmeIsReadInTwoMinutes() {
        assertThat(words(Page.of("README.md").text())).isLessThan(WORDS_OF_THE_README);
    }
}
