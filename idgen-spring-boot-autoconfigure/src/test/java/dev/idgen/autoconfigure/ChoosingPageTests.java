package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerator;
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
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

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

    static Stream<Row> rows() {
        return Stream.of(Language.values()).flatMap(Language::rows);
    }

    private static GeneratorType type(MatchResult name) {
        return Stream.of(GeneratorType.values())
                .filter(type -> PropertyNames.of(type).equals(name.group(1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no type " + name.group()));
    }

    @ParameterizedTest
    @EnumSource
    void tableHasTheTypesThatAreNotSpecial(Language language) {
        assertThat(language.rows().map(Row::type))
                .contains(
                        GeneratorType.SNOWFLAKE,
                        GeneratorType.JS_SAFE,
                        GeneratorType.UUID_V7,
                        GeneratorType.COUNTER,
                        GeneratorType.SEGMENT,
                        GeneratorType.CUSTOM);
    }

    @ParameterizedTest
    @EnumSource
    void stringIdsEndWhenThePageSays(Language language) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(IdgenAutoConfiguration.class))
                .withPropertyValues("idgen.store=memory")
                .run(context -> {
                    IdScheme scheme =
                            context.getBean(IdService.class).forBusiness("ORDR").scheme();
                    assertThat(language.text())
                            .contains("| " + language.leases + " | " + year(scheme.runsOutOn()) + " |")
                            .contains("| " + language.length + " |");
                    assertThat(scheme.domain()).startsWith("23 to 27 characters");
                });
    }

    private static String year(Instant end) {
        return String.valueOf(end.atOffset(ZoneOffset.UTC).getYear());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void tableSaysWhatTheGeneratorSays(Row row) {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(IdgenAutoConfiguration.class, IdgenGeneratorsAutoConfiguration.class))
                .withPropertyValues("idgen.store=memory")
                .withPropertyValues(TypicalProperties.of("x", row.type()))
                .run(context -> {
                    IdGenerator<?> generator =
                            context.getBean(IdGenerators.class).get("x");
                    Instant end = generator.scheme().runsOutOn();
                    if (end != null && row.type() != GeneratorType.CUSTOM) {
                        assertThat(row.end())
                                .isEqualTo(String.valueOf(
                                        end.atOffset(ZoneOffset.UTC).getYear()));
                    }
                    String layout = generator.scheme().layout().toString();
                    assertThat(row.needs().contains(row.language().nodeIds))
                            .isEqualTo(List.of("node", "worker", "machine").stream()
                                    .anyMatch(layout::contains));
                    assertThat(row.needs().contains(row.language().store))
                            .isEqualTo(GeneratorKind.of(row.type()).isCounted());
                });
    }
}
