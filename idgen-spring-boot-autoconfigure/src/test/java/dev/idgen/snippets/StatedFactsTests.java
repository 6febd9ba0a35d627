package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.string.sequence.SequenceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What several pages state is the same on all of them, and what the code does. */
class StatedFactsTests {

    private static final Pattern OTHER_NAMESPACE =
            Pattern.compile("(?i)\\b(another|different|other) namespaces?\\b|\\bnamespaces? of its own\\b|换.{0,3}命名空间");

    /** The one page that says when a namespace may be chosen, and what only tells namespaces apart. */
    private static final Pattern NO_ADVICE = Pattern.compile(
            "(?i)^ *(\\*|//)|changing\\.md#the-namespace|is no way out|Another namespace, Redis database or store cures|may take a namespace of its own");

    private static final List<String> ADVISORS = List.of(
            "docs/alerts.yml",
            "stores/idgen-redis/src/main/resources/dev/idgen/redis/findings.txt",
            "idgen-spring-boot-autoconfigure/src/main/java/dev/idgen/internal/diagnostics/NamespaceDisagreement.java");

    /** A namespace is chosen once: ids and counters of another one may repeat. */
    @Test
    void anotherNamespaceIsNeverTheRemedy() {
        Stream<Page> pages = Repository.pages();
        assertThat(Stream.concat(pages, ADVISORS.stream().map(Page::of))
                        .flatMap(page -> page.text().lines())
                        .filter(line -> OTHER_NAMESPACE.matcher(line).find())
                        .filter(line -> !NO_ADVICE.matcher(line).find()))
                .isEmpty();
    }

    @Test
    void leaseTtlBridgesTheFailoverBesideIt() {
        String page = Page.of("docs/redis.md").text();
        long byDefault = SequenceSettings.defaults().leaseTtl().toSeconds();
        List<MatchResult> rows = Pattern.compile("(?m)^ +\\| (\\d+) s[^|]*\\| (\\d+) s([^|]*)\\|$")
                .matcher(page)
                .results()
                .toList();
        assertThat(rows).hasSize(4).allSatisfy(row -> {
            int failover = Integer.parseInt(row.group(1));
            assertThat(Integer.parseInt(row.group(2))).isEqualTo((int) ((failover + 2) / 0.8));
            assertThat(row.group(3).contains("default")).isEqualTo(Integer.parseInt(row.group(2)) == byDefault);
        });
        String failures = Page.of("docs/failures.md").text();
        assertThat(failures).contains("default `lease-ttl` of " + byDefault + " s");
        assertThat(failures)
                .contains(
                        "for less than " + (int) (0.8 * byDefault) + " s",
                        "within " + (int) (0.8 * byDefault - 2) + " s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"schema.sql", "schema-mysql.sql"})
    void tablesOfThePageAreThoseOfTheScript(String script) {
        String sql = Page.of("stores/idgen-jdbc/src/main/resources/dev/idgen/jdbc/" + script)
                .text();
        assertThat(Page.found(
                        "(?m)(?<=^\\| `)idgen_\\w+",
                        Page.of("docs/databases.md").text()))
                .containsExactlyInAnyOrderElementsOf(Page.found("(?<=CREATE TABLE IF NOT EXISTS )\\w+", sql));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docs/testing.md",
                "idgen-spring-boot-autoconfigure/src/main/java/dev/idgen/test/AutoConfigureIdgen.java"
            })
    void slicesWithIdsAreThoseThatIdgenIsImportedInto(String page) throws IOException {
        Set<String> imported = new TreeSet<>();
        Path folder = Path.of("src/main/resources/META-INF/spring");
        try (Stream<Path> files = Files.list(folder)) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.contains(".test."))
                    .flatMap(name -> Page.found("(?<=\\.AutoConfigure)\\w+(?=\\.imports)", name).stream())
                    .filter(name -> !name.equals("Idgen"))
                    .forEach(imported::add);
        }
        String list = Page.found(
                        "(?s)(In `|on \\{@code )@DataJpaTest.*?\\. ",
                        Page.of(page).text())
                .get(0);
        assertThat(Page.found("(?<=@)(?!code)\\w+(?=Test\\b)", list)).containsExactlyInAnyOrderElementsOf(imported);
    }

    @Test
    void formatsOfThePageAreThoseOfTheKeys() {
        List<String> formats = Page.found(
                "(?<=\"idgen:)\\d+(?=:)",
                Page.of("stores/idgen-redis/src/main/java/dev/idgen/redis/RedisKeys.java")
                        .text());
        assertThat(Page.of("docs/versioning.md")
                        .mentions("Leases have \\[format \\d+\\]\\S+ counters format \\d+ in Redis"))
                .containsExactly("Leases have [format %s](../CHANGELOG.md#redis-format), counters format %s in Redis"
                        .formatted(formats.toArray()));
    }

    /** The checklist forbids them. */
    @Test
    void examplesHaveNoFixedNodeIds() {
        assertThat(Repository.pages().flatMap(page -> page.blocks("yaml").stream()))
                .noneMatch(yaml -> yaml.contains("provider: fixed"));
    }

    @ParameterizedTest
    @CsvSource({
        "README.md, 'with Redis, 200 threads take %d million ids a second'",
        "README.zh-CN.md, 每秒取 %d00 万个 ID",
        "site/pages/index.md, 200 threads take %d million ids per second",
        "site/pages/zh/index.md, 每秒取 %d00 万个 ID"
    })
    void speedIsThatOfTheMeasurements(String page, String sentence) {
        String measured = Page.of("docs/benchmarks.md")
                .mentions("(?<=With Redis\\*\\*, 200 threads take )\\d+(?=,\\d{3},\\d{3} ids)")
                .get(0);
        assertThat(Page.of(page).text()).contains(sentence.formatted(Integer.parseInt(measured)));
    }
}
