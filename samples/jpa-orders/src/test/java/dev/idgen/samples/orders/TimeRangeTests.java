package dev.idgen.samples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdRange;
import dev.idgen.IdService;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.data.domain.Limit;
import org.springframework.jdbc.core.JdbcTemplate;

/** That a time range is a range of the primary key: what it finds, and how the database finds it. */
@SpringBootTest(properties = {"idgen.store=memory", "spring.datasource.generate-unique-name=true"})
class TimeRangeTests {

    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

    @Autowired
    private OrderRepository orders;

    @Autowired
    private IdService ids;

    @Autowired
    private JdbcTemplate database;

    @Autowired
    private List<String> statements;

    @TestConfiguration(proxyBeanMethods = false)
    static class Listening {

        @Bean
        List<String> statements() {
            return new CopyOnWriteArrayList<>();
        }

        @Bean
        HibernatePropertiesCustomizer listen(List<String> statements) {
            StatementInspector inspector = sql -> {
                statements.add(sql);
                return sql;
            };
            return properties -> properties.put(JdbcSettings.STATEMENT_INSPECTOR, inspector);
        }
    }

    /** Orders as they would have been made around noon. */
    @BeforeEach
    void insertOrders() {
        database.update("delete from orders");
        List.of(
                        "260102115959999ORDR99999999",
                        "260102120000000ORDR00000000",
                        "260102120000000ORDR55555555",
                        "260102125959999ORDR12345678",
                        "260102130000000ORDR00000000")
                .forEach(id -> database.update(
                        "insert into orders (id, version, customer, total) values (?, 0, 'Ada', ?)",
                        id,
                        BigDecimal.ONE));
        statements.clear();
    }

    private List<String> found(Instant from, Instant to, Limit limit) {
        IdRange<String> range = ids.range(from, to);
        return orders.findInRange(range.from(), range.to(), limit).stream()
                .map(Order::id)
                .toList();
    }

    @Test
    void ordersOfAnHourAreFoundToTheMillisecondAndInOrder() {
        assertThat(found(NOON, NOON.plusSeconds(3600), Limit.unlimited()))
                .containsExactly(
                        "260102120000000ORDR00000000", "260102120000000ORDR55555555", "260102125959999ORDR12345678");
        assertThat(found(NOON, NOON.plusSeconds(3600), Limit.of(1))).containsExactly("260102120000000ORDR00000000");
        assertThat(found(NOON, NOON, Limit.unlimited())).isEmpty();
    }

    @Test
    void databaseReadsTheRangeFromThePrimaryKeyAndSortsNothing() {
        found(NOON, NOON.plusSeconds(3600), Limit.unlimited());
        assertThat(statements).hasSize(1);

        IdRange<String> range = ids.range(NOON, NOON.plusSeconds(3600));
        String plan = database.queryForObject("explain " + statements.get(0), String.class, range.from(), range.to());

        assertThat(plan)
                .containsPattern("PRIMARY_KEY_\\w+: ID >= \\S+\\s+AND ID < ")
                .contains("/* index sorted */");
    }
}
