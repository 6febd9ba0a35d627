package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdRange;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.util.ReflectionTestUtils;

/** What the snippets of {@code docs/time-queries.md} find in H2. */
class TimeQueriesPageTests {

    private static final String PLAN = "explain select id from %s where id >= ? and id < ? order by id";

    private final Page page = Page.of("docs/time-queries.md");

    @Test
    void snippetsFindRowsByThePrimaryKey(@TempDir Path folder) throws Exception {
        try (CompiledSnippets java = CompiledSnippets.of(page.blocks("java"), folder)) {
            SnippetApplication.inMemory(page.blocks("yaml").get(0))
                    .withConfiguration(AutoConfigurations.of(
                            DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class))
                    .withPropertyValues("spring.datasource.generate-unique-name=true")
                    .withBean(java.type("Shop"))
                    .run(context -> {
                        context.getBean(JdbcTemplate.class)
                                .execute(
                                        "create table orders (id bigint primary key); create table sessions (id uuid primary key)");
                        findsOrders(context, context.getBean(java.type("Shop")));
                        findsSessions(context, context.getBean(java.type("Shop")));
                    });
        }
    }

    private static void findsOrders(AssertableApplicationContext context, Object shop) {
        JdbcTemplate database = context.getBean(JdbcTemplate.class);
        ZoneId zone = ZoneId.of("Europe/Berlin");
        IdGenerator<Long> order = context.getBean(IdGenerators.class).getLong("order");
        List<Long> made = order.next(10);
        made.forEach(id -> database.update("insert into orders values (?)", id));
        LocalDate today = LocalDate.ofInstant(order.decode(made.get(0)).instant(), zone);
        LocalDate last = LocalDate.ofInstant(order.decode(made.get(9)).instant(), zone);

        List<Long> found = ReflectionTestUtils.invokeMethod(shop, "ordersOf", today);
        List<Long> before = ReflectionTestUtils.invokeMethod(shop, "ordersOf", today.minusDays(1));

        assertThat(found)
                .isEqualTo(made.stream()
                        .filter(id ->
                                today.equals(last) || order.range(today, zone).contains(id))
                        .toList());
        assertThat(before).isEmpty();
        assertPlan(database, "orders", order.range(today, zone));
    }

    /** Half of the ids have the highest bit of their timestamp set or not: databases compare them as unsigned, Java does not. */
    private static void findsSessions(AssertableApplicationContext context, Object shop) {
        JdbcTemplate database = context.getBean(JdbcTemplate.class);
        IdGenerator<UUID> session = context.getBean(IdGenerators.class).get("session", UUID.class);
        Instant middle = Instant.ofEpochMilli(1L << 47); // from here on UUIDs are negative to Java
        List<UUID> made = IntStream.range(-5, 5)
                .mapToObj(second -> middle.plusSeconds(second))
                .map(session::at)
                .toList();
        made.forEach(id -> database.update("insert into sessions values (?)", id));

        List<UUID> found = ReflectionTestUtils.invokeMethod(
                shop, "sessionsBetween", middle.minusSeconds(2), middle.plusSeconds(3));

        assertThat(found).isEqualTo(made.subList(3, 8));
        IdRange<UUID> range = session.range(middle.minusSeconds(2), middle.plusSeconds(3));
        assertThat(made.stream().filter(range::contains).toList()).isEqualTo(found);
        assertPlan(database, "sessions", range);
    }

    private static void assertPlan(JdbcTemplate database, String table, IdRange<?> range) {
        assertThat(database.queryForObject(PLAN.formatted(table), String.class, range.from(), range.to()))
                .containsPattern("PRIMARY_KEY_\\w+: ID >= ")
                .contains("/* index sorted */");
    }
}
