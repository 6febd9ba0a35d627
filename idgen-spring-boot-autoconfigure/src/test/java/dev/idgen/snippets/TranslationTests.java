package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The Chinese pages say what the English ones say, as far as that can be compared. Between releases an English page may be ahead. That
 * the code of both is sound and that links lead somewhere is checked always, by {@link DocumentationTests}.
 */
class TranslationTests {

    private static Stream<Translation> translations() {
        return Translation.all();
    }

    @Test
    void staleTranslationsAreListedAndFailARelease() {
        List<String> stale = translations()
                .flatMap(page -> page.differences(page.english().text()).stream()
                        .limit(1)
                        .map(difference -> page + " is stale: " + difference.replace('\n', ' ')))
                .toList();
        stale.forEach(System.out::println);
        if (Boolean.getBoolean("idgen.release")) {
            assertThat(stale).isEmpty();
        }
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
}
