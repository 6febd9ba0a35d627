package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    @CsvSource(delimiter = ';', textBlock = """
            shorter than 8 seconds;      for 9 seconds;            missing in Chinese: [9]
            3.7 million;                 6 million;                missing in Chinese: [6000000]
            '| UUIDv7 |';                '| More | |\n| UUIDv7 |'; missing in Chinese: [part |]
            `idgen.clock.max-skew`;      `idgen.max-skew`;         missing in Chinese: [`idgen.max-skew`]
            'ids.nextId("ORDR");';       'ids.nextId("ORDER");';   'ids.nextId("ORDER");'
            '- **Secrets.**';            '- More.\n- **Secrets.**'; missing in Chinese: [part - ]
            'newOrderNumber() {\n';      'newOrderNumber() { // a number\n'; ''
            """)
    void changeOfTheEnglishPageIsFoundUnlessItIsAComment(String before, String after, String message) {
        Page readme = Page.of("README.md");
        String changed = readme.text().replace(before.replace("\\n", "\n"), after.replace("\\n", "\n"));
        assertThat(changed).isNotEqualTo(readme.text());

        // the page itself is its twin here, so that the English page may be ahead of the Chinese one
        List<String> found = new Translation(readme, readme).differences(changed);
        if (message.isEmpty()) {
            assertThat(found).isEmpty();
        } else {
            assertThat(found).singleElement().asString().contains(message);
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
