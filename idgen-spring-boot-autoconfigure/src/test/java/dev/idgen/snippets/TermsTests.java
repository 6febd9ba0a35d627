package dev.idgen.snippets;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The names of types use the words of {@code docs/design.md}, in the meaning given there, and no two names are alike. */
class TermsTests {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([a-z]+) \\| [^|]+ \\| (none|`[^|]+`) \\|$");
    private static final Pattern TYPE = Pattern.compile("`(\\w+)`");
    private static final Pattern WORD = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

    /** Words that say nothing about what a type is. */
    private static final Set<String> EMPTY_WORDS = Set.of(
            "util", "utils", "helper", "manager", "impl", "config", "info", "data", "state", "context", "common");

    /** Names that Spring or the industry gave. */
    private static final Set<String> GIVEN = Set.of("IdgenDataSource", "DataSourceAddress");

    /** One id's generator, and all of an application, by name: the API. */
    private static final Set<String> ALIKE = Set.of("IdGenerator", "IdGenerators");

    private static final String TERMS = Page.of("docs/design.md").text().split("\n## Terms\n", 2)[1];
    private static final List<String> NAMES = names();

    private record Term(String word, Set<String> types) {

        static Term of(MatchResult row) {
            return new Term(
                    row.group(1),
                    Set.copyOf(TYPE.matcher(row.group(2))
                            .results()
                            .map(type -> type.group(1))
                            .toList()));
        }

        @Override
        public String toString() {
            return word;
        }
    }

    static Stream<Term> terms() {
        return ROW.matcher(TERMS).results().map(Term::of);
    }

    private static List<String> names() {
        return Stream.of("idgen-core", "idgen-spring-boot-autoconfigure")
                .flatMap(module -> files(Path.of("..", module, "src", "main", "java")))
                .map(file -> file.getFileName().toString())
                .filter(file -> file.endsWith(".java") && !file.endsWith("-info.java"))
                .map(file -> file.substring(0, file.length() - ".java".length()))
                .toList();
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> words(String name) {
        return Arrays.stream(WORD.split(name))
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
    }

    @Test
    void eachRowIsRead() {
        assertThat(terms())
                .hasSize((int) TERMS.lines()
                                .filter(line -> line.startsWith("| "))
                                .count()
                        - 1);
    }

    @ParameterizedTest
    @MethodSource("terms")
    void typesWithTheWordAreThoseOfTheTable(Term term) {
        assertThat(NAMES.stream()
                        .filter(name ->
                                words(name).contains(term.word()) || words(name).contains(term.word() + "s")))
                .containsExactlyInAnyOrderElementsOf(term.types());
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
