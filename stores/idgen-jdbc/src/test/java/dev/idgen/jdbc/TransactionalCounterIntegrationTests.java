package dev.idgen.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockingDetails;

import com.zaxxer.hikari.HikariDataSource;
import dev.idgen.CounterExhaustedException;
import dev.idgen.CounterUnavailableException;
import dev.idgen.CounterUnavailableException.Reason;
import dev.idgen.CounterWentBackException;
import dev.idgen.InvalidSettingException;
import dev.idgen.Monotonicity;
import dev.idgen.TransactionRequiredException;
import dev.idgen.internal.counter.CounterScheme;
import dev.idgen.internal.counter.CounterSettings;
import dev.idgen.internal.counter.CountingNumbers;
import dev.idgen.internal.counter.NumberMapping;
import dev.idgen.internal.counter.NumberTemplate;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.KeyedSequences;
import dev.idgen.store.NumberSequence;
import dev.idgen.store.Progression;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Numbers that are part of the caller's transaction, on a real database. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class TransactionalCounterIntegrationTests {

    private static final String NAMESPACE = "transactional";
    private static final String NAME = "invoice";
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final CounterSettings PATIENT = new CounterSettings(DEADLINE, 0);
    private static final CounterSettings BRIEF = new CounterSettings(Duration.ofSeconds(1), 0);

    private final TestDatabase database;
    private final List<HikariDataSource> pools = new ArrayList<>();
    private final List<JdbcDatabase> databases = new ArrayList<>();
    private HikariDataSource pool;
    private JdbcTemplate jdbc;
    private TransactionTemplate transaction;

    TransactionalCounterIntegrationTests(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void begin() {
        pool = pool(config -> {});
        jdbc = new JdbcTemplate(pool);
        transaction = new TransactionTemplate(new DataSourceTransactionManager(pool));
        store(pool).giveBack("warm-up", 1, 1).toCompletableFuture().join();
        jdbc.execute("DELETE FROM idgen_counter WHERE namespace = '" + NAMESPACE + "'");
        jdbc.execute("DELETE FROM idgen_counter_gap WHERE namespace = '" + NAMESPACE + "'");
        jdbc.execute("DELETE FROM idgen_counter_request WHERE namespace = '" + NAMESPACE + "'");
    }

    @AfterEach
    void end() {
        databases.forEach(JdbcDatabase::close);
        pools.forEach(HikariDataSource::close);
    }

    final HikariDataSource pool(Consumer<HikariDataSource> settings) {
        Database running = database.running();
        HikariDataSource made = running.pool(running.port(), config -> {
            config.setMaximumPoolSize(10);
            settings.accept(config);
        });
        pools.add(made);
        return made;
    }

    private JdbcCounterStore store(DataSource dataSource) {
        JdbcDatabase made = new JdbcDatabase(dataSource, SchemaInitialization.ALWAYS, TimeSource.system());
        databases.add(made);
        return new JdbcCounterStore(made, NAMESPACE, Duration.ofDays(7));
    }

    private static CounterScheme scheme(NumberMapping numbers) {
        return new CounterScheme(NAME, "counter", Monotonicity.FULL, numbers);
    }

    private static NumberMapping.Linear upTo(long max) {
        return new NumberMapping.Linear(CountingNumbers.upTo(max), Region.ALL);
    }

    private NumberSequence counter() {
        return counter(pool, PATIENT);
    }

    private NumberSequence counter(DataSource dataSource, CounterSettings settings) {
        return keys(dataSource, settings, upTo(Long.MAX_VALUE)).of(NAME, Long.MAX_VALUE);
    }

    private NumberSequence counter(NumberMapping numbers) {
        return keys(pool, PATIENT, numbers).of(NAME, Long.MAX_VALUE);
    }

    private KeyedSequences keys() {
        return keys(pool, PATIENT, upTo(Long.MAX_VALUE));
    }

    private KeyedSequences keys(DataSource dataSource, CounterSettings settings, NumberMapping numbers) {
        return store(dataSource).inTransaction(scheme(numbers).counting(settings));
    }

    private <T> T committed(Supplier<T> work) {
        return Objects.requireNonNull(transaction.execute(status -> work.get()));
    }

    private long one(NumberSequence counter) {
        return committed(() -> counter.next());
    }

    private long rolledBack(NumberSequence counter) {
        return Objects.requireNonNull(transaction.execute(status -> {
            status.setRollbackOnly();
            return counter.next();
        }));
    }

    private TransactionTemplate with(Propagation propagation) {
        TransactionTemplate other = new TransactionTemplate(transaction.getTransactionManager());
        other.setPropagationBehavior(propagation.value());
        return other;
    }

    private long value() {
        return jdbc.queryForObject(
                "SELECT last_number FROM idgen_counter WHERE namespace = ? AND counter_name = ?",
                Long.class,
                NAMESPACE,
                NAME);
    }

    // Whose a number is

    @Test
    void numberOfTransactionThatIsRolledBackComesAgain() {
        NumberSequence counter = counter();
        assertThat(one(counter)).isEqualTo(1);
        assertThat(rolledBack(counter)).isEqualTo(2);
        assertThat(rolledBack(counter)).isEqualTo(2);
        assertThat(committed(() -> List.of(counter.next(), counter.next()))).containsExactly(2L, 3L);
        assertThat(committed(() -> counter.next(3))).containsExactly(4, 5, 6);
        assertThat(counter.tally().issued()).isEqualTo(6);
        assertThat(value()).isEqualTo(6);
    }

    @Test
    void numberOfNestedTransactionThatIsRolledBackComesAgain() {
        NumberSequence counter = counter();
        transaction.executeWithoutResult(status -> {
            assertThat(counter.next()).isEqualTo(1);
            with(Propagation.NESTED).executeWithoutResult(nested -> {
                assertThat(counter.next(5)).endsWith(6);
                nested.setRollbackOnly();
            });
            assertThat(counter.next()).isEqualTo(2);
        });
        transaction.executeWithoutResult(status -> with(Propagation.NESTED).executeWithoutResult(nested -> {
            assertThat(counter.next()).isEqualTo(3);
            nested.setRollbackOnly();
        }));
        assertThat(one(counter)).as("taken for no loss of data").isEqualTo(3);
    }

    @Test
    void callerWaitsForTheTransactionBefore() throws Exception {
        NumberSequence counter = counter();
        for (boolean rollback : new boolean[] {false, true}) {
            long before = one(counter);
            CountDownLatch taken = new CountDownLatch(1);
            CountDownLatch end = new CountDownLatch(1);
            CompletableFuture<Void> first =
                    CompletableFuture.runAsync(() -> transaction.executeWithoutResult(status -> {
                        counter.next();
                        taken.countDown();
                        await(end);
                        if (rollback) {
                            status.setRollbackOnly();
                        }
                    }));
            await(taken);
            CompletableFuture<Long> second = CompletableFuture.supplyAsync(() -> one(counter));
            Awaitility.await().atMost(DEADLINE).until(() -> counter.tally().waiting() == 1);
            assertThat(second).as("has to wait").isNotDone();
            end.countDown();
            first.join();
            assertThat(second.join()).isEqualTo(before + (rollback ? 1 : 2));
        }
    }

    /** A form that shows the next number neither waits for the transaction that takes it, nor makes it wait. */
    @Test
    void previewShowsTheNumberAfterTheLatestCommitAndLocksNothing() {
        NumberSequence counter = counter();
        assertThat(counter.preview()).isEqualTo(1);
        one(counter);
        transaction.executeWithoutResult(status -> {
            counter.next();
            assertThat(counter.preview()).as("in the transaction that took one").isEqualTo(3);
            assertThat(CompletableFuture.supplyAsync(counter::preview).join()).isEqualTo(2);
            assertThat(CompletableFuture.supplyAsync(() -> committed(counter::preview))
                            .join())
                    .isEqualTo(2);
            status.setRollbackOnly();
        });
        assertThat(counter.preview()).isEqualTo(2);
        counter.raiseTo(41);
        assertThat(counter().preview()).as("of another instance").isEqualTo(42);
        assertThat(one(counter)).isEqualTo(42);
        NumberSequence ended = keys().of(NAME, 42);
        assertThatThrownBy(ended::preview).isInstanceOf(CounterExhaustedException.class);
        assertThatThrownBy(() -> one(ended)).isInstanceOf(CounterExhaustedException.class);
    }

    /** Each further statement is a round trip for which all others wait. */
    @Test
    void numberTakesOneStatement() {
        List<Connection> used = new CopyOnWriteArrayList<>();
        DataSource watched = new DelegatingDataSource(pool) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = mock(Connection.class, delegatesTo(super.getConnection()));
                used.add(connection);
                return connection;
            }
        };
        NumberSequence counter = counter(watched, PATIENT);
        TransactionTemplate watching = new TransactionTemplate(new DataSourceTransactionManager(watched));
        assertThat(watching.<Long>execute(status -> counter.next())).isEqualTo(1);
        long before = statements(used);
        assertThat(watching.<Long>execute(status -> counter.next())).isEqualTo(2);
        assertThat(statements(used) - before).isEqualTo(1);
    }

    private static long statements(List<Connection> of) {
        return of.stream()
                .flatMap(connection -> mockingDetails(connection).getInvocations().stream())
                .filter(call -> call.getMethod().getName().equals("prepareStatement"))
                .count();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void manyWhoComeFirstMakeOneRow() {
        List<CompletableFuture<Long>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            NumberSequence counter = counter();
            all.add(CompletableFuture.supplyAsync(() -> one(counter)));
        }
        assertThat(all.stream().map(CompletableFuture::join))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 8).boxed().toList());
    }

    // Requests

    private static String id(NumberSequence counter, String year, String requestKey) {
        return counter.nextForRequest(NAME, requestKey, number -> year + number).orElseThrow();
    }

    private static String id(NumberSequence counter, String requestKey) {
        return id(counter, "", requestKey);
    }

    private long requests() {
        return jdbc.queryForObject(
                "SELECT COUNT(*) FROM idgen_counter_request WHERE namespace = ?", Long.class, NAMESPACE);
    }

    /** Forbids: two callers that look for the request before one of them has stored it. */
    @Test
    void requestHasOneNumberHoweverOftenAndByHowManyItIsSent() {
        NumberSequence counter = counter();
        Map<String, Set<String>> numbers = new ConcurrentHashMap<>();
        Runnable caller = () -> IntStream.range(0, 30).forEach(sent -> {
            String requestKey = "order:" + sent / 3;
            transaction.executeWithoutResult(status -> {
                id(counter, requestKey);
                status.setRollbackOnly();
            });
            numbers.computeIfAbsent(requestKey, key -> ConcurrentHashMap.newKeySet())
                    .addAll(committed(() -> List.of(id(counter, requestKey), id(counter, requestKey))));
        });
        Stream.generate(() -> CompletableFuture.runAsync(caller, task -> new Thread(task).start()))
                .limit(8)
                .toList()
                .forEach(CompletableFuture::join);
        assertThat(numbers.values()).hasSize(10).allMatch(same -> same.size() == 1);
        assertThat(numbers.values().stream().flatMap(Set::stream).map(Long::valueOf))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 10).boxed().toList());
        assertThat(value()).isEqualTo(10);
        assertThat(counter.tally().issued()).isEqualTo(10);
    }

    @Test
    void requestThatIsSentAgainInTheNextPeriodKeepsItsId() {
        KeyedSequences keys = keys();
        NumberSequence old = keys.of(NAME + ":2025", Long.MAX_VALUE);
        NumberSequence recovery = keys.of(NAME + ":2026", Long.MAX_VALUE);
        one(recovery);
        assertThat(committed(() -> id(old, "2025-", "a"))).isEqualTo("2025-1");
        assertThat(committed(() -> id(recovery, "2026-", "a"))).isEqualTo("2025-1");
        CompletableFuture<String> second = Objects.requireNonNull(transaction.execute(status -> {
            id(old, "2025-", "b");
            CompletableFuture<String> other =
                    CompletableFuture.supplyAsync(() -> committed(() -> id(recovery, "2026-", "b")));
            Awaitility.await().atMost(DEADLINE).until(() -> keys.tally().waiting() == 1);
            return other;
        }));
        // The two lock different rows, so the second finds the row of the first or collides with it.
        assertThat(second.exceptionally(failure -> {
                    assertThat(failure).hasMessageContaining("repeat the whole transaction");
                    return committed(() -> id(recovery, "2026-", "b"));
                }))
                .succeedsWithin(DEADLINE)
                .isEqualTo("2025-2");
        assertThat(one(recovery)).isEqualTo(2);
    }

    @Test
    void oldRequestsAreDeletedAFewAtATime() {
        Consumer<Integer> insert = count -> jdbc.batchUpdate(
                "INSERT INTO idgen_counter_request VALUES (?, ?, ?, '1', 0)",
                IntStream.range(0, count)
                        .mapToObj(i -> new Object[] {NAMESPACE, NAME, "old" + i})
                        .toList());
        NumberSequence counter = counter();
        insert.accept(201);
        committed(() -> id(counter, "first"));
        assertThat(requests()).isEqualTo(2);
        committed(() ->
                IntStream.range(0, 99).mapToObj(i -> id(counter, "next" + i)).toList());
        Awaitility.await().atMost(DEADLINE).until(() -> requests() == 100);
        assertThat(committed(() -> id(counter, "first"))).isEqualTo("1");
        assertThat(value()).isEqualTo(100);
    }

    // Transactions that will not do

    private static void assertRefused(NumberSequence counter, String... parts) {
        assertThatExceptionOfType(TransactionRequiredException.class)
                .isThrownBy(counter::next)
                .withMessageContaining("generator 'invoice' is transactional")
                .withMessageContainingAll(parts);
    }

    @Test
    void nothingIsTakenOutsideATransactionThatWrites() {
        NumberSequence counter = counter();
        assertRefused(counter, "in none", "@Transactional");
        assertThatExceptionOfType(TransactionRequiredException.class).isThrownBy(() -> counter.next(2));
        with(Propagation.SUPPORTS).executeWithoutResult(status -> assertRefused(counter, "in none"));
        transaction.executeWithoutResult(status -> assertThat(counter.nextAsync())
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(TransactionRequiredException.class)
                .withMessageContaining("call next() in the thread of the transaction"));
        assertThat(one(counter)).isEqualTo(1);
        transaction.setReadOnly(true);
        transaction.executeWithoutResult(status -> assertRefused(counter, "readOnly = true"));
    }

    /** Forbids: numbers over a connection that nobody commits, which is bound to the thread all the same. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingIsTakenInATransactionOfAnotherDataSource(boolean autoCommit) {
        HikariDataSource idgens = pool(config -> config.setAutoCommit(autoCommit));
        NumberSequence counter = counter(idgens, PATIENT);
        transaction.executeWithoutResult(status -> {
            assertRefused(counter, "not a transaction of the DataSource", "'idgen.jdbc.data-source'");
            assertThat(new JdbcTemplate(idgens).queryForObject("SELECT 1", Integer.class))
                    .isEqualTo(1);
            assertThat(TransactionSynchronizationManager.hasResource(idgens)).isTrue();
            assertRefused(counter, "not a transaction of the DataSource");
        });
        transaction = new TransactionTemplate(new DataSourceTransactionManager(idgens));
        assertThat(one(counter)).isEqualTo(1);
    }

    /**
     * The transaction manager is no bean of an application, so nothing marks its commits but a number that was taken
     * before.
     */
    @Test
    void nothingIsTakenAfterTheCommitOfATransactionThatTookANumber() {
        NumberSequence counter = counter();
        List<String> phases = new ArrayList<>();
        transaction.executeWithoutResult(status -> {
            counter.next();
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    assertRefused(counter, "has ended", "REQUIRES_NEW");
                    phases.add("after commit");
                }

                @Override
                public void afterCompletion(int outcome) {
                    assertRefused(counter, "in none");
                    phases.add("after completion");
                }
            });
        });
        assertThat(phases).containsExactly("after commit", "after completion");
        assertThat(one(counter)).isEqualTo(2);
    }

    @Test
    void firstNumberAfterACommitThatNothingMarksIsReportedAsTrouble() {
        NumberSequence counter = counter();
        one(counter);
        List<Long> late = new ArrayList<>();
        transaction.executeWithoutResult(
                status -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        late.add(counter.next());
                    }
                }));
        assertThat(late).containsExactly(2L);
        assertThat(counter.unavailability())
                .hasValueSatisfying(said -> assertThat(said)
                        .contains("'invoice' were taken after their transaction had committed")
                        .contains("REQUIRES_NEW"));
        assertThat(counter.tally().issued()).isEqualTo(1);
    }

    /** As Hibernate leaves a connection after the commit, when others are told of it. */
    @Test
    void nothingIsTakenOverAConnectionThatCommitsByItself() {
        NumberSequence counter = counter();
        ConnectionCallback<Boolean> committing = connection -> {
            connection.setAutoCommit(true);
            assertRefused(counter, "has ended", "REQUIRES_NEW");
            connection.setAutoCommit(false);
            return true;
        };
        transaction.executeWithoutResult(status -> jdbc.execute(committing));
    }

    /**
     * Whether a database keeps the lock of a row that a cursor has read until the transaction ends is not known of
     * others.
     */
    @Test
    void nothingIsTakenInADatabaseThatIsNotSupported() {
        DataSource other = new DelegatingDataSource(pool) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = mock(Connection.class, delegatesTo(super.getConnection()));
                DatabaseMetaData named = mock(DatabaseMetaData.class, delegatesTo(connection.getMetaData()));
                doReturn("Other SQL").when(named).getDatabaseProductName();
                doReturn(named).when(connection).getMetaData();
                return connection;
            }
        };
        NumberSequence refused = counter(other, PATIENT);
        new TransactionTemplate(new DataSourceTransactionManager(other))
                .executeWithoutResult(status -> assertThatExceptionOfType(InvalidSettingException.class)
                        .isThrownBy(refused::next)
                        .withMessageContaining("neither PostgreSQL, MySQL, MariaDB nor H2"));
    }

    // Waits and conflicts

    private static ThrowableAssertAlternative<CounterUnavailableException> assertUnavailable(
            Reason reason, ThrowingCallable call) {
        return assertThatExceptionOfType(CounterUnavailableException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason));
    }

    @Test
    void waitEndsWithTheTransactionsTimeout() {
        NumberSequence counter = counter(pool, new CounterSettings(DEADLINE.multipliedBy(20), 0));
        transaction.executeWithoutResult(status -> {
            counter.next();
            TransactionTemplate brief = with(Propagation.REQUIRES_NEW);
            brief.setTimeout(1);
            assertThat(CompletableFuture.runAsync(() -> brief.executeWithoutResult(inner -> counter.next())))
                    .failsWithin(DEADLINE)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(CounterUnavailableException.class);
        });
    }

    @Test
    void nextAfterTheTransactionsDeadlineTimesOut() {
        NumberSequence counter = counter();
        TransactionTemplate brief = with(Propagation.REQUIRED);
        brief.setTimeout(1);
        ThrowingCallable late = () -> brief.executeWithoutResult(status -> {
            ((ConnectionHolder) TransactionSynchronizationManager.getResource(pool)).setTimeoutInMillis(-1);
            counter.next();
        });
        assertUnavailable(Reason.TIMED_OUT, late).withMessageContaining("Transaction timed out");
        assertThat(one(counter)).isEqualTo(1);
    }

    /**
     * The caller holds a lock of its own in a transaction that is suspended. PostgreSQL refuses all that comes after a
     * failure, and names the first.
     */
    @Test
    void waitForALockEndsAtTheDeadlineAndALaterCallNamesItsOwnReason() {
        NumberSequence counter = counter();
        NumberSequence brief = counter(pool, BRIEF);
        transaction.executeWithoutResult(status -> {
            assertThat(counter.next()).isEqualTo(1);
            with(Propagation.REQUIRES_NEW).executeWithoutResult(inner -> {
                inner.setRollbackOnly();
                assertUnavailable(Reason.LOCKED, brief::next).withMessageContaining("'acquire-timeout'");
                assertUnavailable(database.isPostgresql() ? Reason.FAILED : Reason.LOCKED, brief::next);
            });
        });
        assertThat(one(counter)).isEqualTo(2);
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    }

    @Test
    void connectionIsLeftAsItWasFound() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            DataSource one = new SingleConnectionDataSource(connection, true);
            NumberSequence counter = counter(one, PATIENT);
            ConnectionCallback<List<Integer>> settings =
                    used -> List.of(used.createStatement().getQueryTimeout(), used.getTransactionIsolation());
            List<Integer> before = new JdbcTemplate(one).execute(settings);
            // The row is made over the pool: here is only one connection, which the transaction has.
            assertThat(one(counter())).isEqualTo(1);
            new TransactionTemplate(new DataSourceTransactionManager(one)).executeWithoutResult(status -> {
                assertThat(counter.next()).isEqualTo(2);
                assertThat(new JdbcTemplate(one).execute(settings)).isEqualTo(before);
            });
            assertThat(connection.getAutoCommit()).isTrue();
        }
    }

    /** What happens when another commits a number after this transaction began to read; null for a number. */
    private Reason outcomeAfterAnothersCommit(Isolation isolation) {
        boolean conflicts = switch (database) {
            case H2 -> isolation == Isolation.SERIALIZABLE;
            case POSTGRESQL, PGBOUNCER -> isolation != Isolation.READ_COMMITTED;
            case MARIADB ->
                isolation != Isolation.READ_COMMITTED
                        && Boolean.TRUE.equals(
                                jdbc.queryForObject("SELECT @@innodb_snapshot_isolation", Boolean.class));
            case MYSQL -> false;
        };
        return conflicts ? Reason.CONFLICT : null;
    }

    @ParameterizedTest
    @EnumSource(names = {"READ_COMMITTED", "REPEATABLE_READ", "SERIALIZABLE"})
    void transactionThatBeganToReadBefore(Isolation isolation) {
        assertOutcomeAfterAnothersCommit(outcomeAfterAnothersCommit(isolation), pool, isolation);
    }

    /** @param expected null for a number */
    final void assertOutcomeAfterAnothersCommit(Reason expected, DataSource dataSource, Isolation isolation) {
        NumberSequence counter = counter(dataSource, PATIENT);
        TransactionTemplate strict = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
        strict.setIsolationLevel(isolation.value());
        strict.executeWithoutResult(status -> counter.next());
        Supplier<Long> late = () -> Objects.requireNonNull(strict.execute(status -> {
            new JdbcTemplate(dataSource).queryForList("SELECT * FROM idgen_counter_gap");
            CompletableFuture.runAsync(() -> strict.execute(other -> counter.next()))
                    .join();
            return counter.next();
        }));
        if (expected == null) {
            assertThat(late.get()).isEqualTo(3);
        } else {
            assertUnavailable(expected, late::get).withMessageContaining("repeat the whole transaction");
            assertThat(strict.<Long>execute(status -> counter.next())).isEqualTo(3);
        }
    }

    @Test
    void countersThatAreTakenInDifferentOrderEndInADeadlockForOneOfTwo() {
        NumberSequence one = keys().of("one", Long.MAX_VALUE);
        NumberSequence other = keys().of("other", Long.MAX_VALUE);
        committed(() -> one.next() + other.next());
        CountDownLatch both = new CountDownLatch(2);
        CompletableFuture<Long> first = crosswise(one, other, both);
        CompletableFuture<Long> second = crosswise(other, one, both);
        List<Throwable> failures = new ArrayList<>();
        for (CompletableFuture<Long> each : List.of(first, second)) {
            each.handle((number, failure) -> failure == null || failures.add(failure.getCause()))
                    .join();
        }
        assertThat(failures)
                .singleElement()
                .isInstanceOfSatisfying(
                        CounterUnavailableException.class,
                        e -> assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.CONFLICT));
        assertThat(committed(() -> List.of(one.next(), other.next()))).containsExactly(3L, 3L);
    }

    @Test
    void transactionKeepsNoOtherKeyWaiting() {
        KeyedSequences keys = keys();
        transaction.executeWithoutResult(open -> {
            assertThat(keys.of("invoice::a", Long.MAX_VALUE).next()).isEqualTo(1);
            assertThat(keys.of("invoice::a", Long.MAX_VALUE).next())
                    .as("of the same transaction")
                    .isEqualTo(2);
            assertThat(CompletableFuture.supplyAsync(() -> one(keys.of("invoice::b", Long.MAX_VALUE)))
                            .orTimeout(DEADLINE.toSeconds(), TimeUnit.SECONDS)
                            .join())
                    .isEqualTo(1);
            open.setRollbackOnly();
        });
        assertThat(one(keys.of("invoice::a", Long.MAX_VALUE))).isEqualTo(1);
        assertThat(one(keys.of("invoice::a", Long.MAX_VALUE))).isEqualTo(2);
        assertThat(keys.tally().issued()).isEqualTo(3);
    }

    @Test
    void keyThatIsUsedAgainKnowsThatTheDatabaseLostItsNumbers() {
        KeyedSequences keys = keys();
        one(keys.of("invoice::a", Long.MAX_VALUE));
        one(keys.of("invoice::a", Long.MAX_VALUE));
        jdbc.update("UPDATE idgen_counter SET last_number = 0 WHERE counter_name = 'invoice::a'");
        assertThatThrownBy(() -> one(keys.of("invoice::a", Long.MAX_VALUE)))
                .isInstanceOf(CounterWentBackException.class);

        keys.of("invoice::a", Long.MAX_VALUE).raiseTo(9);

        assertThat(rolledBack(keys.of("invoice::a", Long.MAX_VALUE))).isEqualTo(10);
        assertThat(one(keys.of("invoice::a", Long.MAX_VALUE))).isEqualTo(10);
        assertThat(jdbc.queryForList(
                        "SELECT gap_to FROM idgen_counter_gap WHERE counter_name = 'invoice::a'", Long.class))
                .containsExactly(9L);
        assertThat(one(keys.of("invoice::a", Long.MAX_VALUE))).isEqualTo(11);
        jdbc.update("DELETE FROM idgen_counter WHERE counter_name = 'invoice::a'");
        assertThatThrownBy(() -> one(keys.of("invoice::a", Long.MAX_VALUE)))
                .isInstanceOf(CounterWentBackException.class);
    }

    /** A snapshot may be made with one database and restored with another, which has other counters. */
    @Test
    void counterForgetsPositionWhenItsDatabaseStartsAgain() {
        NumberSequence counter = counter();
        committed(() -> counter.next(10));
        one(counter);
        JdbcDatabase own = databases.get(databases.size() - 1);
        own.stop();
        jdbc.update("UPDATE idgen_counter SET last_number = 3 WHERE namespace = ?", NAMESPACE);
        own.start();
        assertThat(one(counter)).isEqualTo(4);
    }

    private CompletableFuture<Long> crosswise(NumberSequence first, NumberSequence then, CountDownLatch both) {
        return CompletableFuture.supplyAsync(() -> committed(() -> {
            first.next();
            both.countDown();
            await(both);
            return then.next();
        }));
    }

    // Floor, range, region

    @Test
    void skippingIsRecordedInTheTransactionThatSkips() {
        NumberSequence counter = counter();
        committed(() -> counter.next(3));
        NumberSequence raised = counter(pool, new CounterSettings(DEADLINE, 10));
        assertThat(rolledBack(raised)).isEqualTo(11);
        assertThat(gaps()).isEmpty();
        assertThat(one(raised)).isEqualTo(11);
        assertThat(one(raised)).isEqualTo(12);
        assertThat(gaps()).containsExactly("4 to 10");
        raised.raiseTo(20);
        assertThat(gaps()).containsExactly("4 to 10", "13 to 20");
        assertThat(one(counter)).as("another instance").isEqualTo(21);
        assertThat(one(raised)).isEqualTo(22);
        assertThatThrownBy(() -> raised.raiseTo(10)).isInstanceOf(IllegalArgumentException.class);
    }

    private List<String> gaps() {
        return jdbc.query(
                "SELECT gap_from, gap_to FROM idgen_counter_gap WHERE namespace = ? ORDER BY gap_from",
                (row, number) -> row.getLong(1) + " to " + row.getLong(2),
                NAMESPACE);
    }

    /** Otherwise a caller that catches the exception and commits would leave a gap, should the range be extended. */
    @Test
    void counterThatHasReachedItsEndStaysThere() {
        NumberSequence counter = counter(upTo(3));
        committed(() -> counter.next(2));
        transaction.executeWithoutResult(
                status -> assertThatThrownBy(() -> counter.next(2)).isInstanceOf(CounterExhaustedException.class));
        assertThat(value()).isEqualTo(2);
        assertThat(counter.unavailability()).isPresent();
        assertThat(one(counter)).isEqualTo(3);
        assertThat(counter.unavailability()).isEmpty();
    }

    // Lost data, and changes of mind

    @Test
    void restoredBackupIsNoticedByThoseWhoSawMore() {
        NumberSequence counter = counter();
        committed(() -> counter.next(10));
        one(counter);
        jdbc.update("UPDATE idgen_counter SET last_number = 7 WHERE namespace = ?", NAMESPACE);
        assertThatExceptionOfType(CounterWentBackException.class).isThrownBy(() -> one(counter));
        assertThat(counter.unavailability()).isPresent();
        assertThat(value()).isEqualTo(7);
        counter.raiseTo(11);
        assertThat(one(counter)).isEqualTo(12);
        assertThat(gaps()).containsExactly("8 to 11");
    }

    /** Forbids: InnoDB lets a number be seen that is not on its disk yet, and after a crash it never was. */
    @Test
    void whatWasSeenCountsWhenSomethingWasCommittedAfterIt() {
        NumberSequence counter = counter();
        committed(() -> counter.next(10));
        assertThat(rolledBack(counter)).isEqualTo(11);
        jdbc.update("UPDATE idgen_counter SET last_number = 7 WHERE namespace = ?", NAMESPACE);
        assertThat(one(counter)).isEqualTo(8);
    }

    /** The transaction that finds no table fails, since it may not make one. */
    @Test
    void rowThatIsRemovedOrTableThatIsDroppedIsMadeAgain() {
        NumberSequence counter = counter();
        one(counter);
        KeyedSequences keys = keys();
        one(keys.of("other", Long.MAX_VALUE));
        jdbc.update("DELETE FROM idgen_counter WHERE namespace = ?", NAMESPACE);
        assertThat(one(counter)).isEqualTo(1);
        jdbc.execute("DROP TABLE idgen_counter");
        assertUnavailable(Reason.FAILED, () -> one(counter));
        assertThat(one(counter)).isEqualTo(1);
        assertThat(one(keys.of("other", Long.MAX_VALUE)))
                .as("the counter that did not find the table gone")
                .isEqualTo(1);
    }

    /** Forbids: a row in the schema of a tenant, whose numbers would be compared with those of another. */
    @TestFactory
    Stream<DynamicTest> transactionInAnotherSchemaWithTablesIsRefused() {
        return database.only(TestDatabase.withSessions(), this::takeNumbersInAnotherSchema);
    }

    private void takeNumbersInAnotherSchema() {
        boolean mysql = database.isMysql();
        jdbc.execute("CREATE SCHEMA IF NOT EXISTS tenant");
        HikariDataSource others = pool(config -> database.useSchema(config, "tenant"));
        store(others).add("other", 1, 0, 9).toCompletableFuture().join();
        NumberSequence counter = counter();
        one(counter);
        for (int attempt = 0; attempt < 2; attempt++) {
            transaction.executeWithoutResult(status -> {
                ConnectionCallback<String> before = used -> {
                    String home = mysql ? used.getCatalog() : used.getSchema();
                    move(used, mysql, others.getCatalog() == null ? others.getSchema() : others.getCatalog());
                    return home;
                };
                String home = jdbc.execute(before);
                status.setRollbackOnly();
                assertUnavailable(Reason.FAILED, counter::next).withMessageContaining("another schema than idgen's");
                ConnectionCallback<Boolean> back = used -> move(used, mysql, home);
                if (!database.isPostgresql()) { // there the rollback undoes it
                    jdbc.execute(back);
                }
            });
        }
        assertThat(one(counter)).isEqualTo(2);
    }

    private static boolean move(Connection used, boolean mysql, String to) throws SQLException {
        if (mysql) {
            used.setCatalog(to);
        } else {
            used.setSchema(to);
        }
        return true;
    }

    @Test
    void counterThatWasNotTransactionalBecomesSoAndBack() {
        JdbcCounterStore store = store(pool);
        assertThat(store.add(NAME, 5, 0, Long.MAX_VALUE).toCompletableFuture().join())
                .isEqualTo(5);
        NumberSequence counter = counter();
        assertThat(one(counter)).isEqualTo(6);
        assertThat(rolledBack(counter)).isEqualTo(7);
        assertThat(store.add(NAME, 1, 0, Long.MAX_VALUE).toCompletableFuture().join())
                .isEqualTo(7);
        assertThat(one(counter)).isEqualTo(8);
    }

    // The query of docs/audit.md

    private void invoices(Object... numbers) {
        column("BIGINT", numbers);
    }

    private void column(String type, Object... values) {
        jdbc.execute("DROP TABLE IF EXISTS invoices");
        jdbc.execute("CREATE TABLE invoices (number " + type + ", void_reason VARCHAR(40))");
        for (Object value : values) {
            jdbc.update("INSERT INTO invoices (number) VALUES (?)", value);
        }
    }

    /** What the query finds, with these changes of what its comments tell to change. */
    private List<String> found(UnaryOperator<String> changes) {
        String adapted = changes.apply(query())
                .replace("'default'", "'" + NAMESPACE + "'")
                .replace(" ~ ", database.isPostgresql() ? " ~ " : " REGEXP ");
        return jdbc.query(adapted, (row, number) -> {
            boolean noted = row.getLong("skipped_at") > 0;
            assertThat(noted).isEqualTo(row.getString("finding").equals("skipped"));
            String reason = row.getString("void_reason") == null ? "" : " " + row.getString("void_reason");
            return (row.getString("period") + " " + row.getString("finding") + " " + row.getLong("from_num") + " to "
                            + row.getLong("to_num") + reason)
                    .trim();
        });
    }

    private static String query() {
        try {
            return Files.readString(Path.of("..", "..", "docs", "audit.sql"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For a generator without a template. */
    private List<String> found(String setting, String number) {
        return found(query -> query.replace("SELECT 1 AS start, 1 AS step, 1 AS k, 1 AS n", "SELECT " + setting)
                .replaceFirst(
                        "(?s)SUBSTRING.number, 5, 4. AS period,.*?CAST.* AS num",
                        Matcher.quoteReplacement("'' AS period, " + number + " AS num"))
                .replace("counter_name LIKE 'invoice:%'", "counter_name = 'invoice'"));
    }

    private List<String> found() {
        return found("1 AS start, 1 AS step, 1 AS k, 1 AS n", "number");
    }

    @Test
    void querySaysWhatIsMissingAndWhy() {
        NumberSequence counter = counter();
        committed(() -> counter.next(4));
        invoices(1, 2, 3, 4);
        assertThat(found()).containsExactly("issued 1 to 4");
        jdbc.update("UPDATE invoices SET void_reason = 'twice' WHERE number = 3");
        assertThat(found()).containsExactly("issued 1 to 4", "void 3 to 3 twice");
        counter.raiseTo(8);
        committed(() -> counter.next(4));
        invoices(2, 2, 4, 10, 11);
        assertThat(found())
                .containsExactly(
                        "issued 1 to 12",
                        "not stored 1 to 1",
                        "stored more than once 2 to 2",
                        "not stored 3 to 3",
                        "skipped 5 to 8",
                        "not stored 9 to 9",
                        "not stored 12 to 12");
        invoices(1, 2, 3, 4, 9, 10, 11, 12, 13, 13, 27);
        assertThat(found())
                .containsExactly(
                        "issued 1 to 12",
                        "skipped 5 to 8",
                        "not issued yet 13 to 13",
                        "not issued yet 13 to 13",
                        "stored more than once 13 to 13",
                        "not issued yet 27 to 27");
    }

    /** Of 100, 110, 120, ... it has 110, 150, 190 and so on. */
    @Test
    void queryKnowsRegions() {
        Region second = new Region(2, 4);
        NumberMapping tens = new NumberMapping.Linear(new Progression(100, 10, Long.MAX_VALUE), second);
        NumberSequence counter = counter(tens);
        committed(() -> counter.next(2));
        assertThat(tens.id(2)).isEqualTo(150);
        counter.raiseTo(235);
        committed(() -> counter.next(2));
        assertThat(value()).isEqualTo(315);
        assertThat(tens.id(6)).isEqualTo(310);
        invoices(7, 100, 105, 110, 120, 130, 310, 350);
        assertThat(found("100 AS start, 10 AS step, 2 AS k, 4 AS n", "number"))
                .containsExactly(
                        "issued 110 to 310",
                        "not stored 150 to 150",
                        "skipped 190 to 230",
                        "not stored 270 to 270",
                        "not issued yet 350 to 350");
    }

    /** As the page has it. */
    @Test
    void queryReadsEachPeriod() {
        NumberTemplate template = new NumberTemplate("INV-{yyyy}-{000000}");
        CounterScheme scheme = new CounterScheme(NAME, "counter", Monotonicity.NONE, upTo(999_999), template);
        JdbcCounterStore store = store(pool);
        NumberSequence old = store.inTransaction(scheme.counting(PATIENT)).of(NAME + ":2025", Long.MAX_VALUE);
        NumberSequence recovery = store.inTransaction(scheme.counting(PATIENT)).of(NAME + ":2026", Long.MAX_VALUE);
        committed(() -> old.next(3).length + recovery.next(2).length);
        String draft = template.of(20_500, 1).replace("000001", "DRAFT1");
        String signed = template.of(20_500, 1).replace("000001", "-00003");
        List<String> ids = new ArrayList<>(List.of("something else", draft, signed, ""));
        for (int day : new int[] {20_100, 20_500}) {
            ids.add(template.of(day, 1));
            ids.add(template.of(day, 2));
        }
        column("VARCHAR(40)", ids.toArray());
        assertThat(found(query -> query.replace("AS num, void_reason", "AS num, NULL AS void_reason")))
                .containsExactly("2025 issued 1 to 3", "2025 not stored 3 to 3", "2026 issued 1 to 2");
    }

    /** A year has the name that the text shows first, with four digits, and a month has no hyphen. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            2026 | FY26-27/000 | CONCAT('20', SUBSTRING(number, 3, 2)) | RIGHT(number, 4)
            202611 | INV-2026-11-00000 | REPLACE(SUBSTRING(number, 5, 7), '-', '') | RIGHT(number, 6)
            """)
    void queryNamesPeriodsAsTheirCountersAre(String period, String text, String read, String digits) {
        assertThat(query()).contains(read + " AS period");
        committed(() -> keys().of(NAME + ":" + period, Long.MAX_VALUE).next(3));
        column("VARCHAR(40)", text + 1, text + 2);
        String ids = read + " AS period, CAST(" + digits + " AS DECIMAL(19)) AS num";
        assertThat(found(query -> query.replaceFirst(
                        "(?s)SUBSTRING.number, 5, 4. AS period,.*?CAST.* AS num", Matcher.quoteReplacement(ids))))
                .containsExactly(period + " issued 1 to 3", period + " not stored 3 to 3");
    }

    /** MySQL and MariaDB ignore the case of a column's characters, and idgen does not. */
    @Test
    void queryTellsKeysApartThatDifferInCase() {
        String period = "CONCAT(tenant, ':', LEFT(RIGHT(number, 10), 4))";
        String exact = "CAST(" + period + " AS BINARY)";
        assertThat(query()).contains(period + " AS period", exact + " AS period");
        boolean ignoresCase = database.isMysql();
        column("VARCHAR(40)", "acme-2026-00001", "acme-2026-00002", "Acme-2026-00001");
        jdbc.execute("ALTER TABLE invoices ADD tenant VARCHAR(40)");
        jdbc.execute("UPDATE invoices SET tenant = LEFT(number, 4)");
        KeyedSequences keys = keys();
        committed(() -> keys.of("invoice::acme:2026", Long.MAX_VALUE).next(2));
        one(keys.of("invoice::Acme:2026", Long.MAX_VALUE));
        assertThat(found(query -> query.replaceFirst(
                                "(?s)SUBSTRING.number, 5, 4. AS period,.*?CAST.* AS num",
                                (ignoresCase ? exact : period)
                                        + " AS period, CAST(RIGHT(number, 5) AS DECIMAL(19)) AS num")
                        .replace("'invoice:%'", "'invoice::_%'")
                        .replace("SUBSTRING(counter_name, 9)", "SUBSTRING(counter_name, 10)")))
                .containsExactlyInAnyOrder("Acme:2026 issued 1 to 1", "acme:2026 issued 1 to 2");
    }

    @Test
    void transactionsThatHaveNotEndedAreNotInTheAnswer() {
        NumberSequence counter = counter();
        one(counter);
        invoices(1);
        transaction.executeWithoutResult(status -> {
            counter.next();
            jdbc.update("INSERT INTO invoices (number) VALUES (2)");
            assertThat(CompletableFuture.supplyAsync(this::found).join()).containsExactly("issued 1 to 1");
        });
    }

    /** Forbids: a number that was printed on an invoice, and that a crash of the server takes back. */
    @TestFactory
    Stream<DynamicTest> transactionThatTookANumberWaitsForTheDisk() {
        return database.only(Set.of(TestDatabase.POSTGRESQL), this::takeNumbersLazily);
    }

    private void takeNumbersLazily() {
        HikariDataSource lazy = pool(config -> config.setConnectionInitSql("SET synchronous_commit = off"));
        JdbcTemplate over = new JdbcTemplate(lazy);
        NumberSequence counter = counter(lazy, PATIENT);
        TransactionTemplate lazily = new TransactionTemplate(new DataSourceTransactionManager(lazy));
        Supplier<String> setting = () -> over.queryForObject("SHOW synchronous_commit", String.class);
        lazily.executeWithoutResult(status -> {
            counter.next();
            assertThat(setting.get()).isEqualTo("on");
        });
        lazily.executeWithoutResult(status -> assertThat(setting.get())
                .as("of a transaction without a number")
                .isEqualTo("off"));
    }

    /** As MariaDB does from 11.6.2 on unless it is told otherwise. */
    @TestFactory
    Stream<DynamicTest> transactionThatBeganToReadBeforeIsStoppedBySnapshotIsolation() {
        return database.only(Set.of(TestDatabase.MARIADB), this::readInSnapshotIsolation);
    }

    private void readInSnapshotIsolation() {
        assertOutcomeAfterAnothersCommit(
                Reason.CONFLICT,
                pool(config -> config.setConnectionInitSql("SET SESSION innodb_snapshot_isolation = ON")),
                Isolation.REPEATABLE_READ);
    }
}
