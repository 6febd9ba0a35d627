package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The Chinese pages have the sections and the code of the English ones. Between releases an English page may be ahead.
 */
class TranslationTests {

    /** They shorten several English pages, so they have sections of another number. */
    private static final Set<String> SHORTENED = Set.of("docs/counters.md", "docs/gapless.md");

    private static final Set<String> CODE = Repository.pages()
            .filter(page -> !page.isChinese())
            .flatMap(TranslationTests::code)
            .collect(Collectors.toSet());

    private static Stream<Page> pages() {
        return Repository.pages()
                .filter(page -> page.isChinese() && Files.exists(english(page).path()));
    }

    private static Page english(Page chinese) {
        return Page.of(chinese.toString().replace("README.zh-CN", "README").replace("docs/zh/", "docs/"));
    }

    /** Without comments and blanks. */
    private static Stream<String> code(Page page) {
        return page.blocks().stream()
                .filter(block -> !block.language().equals("text"))
                .map(block -> block.code()
                        .replace("zone: Asia/Shanghai", "zone: Europe/Berlin")
                        .replaceAll("(?m) *(#|//|--) .*$|\\s+", ""));
    }

    @Test
    void staleTranslationsAreListedAndFailARelease() {
        List<String> stale = pages().filter(page -> isStale(page, english(page)))
                .map(page -> page + " is stale")
                .toList();
        stale.forEach(System.out::println);
        if (Boolean.getBoolean("idgen.release")) {
            assertThat(stale).isEmpty();
        }
    }

    private static boolean isStale(Page page, Page english) {
        return !CODE.containsAll(code(page).toList())
                || (!SHORTENED.contains(english.toString())
                        && page.anchors().size() != english.anchors().size());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void eachLanguageLeadsToTheOther(Page page) {
        Page english = english(page);
        assertThat(english.linked(english.links().get(0))).isEqualTo(page);
        assertThat(page.linked(page.links().get(0))).isEqualTo(english);
    }
}
