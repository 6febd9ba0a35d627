package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerators;
import dev.idgen.IdScheme;
import dev.idgen.IdService;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.GeneratorKind;
import dev.idgen.internal.generator.GeneratorType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Holds {@code docs/choosing.md} and its translation to what the generators say of themselves. */
class ChoosingPageTests {

    private static final Pattern ROW =
            Pattern.compile("(?m)^\\|[^|]*\\| (?:types?|类型) ([^|]*)\\|([^|]*\\|) ([^|]*) \\| ([^|]*) \\|");
    private static final Pattern TYPE = Pattern.compile("(?<!\\[)`([a-z0-9-]+)`");

    /** A language of the page, and how it says what the tests read. */
    enum Language {
        ENGLISH("", "node ids", "a store", "Redis or a database", "23 to 27 characters"),
        CHINESE("zh", "节点号", "存储", "Redis 或数据库", "23 到 27 个字符");

        private final Path page;
        private final String nodeIds;
        private final String store;
        private final String leases;
        private final String length;

        Language(String folder, String nodeIds, String store, String leases, String length) {
            this.page = Path.of("..", "docs", folder, "choosing.md");
            this.nodeIds = nodeIds;
            this.store = store;
            this.leases = leases;
            this.length = length;
        }

        String text() {
            try {
                return Files.readString(page);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        Stream<Row> rows() {
            return ROW.matcher(text())
                    .results()
                    .flatMap(row -> TYPE.matcher(row.group(1))
                            .results()
                            .map(type -> new Row(this, type(type), row.group(3), row.group(4))));
        }
    }

    /** @param end what the column says of when it runs out */
    record Row(Language language, GeneratorType type, String needs, String end) {}

    private static GeneratorType type(MatchResult name) {
        return Stream.of(GeneratorType.values())
                .filter(type -> PropertyNames.of(type).equals(name.group(1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no type " + name.group()));
    }

    @ParameterizedTest
    @EnumSource
    void pageSaysWhatTheGeneratorsSay(Language language) {
        List<Row> rows = language.rows().toList();
        assertThat(rows)
                .extracting(Row::type)
                .contains(
                        GeneratorType.SNOWFLAKE,
                        GeneratorType.JS_SAFE,
                        GeneratorType.UUID_V7,
                        GeneratorType.COUNTER,
                        GeneratorType.SEGMENT,
                        GeneratorType.CUSTOM);
        Set<GeneratorType> types = rows.stream().map(Row::type).collect(Collectors.toSet());
        TypicalProperties.withGeneratorOfEach(types, context -> {
            IdScheme strings =
                    context.getBean(IdService.class).forBusiness("ORDR").scheme();
            assertThat(language.text())
                    .contains("| " + language.leases + " | " + year(strings.runsOutOn()) + " |")
                    .contains("| " + language.length + " |");
            assertThat(strings.domain()).startsWith("23 to 27 characters");
            IdGenerators all = context.getBean(IdGenerators.class);
            assertThat(rows)
                    .allSatisfy(row -> assertMatches(
                            row, all.get(TypicalProperties.name(row.type())).scheme()));
        });
    }

    private static void assertMatches(Row row, IdScheme scheme) {
        Instant end = scheme.runsOutOn();
        if (end != null && row.type() != GeneratorType.CUSTOM) {
            assertThat(row.end()).isEqualTo(year(end));
        }
        String layout = scheme.layout().toString();
        assertThat(row.needs().contains(row.language().nodeIds))
                .isEqualTo(Stream.of("node", "worker", "machine").anyMatch(layout::contains));
        assertThat(row.needs().contains(row.language().store))
                .isEqualTo(GeneratorKind.of(row.type()).isCounted());
    }

    private static String year(Instant end) {
        return String.valueOf(end.atOffset(ZoneOffset.UTC).getYear());
    }
}
