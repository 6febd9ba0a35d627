package dev.idgen.snippets;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The names of types use the words of {@code src/test/terms.txt}, in the meaning given there, and no two names are alike. */
class TermsTests {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([a-z]+) \\| [^|]+ \\| (none|`[^|]+`) \\|$");
    private static final Pattern WORD = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

    /** Words that say nothing about what a type is. */
    private static final Set<String> EMPTY_WORDS = Set.of(
            "util", "utils", "helper", "manager", "impl", "config", "info", "data", "state", "context", "common");

    /** Names that Spring or the industry gave. */
    private static final Set<String> GIVEN = Set.of("IdgenDataSource", "DataSourceAddress");

    /** One id's generator, and all of an application, by name: the API. */
    private static final Set<String> ALIKE = Set.of("IdGenerator", "IdGenerators");

    private static final String TERMS =
            Page.of("idgen-spring-boot-autoconfigure/src/test/terms.txt").text();
    private static final List<String> NAMES = Repository.publishedSources()
            .map(source -> source.path().getFileName().toString().replace(".java", ""))
            .filter(name -> !name.endsWith("-info"))
            .toList();

    private static List<String> words(String name) {
        return List.of(
                WORD.matcher(name).replaceAll(" ").toLowerCase(Locale.ROOT).split(" "));
    }

    @Test
    void typesWithAWordAreThoseOfTheTable() {
        List<MatchResult> rows = ROW.matcher(TERMS).results().toList();
        int head = 1;
        assertThat(rows)
                .hasSize((int) TERMS.lines()
                                .filter(line -> line.startsWith("| "))
                                .count()
                        - head);
        for (MatchResult row : rows) {
            String word = row.group(1);
            assertThat(NAMES.stream()
                            .filter(name ->
                                    words(name).contains(word) || words(name).contains(word + "s")))
                    .as(word)
                    .containsExactlyInAnyOrder(
                            row.group(2).equals("none")
                                    ? new String[0]
                                    : row.group(2).replace("`", "").split(", "));
        }
    }

    @Test
    void namesHaveNoEmptyWords() {
        assertThat(NAMES.stream()
                        .filter(name -> !GIVEN.contains(name))
                        .filter(name -> words(name).stream().anyMatch(EMPTY_WORDS::contains)))
                .isEmpty();
    }

    @Test
    void noTwoNamesDifferByAnS() {
        Map<String, List<String>> alike = NAMES.stream()
                .filter(name -> !ALIKE.contains(name))
                .collect(groupingBy(name -> name.replaceAll("s(?=[A-Z]|$)", "")));
        assertThat(alike.values()).allMatch(names -> names.size() == 1);
    }
}
