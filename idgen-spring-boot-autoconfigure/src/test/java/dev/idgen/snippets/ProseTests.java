package dev.idgen.snippets;

import static java.util.stream.Collectors.partitioningBy;
import static java.util.stream.Collectors.summingLong;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages, and comments of the main code, are short and in plain English. */
class ProseTests {

    private static final int WORDS_OF_A_SENTENCE = 25;
    private static final int COLUMNS_OF_A_COMMENT = 120;
    private static final long WORDS_OF_THE_README = 700;
    private static final long WORDS_FOR_USERS = 20_000;
    private static final long WORDS_FOR_EXPERTS = 8_000;

    /** Begins the first line of an expert's page. */
    private static final String FOR_EXPERTS = "\n\n*For experts.*";

    private static final Pattern NOT_USED = Pattern.compile("(?i)\\b(to be had|of account|at the most|reckon\\w*"
            + "|nobody|somebody|anybody|beforehand|thereby|wherein|whereupon|upon which|for want of|dearer|texts"
            + "|he|him|his|whom|whoever|those who|is no id|are no ids|stands \\d+ times|torn apart|of (no )?use|at hand"
            + "|likewise|save for|for ever|spoilt|is to be|are to be|at one stroke|ceases?)\\b");

    private static final Pattern COMMENT = Pattern.compile("\\s*(/\\*|\\*|//).*");
    private static final Pattern CODE_OR_GENERATED =
            Pattern.compile("(?ms)^ *```.*?^ *```$|<!-- begin .*?<!-- end [^>]*>|<!--.*?-->");
    private static final Pattern NOT_PROSE = Pattern.compile(" *([|#>]|!\\[).*| *");
    private static final Pattern ITEM = Pattern.compile("^ *(- |\\d+\\. )");
    private static final Pattern QUOTED =
            Pattern.compile("]\\([^)]*\\)|`[^`]*`|\"[^\"]*\"|\\{@\\w+ ([^{}]|\\{[^{}]*})*}");
    private static final Pattern END = Pattern.compile("(?<=[.!?:][*)]{0,3})\\s+");
    private static final Pattern WORD = Pattern.compile("\\S*[\\p{L}\\d]\\S*");

    /** A line, or some that belong together. */
    private record Passage(Page page, int line, String text) {

        /** A problem, and where it is. */
        String with(String problem) {
            return page + ":" + line + ": " + problem;
        }
    }

    /** README.md first. */
    private static Stream<Page> pages() {
        return Repository.pages().filter(page -> page.toString().matches("README\\.md|docs/[^/]+\\.md"));
    }

    private static Stream<Passage> comments() {
        return Repository.publishedSources()
                .flatMap(source -> lines(source, source.text()))
                .filter(line -> COMMENT.matcher(line.text()).matches());
    }

    private static Stream<String> longSentences(Stream<Passage> passages) {
        return passages.flatMap(
                passage -> END.splitAsStream(QUOTED.matcher(passage.text()).replaceAll("x"))
                        .filter(sentence -> words(sentence) > WORDS_OF_A_SENTENCE)
                        .map(sentence -> passage.with(words(sentence) + " words: " + sentence)));
    }

    private static Stream<Passage> prose(Page page) {
        return lines(
                page,
                CODE_OR_GENERATED
                        .matcher(page.text())
                        .replaceAll(found -> found.group().replaceAll("[^\n]", "")));
    }

    private static Stream<Passage> lines(Page page, String text) {
        List<String> lines = text.lines().toList();
        return IntStream.range(0, lines.size()).mapToObj(i -> new Passage(page, i + 1, lines.get(i)));
    }

    /** Paragraphs and items, without code and tables. */
    private static Stream<Passage> paragraphs(Page page) {
        List<Passage> all = new ArrayList<>();
        boolean ended = true;
        for (Passage line : prose(page).toList()) {
            String text = line.text();
            boolean begins = ended || ITEM.matcher(text).find();
            ended = NOT_PROSE.matcher(text).matches() || (ended && text.startsWith("    "));
            if (!ended) {
                Passage before = begins ? new Passage(page, line.line(), "") : all.remove(all.size() - 1);
                all.add(new Passage(
                        page,
                        before.line(),
                        before.text() + " " + ITEM.matcher(text).replaceFirst("")));
            }
        }
        return all.stream();
    }

    private static long words(String text) {
        return WORD.matcher(text).results().count();
    }

    @Test
    void sentencesAreShort() {
        assertThat(longSentences(pages().flatMap(ProseTests::paragraphs))).isEmpty();
    }

    @Test
    void wordsAreCommonOnes() {
        assertThat(Stream.concat(pages().flatMap(ProseTests::prose), comments())
                        .flatMap(line -> NOT_USED.matcher(
                                        QUOTED.matcher(line.text()).replaceAll("x"))
                                .results()
                                .map(found -> line.with("write '" + found.group() + "' in plain English"))))
                .isEmpty();
    }

    @Test
    void commentsAreAsWideAsCode() {
        assertThat(comments()
                        .filter(line -> line.text().length() > COLUMNS_OF_A_COMMENT)
                        .map(line -> line.with(line.text().length() + " columns")))
                .isEmpty();
    }

    @Test
    void pagesTakeLittleTime() {
        assertThat(words(Page.of("README.md").text())).as("README.md").isLessThan(WORDS_OF_THE_README);
        Map<Boolean, Long> words = pages().skip(1)
                .map(Page::text)
                .collect(partitioningBy(text -> text.contains(FOR_EXPERTS), summingLong(ProseTests::words)));
        assertThat(words.get(false)).as("users' pages").isLessThan(WORDS_FOR_USERS);
        assertThat(words.get(true)).as("experts' pages").isLessThan(WORDS_FOR_EXPERTS);
    }
}
