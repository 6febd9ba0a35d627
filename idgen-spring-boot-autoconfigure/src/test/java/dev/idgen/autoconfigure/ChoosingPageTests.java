package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdScheme;
import dev.idgen.IdService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Holds {@code docs/choosing.md} to what the generators say of themselves. */
class ChoosingPageTests {

    private static final Path PAGE = Path.of("..", "docs", "choosing.md");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\|[^|]*\\| types? ([^|]*)\\|([^|]*\\|){2} ([^|]*) \\| ([^|]*) \\|");
    private static final Pattern TYPE = Pattern.compile("`([a-z0-9-]+)`");

    /** @param end what the column says of when it runs out */
    record Row(GeneratorType type, String needs, String end) {}

    static Stream<Row> rows() throws IOException {
        return ROW.matcher(Files.readString(PAGE))
                .results()
                .flatMap(row -> TYPE.matcher(row.group(1))
                        .results()
                        .map(type -> new Row(type(type), row.group(3), row.group(4))));
    }

    private static GeneratorType type(MatchResult name) {
        return Stream.of(GeneratorType.values())
                .filter(type -> PropertyNames.of(type).equals(name.group(1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no type " + name.group()));
    }

    @Test
    void tableHasTheTypesThatAreNotSpecial() throws IOException {
        assertThat(rows().map(Row::type))
                .contains(
                        GeneratorType.SNOWFLAKE,
                        GeneratorType.JS_SAFE,
                        GeneratorType.UUID_V7,
                        GeneratorType.COUNTER,
                        GeneratorType.SEGMENT,
                        GeneratorType.CUSTOM);
    }

    @Test
    void stringIdsEndWhenThePageSays() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(IdgenAutoConfiguration.class))
                .withPropertyValues("idgen.store=memory")
                .run(context -> {
                    IdScheme scheme =
                            context.getBean(IdService.class).forBusiness("ORDR").scheme();
                    assertThat(Files.readString(PAGE))
                            .contains("| Redis or a database | " + year(scheme.runsOutOn()) + " |")
                            .contains("| 23 to 27 characters |");
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
                    String layout = generator.scheme().layout();
                    assertThat(row.needs().contains("node ids"))
                            .isEqualTo(List.of("node", "worker", "machine").stream()
                                    .anyMatch(layout::contains));
                    assertThat(row.needs().contains("a store"))
                            .isEqualTo(row.type().isCounted());
                });
    }
}
