package dev.idgen.internal.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.GeneratedTable;
import dev.idgen.IdGenerators;
import dev.idgen.autoconfigure.IdgenActuatorAutoConfiguration;
import dev.idgen.autoconfigure.TypicalApplication;
import dev.idgen.internal.storecheck.StoreCheckRunner;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.StoreUse;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;

/**
 * Keeps {@code docs/generated/meters.md} as the meters are, which {@code -Didgen.docs.write=true} writes anew, and what
 * alerts and dashboard ask for among what Prometheus is given.
 */
class MeterReferenceTests {

    private static final Path DOCS = Path.of("..", "docs");
    private static final Path PAGE = DOCS.resolve("generated/meters.md");
    private static final Pattern SERIES = Pattern.compile("\\bidgen_[a-z_]+");
    private static final Pattern LABELS = Pattern.compile("\\bby \\(([a-z, ]+)\\)|([a-z]+)(?:=~|!=|=)\\\\?\""
            + "|label_values\\(idgen_[a-z_]+, ([a-z]+)\\)|\\{\\{(?: \\$labels\\.)?([a-z]+)");

    private static void withMeters(MeterRegistry registry, BiConsumer<MeterRegistry, BeanFactory> use) {
        TypicalApplication.inMemory()
                .withConfiguration(AutoConfigurations.of(IdgenActuatorAutoConfiguration.class))
                .withPropertyValues(
                        "idgen.generators.order.type=snowflake",
                        "idgen.generators.item.type=segment",
                        "idgen.generators.coupon.type=random-claim",
                        "idgen.generators.coupon.max=1000000",
                        "idgen.generators.invoice.type=counter",
                        "idgen.generators.invoice.template=INV-{yyyyMM}-{00}")
                .withBean(StoreCheckRunner.class, MeterReferenceTests::checks)
                .run(context -> {
                    context.getBean(IdgenMetrics.class).bindTo(registry);
                    use.accept(registry, context);
                });
    }

    private static StoreCheckRunner checks() {
        return new StoreCheckRunner(
                "redis", (use, partial) -> List.of(), new StoreUse(true, List.of()), Set.of(), TimeSource.system());
    }

    @Test
    void tableSaysWhatTheMetersAre() throws IOException {
        StringBuilder table = new StringBuilder("| meter | type | other tags | meaning |\n|---|---|---|---|\n");
        withMeters(
                new SimpleMeterRegistry(),
                (registry, context) -> rows(registry).values().forEach(table::append));
        GeneratedTable.check(PAGE, "meters", table);
    }

    private static Map<String, String> rows(MeterRegistry registry) {
        Map<String, Set<String>> tags = new TreeMap<>();
        Map<String, Meter.Id> ids = new TreeMap<>();
        for (Meter meter : registry.getMeters()) {
            Meter.Id id = meter.getId();
            Meter.Id same = ids.put(id.getName(), id);
            assertThat(keys(same == null ? id : same))
                    .as("tags of " + id.getName() + ", as Prometheus needs them")
                    .isEqualTo(keys(id));
            Set<String> others = tags.computeIfAbsent(id.getName(), name -> new TreeSet<>());
            id.getTags().stream()
                    .filter(tag -> !tag.getKey().equals("generator"))
                    .forEach(tag -> others.add("`" + tag.getKey() + "=" + tag.getValue() + "`"));
        }
        Map<String, String> rows = new TreeMap<>();
        ids.forEach((name, id) -> rows.put(
                name,
                "| `%s` | %s%s | %s | %s |\n"
                        .formatted(
                                name,
                                id.getType() == Meter.Type.OTHER
                                        ? "timer"
                                        : id.getType().name().toLowerCase(Locale.ROOT),
                                id.getBaseUnit() == null ? "" : ", " + id.getBaseUnit(),
                                String.join(", ", tags.get(name)),
                                id.getDescription())));
        return rows;
    }

    private static List<String> keys(Meter.Id meter) {
        return meter.getTags().stream().map(Tag::getKey).toList();
    }

    /** Spring Boot adds no tag to a meter, and Prometheus adds only job and instance. */
    @ParameterizedTest
    @ValueSource(strings = {"alerts.yml", "grafana-dashboard.json"})
    void seriesAndLabelsOfQueriesExist(String file) throws IOException {
        String text = Files.readString(DOCS.resolve(file));
        Set<String> series =
                SERIES.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
        assertThat(series).hasSizeGreaterThan(5);
        withMeters(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), (registry, context) -> {
            String scraped = ((PrometheusMeterRegistry) registry).scrape();
            Set<String> given =
                    SERIES.matcher(scraped).results().map(MatchResult::group).collect(Collectors.toSet());
            assertThat(given).containsAll(series);
        });
        Set<String> labels = LABELS.matcher(text)
                .results()
                .flatMap(found -> IntStream.rangeClosed(1, found.groupCount()).mapToObj(found::group))
                .filter(Objects::nonNull)
                .flatMap(found -> Stream.of(found.split(", ")))
                .collect(Collectors.toSet());
        assertThat(labels).hasSizeGreaterThan(2);
        withMeters(new SimpleMeterRegistry(), (registry, context) -> {
            Set<String> given = registry.getMeters().stream()
                    .flatMap(meter -> meter.getId().getTags().stream())
                    .map(Tag::getKey)
                    .collect(Collectors.toCollection(TreeSet::new));
            given.addAll(List.of("job", "instance"));
            assertThat(given).containsAll(labels);
        });
    }

    /** A new counter has all its numbers left, however few its template allows. */
    @Test
    void numbersRunOutWhereATenthIsLeft() {
        assertThat(DOCS.resolve("alerts.yml"))
                .content()
                .contains("expr: min by (job, generator) (idgen_left_numbers / idgen_total_numbers) < 0.1");
        withMeters(new SimpleMeterRegistry(), (registry, context) -> {
            assertThat(share(registry)).isEqualTo(1);
            context.getBean(IdGenerators.class).get("invoice").next(91);
            assertThat(share(registry)).isLessThan(0.1);
        });
    }

    private static double share(MeterRegistry registry) {
        return registry.get("idgen.left").tag("generator", "invoice").gauge().value()
                / registry.get("idgen.total")
                        .tag("generator", "invoice")
                        .gauge()
                        .value();
    }
}
