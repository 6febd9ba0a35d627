package dev.idgen.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.idgen.Monotonicity;
import dev.idgen.TransactionalIds;
import dev.idgen.internal.counter.CounterNumbers;
import dev.idgen.internal.counter.CounterScheme;
import dev.idgen.internal.counter.CounterSettings;
import dev.idgen.internal.counter.CounterSpec;
import dev.idgen.internal.counter.CountingNumbers;
import dev.idgen.internal.counter.NumberMapping;
import dev.idgen.internal.counter.NumberTemplate;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.time.TimeSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** What a driver, another instance or a changed setting must not do to numbers and requests, on a real database. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class CallersTransactionIntegrationTests {

    private static final Duration WEEK = Duration.ofDays(7);

    private final TestDatabase database;
    private final String namespace = "c" + UUID.randomUUID();
    private final List<JdbcDatabase> databases = new ArrayList<>();
    private final HikariDataSource pool;

    CallersTransactionIntegrationTests(TestDatabase database) {
        this.database = database;
        this.pool = database.running().pool(database.running().port(), config -> {});
    }

    @AfterEach
    void end() {
        databases.forEach(JdbcDatabase::close);
        pool.close();
    }

    /** A clock that is wrong by some time. */
    private record WrongClock(Duration by) implements TimeSource {

        @Override
        public Instant instant() {
            return Instant.now().plus(by);
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }
    }

    private static final TimeSource CLOCK = TimeSource.system();

    /** A generator of another instance. */
    private TransactionalIds<?> instance(DataSource dataSource, Duration retention, TimeSource time, String template) {
        JdbcDatabase own = new JdbcDatabase(dataSource, SchemaInitialization.ALWAYS, time);
        databases.add(own);
        NumberMapping numbers = new NumberMapping.Linear(CountingNumbers.ALL, Region.ALL);
        CounterScheme scheme = template == null
                ? new CounterScheme("invoice", "counter", Monotonicity.FULL, numbers)
                : new CounterScheme("invoice", "counter", Monotonicity.NONE, numbers, new NumberTemplate(template));
        CounterSettings settings = new CounterSettings(Duration.ofSeconds(30), 0);
        return (TransactionalIds<?>) CounterNumbers.generator(
                new CounterSpec(scheme, settings, null, false, null, true),
                new JdbcCounterStore(own, namespace, retention).inTransaction(scheme.counting(settings)),
                time);
    }

    private TransactionalIds<?> instance(Duration retention, TimeSource time) {
        return instance(pool, retention, time, null);
    }

    private TransactionalIds<?> instance(String template) {
        return instance(pool, WEEK, CLOCK, template);
    }

    private Object committed(Supplier<?> work) {
        return new TransactionTemplate(new JdbcTransactionManager(pool)).execute(status -> work.get());
    }

    private Object id(TransactionalIds<?> generator, String requestKey) {
        return committed(() -> generator.nextForRequest(requestKey));
    }

    // The driver

    /**
     * Forbids: the cancel of a query timeout hits BEGIN, and the number commits although the caller gets an exception.
     */
    @ParameterizedTest
    @ValueSource(ints = {TransactionDefinition.TIMEOUT_DEFAULT, 60})
    void cancelOfTheDriverReachesNoTransactionThatTakesANumber(int timeout) {
        DataSource cancelling = new CancelledBegin(pool);
        TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(cancelling));
        transaction.setTimeout(timeout);
        TransactionalIds<?> generator = instance(pool, WEEK, CLOCK, null);
        assertThat(committed(generator::next)).isEqualTo(1L);
        TransactionalIds<?> cancelled = instance(cancelling, WEEK, CLOCK, null);
        assertThat(transaction.<Object>execute(status -> cancelled.next())).isEqualTo(2L);
        assertThat(committed(generator::next)).isEqualTo(3L);
    }

    private String limit() {
        return switch (database) {
            case H2 -> "SELECT LOCK_TIMEOUT()";
            case POSTGRESQL, PGBOUNCER -> "SELECT current_setting('lock_timeout')";
            case MARIADB, MYSQL -> "SELECT @@innodb_lock_wait_timeout";
        };
    }

    @Test
    void ownLimitOfTheTransactionStaysAfterANumberAndAfterARequest() {
        String set = switch (database) {
            case H2 -> "SET LOCK_TIMEOUT 77000";
            case POSTGRESQL, PGBOUNCER -> "SET LOCAL lock_timeout = '77s'";
            case MARIADB, MYSQL -> "SET SESSION innodb_lock_wait_timeout = 77";
        };
        JdbcTemplate jdbc = new JdbcTemplate(pool);
        TransactionalIds<?> generator = instance(WEEK, CLOCK);
        committed(() -> {
            String before = jdbc.queryForObject(limit(), String.class);
            generator.next();
            assertThat(jdbc.queryForObject(limit(), String.class)).isEqualTo(before);
            jdbc.execute(set);
            generator.next();
            generator.nextForRequest("a");
            return assertThat(jdbc.queryForObject(limit(), String.class)).startsWith("77");
        });
    }

    /** The next user of the connection must not inherit idgen's. */
    @Test
    void ownLimitOfTheConnectionStaysAfterATransactionWhoseDeadlinePassed() {
        TransactionalIds<?> generator = instance(WEEK, CLOCK);
        committed(generator::next);
        TransactionTemplate brief = new TransactionTemplate(new JdbcTransactionManager(pool));
        brief.setTimeout(1);
        AtomicReference<Connection> used = new AtomicReference<>();
        AtomicReference<String> before = new AtomicReference<>();
        committed(() -> {
            generator.next();
            return assertThatThrownBy(CompletableFuture.runAsync(() -> brief.executeWithoutResult(status -> {
                used.set(physical(DataSourceUtils.getConnection(pool)));
                before.set(new JdbcTemplate(pool).queryForObject(limit(), String.class));
                generator.next();
            }))::join);
        });
        JdbcTemplate later = new JdbcTemplate(new SingleConnectionDataSource(used.get(), true));
        assertThat(later.queryForObject(limit(), String.class)).isEqualTo(before.get());
    }

    private static Connection physical(Connection pooled) {
        try {
            return pooled.unwrap(Connection.class);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    // Requests

    @Test
    void requestOutlivesTheDeletionOfAnInstanceThatKeepsRequestsForLess() {
        TransactionalIds<?> week = instance(WEEK, CLOCK);
        assertThat(id(week, "a")).isEqualTo(1L);
        assertThat(id(instance(Duration.ZERO, CLOCK), "b")).isEqualTo(2L);
        assertThat(id(week, "a")).isEqualTo(1L);
    }

    @ParameterizedTest
    @ValueSource(longs = {9, -20_000})
    void requestOutlivesInstancesWhoseClockIsWrong(long days) {
        TimeSource wrong = new WrongClock(Duration.ofDays(days));
        TransactionalIds<?> right = instance(WEEK, CLOCK);
        assertThat(id(right, "a")).isEqualTo(1L);
        assertThat(id(instance(WEEK, wrong), "b")).isEqualTo(2L);
        assertThat(id(instance(WEEK, CLOCK), "c")).isEqualTo(3L);
        assertThat(id(right, "a")).isEqualTo(1L);
        assertThat(id(right, "b")).isEqualTo(2L);
    }

    @Test
    void requestKeepsItsTextWhenTheTemplateChanges() {
        assertThat(id(instance("INV-{000000}"), "a")).isEqualTo("INV-000001");
        assertThat(id(instance("R{00}\u00e9\u4e2d"), "b")).isEqualTo("R02\u00e9\u4e2d");
        assertThat(id(instance("INV-{0}"), "a")).isEqualTo("INV-000001");
        assertThat(id(instance("INV-{yyyy}-{000000}"), "b")).isEqualTo("R02\u00e9\u4e2d");
    }

    @Test
    void requestKeepsItsNumberWhenATemplateIsAddedAndSaysWhyWhenOneIsRemoved() {
        assertThat(id(instance(WEEK, CLOCK), "a")).isEqualTo(1L);
        assertThat(id(instance("INV-{000000}"), "a")).isEqualTo("1");
        assertThat(id(instance("INV-{000000}"), "b")).isEqualTo("INV-000002");
        TransactionalIds<?> numbers = instance(WEEK, CLOCK);
        assertThatThrownBy(() -> id(numbers, "b"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("'INV-000002'", "generator 'invoice'", "set the template again");
    }
}
