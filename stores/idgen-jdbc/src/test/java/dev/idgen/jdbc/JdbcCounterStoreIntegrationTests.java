package dev.idgen.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;

import com.zaxxer.hikari.HikariDataSource;
import dev.idgen.CounterStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.store.ServedCounterStoreContract;
import dev.idgen.internal.time.TimeSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionTemplate;

/** The contract on a real database. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
@ExtendWith(OutputCaptureExtension.class)
class JdbcCounterStoreIntegrationTests extends ServedCounterStoreContract {

    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final List<HikariDataSource> pools = new ArrayList<>();
    private final List<JdbcDatabase> databases = new ArrayList<>();

    private final TestDatabase database;

    JdbcCounterStoreIntegrationTests(TestDatabase database) {
        this.database = database;
    }

    @Override
    protected int serverPort() {
        return database.running().port();
    }

    @Override
    protected CounterStore openAt(int port, String name) {
        return new JdbcCounterStore(database(pool(port, pool -> {})), name, Duration.ofDays(7));
    }

    @Override
    protected final boolean isCarriedOutBeforeTheFirstAnswer() {
        return false;
    }

    final HikariDataSource pool(Consumer<HikariDataSource> settings) {
        return pool(serverPort(), settings);
    }

    private HikariDataSource pool(int port, Consumer<HikariDataSource> settings) {
        HikariDataSource pool = database.running().pool(port, settings);
        pools.add(pool);
        return pool;
    }

    private CounterStore store(DataSource dataSource) {
        return new JdbcCounterStore(database(dataSource), namespace(), Duration.ofDays(7));
    }

    private CounterStore creating(DataSource dataSource) {
        return new JdbcCounterStore(database(dataSource, SchemaInitialization.ALWAYS), namespace(), Duration.ofDays(7));
    }

    final JdbcDatabase database(DataSource dataSource) {
        return database(dataSource, SchemaInitialization.NEVER);
    }

    private JdbcDatabase database(DataSource dataSource, SchemaInitialization creation) {
        JdbcDatabase made = new JdbcDatabase(dataSource, creation, TimeSource.system());
        databases.add(made);
        return made;
    }

    /**
     * As if an instance were frozen between a statement and the commit: without a limit its row is locked until it goes
     * on. H2 has no limit, and MySQL's is longer than this test waits.
     */
    @TestFactory
    Stream<DynamicTest> rowOfAnInstanceThatIsFrozenIsFreeAgainSoon() {
        return database.only(
                Set.of(TestDatabase.POSTGRESQL, TestDatabase.PGBOUNCER, TestDatabase.MARIADB), this::freeze);
    }

    private void freeze() {
        CompletableFuture<Void> frozen = new CompletableFuture<>();
        CompletableFuture<Long> locked = new CompletableFuture<>();
        CompletionStage<Long> never = database(pool(config -> {})).run((jdbc, dialect) -> {
            long value = dialect.add(jdbc, namespace(), "orders", 100, 0, Long.MAX_VALUE - 100)
                    .orElseThrow();
            locked.complete(value);
            frozen.join();
            return value;
        });
        assertThat(locked.join()).isEqualTo(100);
        CounterStore store = store(pool(config -> {}));
        Long next = await().atMost(DEADLINE)
                .until(
                        () -> store.add("orders", 1, 0, Long.MAX_VALUE)
                                .handle((value, failure) -> value)
                                .toCompletableFuture()
                                .join(),
                        Objects::nonNull);
        frozen.complete(null);
        assertThat(next).isEqualTo(1);
        assertThat(never.toCompletableFuture()).failsWithin(DEADLINE);
    }

    @BeforeEach
    void createTable() {
        add(creating(pool(pool -> {})), 1);
        new JdbcTemplate(pool(pool -> {})).update("DELETE FROM idgen_counter WHERE namespace = '" + namespace() + "'");
    }

    @AfterEach
    void closePools() {
        databases.forEach(JdbcDatabase::close);
        pools.forEach(HikariDataSource::close);
    }

    @Test
    void rollbackOfTheCallerTakesNothingBack() {
        DataSource pool = new TransactionAwareDataSourceProxy(pool(config -> {}));
        CounterStore store = store(pool);
        TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(pool));
        List<Long> given = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            transaction.executeWithoutResult(status -> {
                assertThat(new JdbcTemplate(pool).queryForObject("SELECT 1", Integer.class))
                        .isEqualTo(1);
                given.add(add(store, 10));
                status.setRollbackOnly();
            });
        }
        assertThat(given).containsExactly(10L, 20L, 30L);
        assertThat(add(store, 1)).isEqualTo(31);
    }

    @Test
    void tableIsCreatedOnceHoweverManyCreateIt() {
        DataSource pool = pool(config -> config.setMaximumPoolSize(8));
        new JdbcTemplate(pool).execute("DROP TABLE idgen_counter");
        List<CompletableFuture<Void>> creations = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            creations.add(CompletableFuture.runAsync(() -> add(creating(pool), 1)));
        }
        creations.forEach(creation -> assertThatCode(creation::join).doesNotThrowAnyException());
        assertThat(add(store(pool), 1)).isEqualTo(9);
        assertThat(add(creating(pool), 1)).isEqualTo(10);
    }

    /** Dropped as {@code flyway.clean()} does between tests. */
    @Test
    void missingTableIsAFailureUnlessTheStoreMakesIt() {
        DataSource pool = pool(config -> {});
        CounterStore creating = creating(pool);
        assertThat(add(creating, 5)).isEqualTo(5);
        new JdbcTemplate(pool).execute("DROP TABLE idgen_counter");
        CounterStore store = store(pool);
        assertThatThrownBy(() -> add(store, 1))
                .hasMessageContaining("no table idgen_counter")
                .hasMessageContaining("dev/idgen/jdbc/schema")
                .hasMessageContaining("idgen.jdbc.initialize-schema");
        assertThat(add(creating, 1)).isEqualTo(1);
        assertThat(add(store, 1)).isEqualTo(2);
    }

    /** MySQL and MariaDB have one error for a missing right and, without any right, for a missing table. */
    @TestFactory
    Stream<DynamicTest> missingRightIsNotTakenForAMissingTable() {
        return database.only(Set.of(TestDatabase.MARIADB, TestDatabase.MYSQL), this::addWithoutARight);
    }

    private void addWithoutARight() {
        JdbcTemplate jdbc = new JdbcTemplate(pool(config -> {}));
        String schema = jdbc.queryForObject("SELECT DATABASE()", String.class);
        jdbc.execute("DROP USER IF EXISTS blind");
        jdbc.execute("CREATE USER blind IDENTIFIED BY 'blind'");
        jdbc.execute("GRANT INSERT, UPDATE ON " + schema + ".idgen_counter TO blind");
        CounterStore store = store(pool(config -> {
            config.setUsername("blind");
            config.setPassword("blind");
        }));
        assertThatThrownBy(() -> add(store, 1))
                .hasMessageContaining("no table idgen_counter")
                .hasMessageContaining("may not read it")
                .hasMessageContaining("GRANT SELECT");
    }

    /** Pins a limit that the page of databases states: the wait is short, and nothing is lost. */
    @TestFactory
    Stream<DynamicTest> manyUuidShortLookLikeARestart() {
        return database.only(Set.of(TestDatabase.MARIADB, TestDatabase.MYSQL), this::useManyUuidShort);
    }

    private void useManyUuidShort() {
        JdbcLeaseStore leaseStore = new JdbcLeaseStore(database(pool(config -> {})), namespace());
        Snapshot before = answer(leaseStore.read("0", List.of("lease")));
        new JdbcTemplate(pool(config -> {})).execute("DO BENCHMARK(17000000, UUID_SHORT())");
        assertThat(answer(leaseStore.compareAndSet("0", before, "lease", "mine"))
                        .wrote())
                .isFalse();
        Snapshot after = answer(leaseStore.read("0", List.of("lease")));
        assertThat(after.run()).isNotEqualTo(before.run());
        assertThat(answer(leaseStore.compareAndSet("0", after, "lease", "mine")).wrote())
                .isTrue();
    }

    @Test
    void eachRequestIsATransactionAtReadCommittedAndLeavesConnectionsAsThePoolHasThem() throws SQLException {
        HikariDataSource pool = pool(config -> {
            config.setMaximumPoolSize(1);
            config.setAutoCommit(false);
            config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
        });
        JdbcDatabase shared = database(new DelegatingDataSource(pool));
        CounterStore store = new JdbcCounterStore(shared, namespace(), Duration.ofDays(7));
        assertThat(add(store, 10)).isEqualTo(10);
        assertThat(add(store, 10)).isEqualTo(20);
        assertThat(answer(store.giveBack("orders", 20, 15))).isTrue();
        ConnectionCallback<Integer> isolation = Connection::getTransactionIsolation;
        Integer used = answer(shared.run((jdbc, dialect) -> jdbc.execute(isolation)));
        assertThat(used).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
        try (Connection givenBack = pool.getConnection()) {
            assertThat(givenBack.getAutoCommit()).isFalse();
            assertThat(givenBack.unwrap(Connection.class).getTransactionIsolation())
                    .isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
        }
        assertThat(add(store(pool(config -> {})), 1)).as("committed").isEqualTo(16);
    }

    /**
     * As if the answer to the commit were lost, which was carried out, unless it says that the transaction was rolled
     * back.
     */
    @ParameterizedTest
    @ValueSource(strings = {"08006", "08007", "40003", "HY000", "40001"})
    void transactionIsRepeatedOnlyIfItWasRolledBack(String state) {
        boolean rolledBack = state.equals("40001");
        SQLException failure = new SQLException("commit failed", state);
        CounterStore store = store(failingOnce(pool(config -> {}), !rolledBack, failure));
        if (rolledBack) {
            assertThat(add(store, 10)).isEqualTo(10);
        } else {
            assertThatThrownBy(() -> add(store, 10)).hasRootCause(failure);
        }
        assertThat(add(store, 10)).isEqualTo(20);
    }

    /** Its first commit fails, carried out or rolled back. */
    private static DataSource failingOnce(DataSource target, boolean carriedOut, SQLException failure) {
        AtomicBoolean failed = new AtomicBoolean();
        return new DelegatingDataSource(target) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                Connection failing = mock(Connection.class, delegatesTo(connection));
                doAnswer(commit -> {
                            boolean fails = !failed.getAndSet(true);
                            if (fails && !carriedOut) {
                                connection.rollback();
                            } else {
                                connection.commit();
                            }
                            if (fails) {
                                throw failure;
                            }
                            return null;
                        })
                        .when(failing)
                        .commit();
                return failing;
            }
        };
    }

    @Test
    void rowThatAnotherHoldsIsNotWaitedForForEver() throws SQLException {
        HikariDataSource pool = pool(config -> {});
        CounterStore store = store(new DelegatingDataSource(pool));
        add(store, 10);
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            connection.createStatement().executeUpdate("UPDATE idgen_counter SET last_number = last_number");
            assertThatThrownBy(() -> add(store, 1)).hasCauseInstanceOf(DataAccessException.class);
            connection.rollback();
        }
        assertThat(add(store, 1)).isEqualTo(11);
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.getQueryTimeout()).isZero();
        }
    }

    /**
     * Forbids: a caller that holds the pool's last connection and waits for a number that needs another. The proxies
     * are those of {@code spring.datasource.connection-fetch: lazy} and of Spring's transactions.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void numbersComeWhileThePoolIsExhausted(boolean behindProxies) throws SQLException {
        HikariDataSource pool = pool(config -> config.setMaximumPoolSize(1));
        CounterStore store = store(
                behindProxies ? new TransactionAwareDataSourceProxy(new LazyConnectionDataSourceProxy(pool)) : pool);
        try (Connection held = pool.getConnection()) {
            assertThat(add(store, 1)).isEqualTo(1);
            assertThat(held.isValid(1)).isTrue();
        }
    }

    /** Forbids: callers that wait for each other, and nothing that says why. */
    @Test
    void databaseWarnsWhenItSharesThePoolOfTheCallers(CapturedOutput output) {
        HikariDataSource pool = pool(config -> {});
        database(pool);
        database(new LazyConnectionDataSourceProxy(pool));
        database(new SimpleDriverDataSource());
        assertThat(output).doesNotContain("idgen.jdbc.data-source");
        database(new DelegatingDataSource(pool) {});
        assertThat(output)
                .contains("JdbcCounterStoreIntegrationTests$", "'idgen.jdbc.data-source'", "maximum-pool-size 1");
    }

    @TestFactory
    Stream<DynamicTest> ownConnectionsAreAtReadCommittedWhateverTheApplicationsAreAt() {
        return database.only(TestDatabase.withSessions(), this::connectBesideSerializable);
    }

    private void connectBesideSerializable() throws SQLException {
        boolean mysql = database.isMysql();
        HikariDataSource pool = pool(config -> config.setConnectionInitSql(
                "SET SESSION " + (mysql ? "" : "CHARACTERISTICS AS ") + "TRANSACTION ISOLATION LEVEL SERIALIZABLE"));
        try (Connection own = OwnConnections.beside(pool, TimeSource.system()).getConnection()) {
            assertThat(own.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
            assertThat(own.getAutoCommit()).isFalse();
        }
    }

    /** Forbids: a connection whose settings are made in the middle of a transaction, which PostgreSQL refuses. */
    @TestFactory
    Stream<DynamicTest> numbersAreCountedInTheSchemaOfThePool() {
        return database.only(TestDatabase.withSessions(), this::countInASchema);
    }

    private void countInASchema() {
        JdbcTemplate jdbc = new JdbcTemplate(pool(pool -> {}));
        jdbc.execute("CREATE SCHEMA IF NOT EXISTS shop");
        HikariDataSource pool = pool(config -> database.useSchema(config, "shop"));
        assertThat(add(creating(pool), 5)).isEqualTo(5);
        assertThat(jdbc.queryForList(
                        "SELECT last_number FROM shop.idgen_counter WHERE namespace = '" + namespace() + "'",
                        Long.class))
                .containsExactly(5L);
        assertThat(add(store(pool(config -> {})), 1)).as("elsewhere").isEqualTo(1);
    }

    /** Forbids: numbers that a crash of the server takes back though they were answered. */
    @TestFactory
    Stream<DynamicTest> whatIsWrittenWaitsForTheDiskWhateverTheApplicationDoes() {
        return database.only(Set.of(TestDatabase.POSTGRESQL), this::assertSettings);
    }

    private void assertSettings() {
        assertThat(settings("off", (jdbc, dialect) -> dialect.add(jdbc, namespace(), "orders", 5, 0, 100)))
                .isEqualTo("on 5s");
        assertThat(settings("off", (jdbc, dialect) -> dialect.create(jdbc, namespace(), "invoices", 0)))
                .isEqualTo("on 5s");
        assertThat(settings("off", (jdbc, dialect) -> dialect.giveBack(jdbc, namespace(), "orders", 5, 3)))
                .isEqualTo("on 5s");
        assertThat(settings("off", (jdbc, dialect) -> dialect.lock(jdbc, namespace(), "orders")))
                .as("before a raise")
                .isEqualTo("on 5s");
        assertThat(settings("remote_write", (jdbc, dialect) -> dialect.add(jdbc, namespace(), "orders", 1, 0, 100)))
                .isEqualTo("remote_write 5s");
    }

    /** What holds until the commit, after some work. */
    private String settings(String commit, BiConsumer<JdbcTemplate, Dialect> work) {
        JdbcDatabase made = database(pool(config -> config.setConnectionInitSql("SET synchronous_commit = " + commit)));
        return made.run((jdbc, dialect) -> {
                    work.accept(jdbc, dialect);
                    return jdbc.queryForObject(
                            "SELECT current_setting('synchronous_commit') || ' '"
                                    + " || current_setting('idle_in_transaction_session_timeout')",
                            String.class);
                })
                .toCompletableFuture()
                .join();
    }
}
