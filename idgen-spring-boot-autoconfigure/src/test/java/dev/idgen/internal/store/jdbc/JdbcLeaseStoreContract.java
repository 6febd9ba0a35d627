package dev.idgen.internal.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.idgen.internal.request.Absence;
import dev.idgen.internal.store.LeaseDoubtContract;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.Happened;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import dev.idgen.internal.string.sequence.LeaseStore;
import dev.idgen.internal.string.sequence.LeaseStore.Seen;
import dev.idgen.internal.time.TimeSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** The contract on a real database; the clock is the test's except where it says so. */
abstract class JdbcLeaseStoreContract extends LeaseDoubtContract {

    private final SeenServer server = new SeenServer();
    private final HikariDataSource pool =
            database().running().pool(database().running().port(), it -> {});
    private final List<JdbcDatabase> opened = new ArrayList<>();

    abstract TestDatabase database();

    @Override
    protected LeaseStore newStore() {
        return open(server.open(pool, "idgen_bucket", "idgen_namespace"));
    }

    private LeaseStore open(JdbcDatabase database) {
        opened.add(database);
        return JdbcLeaseStore.create(database, NAMESPACE, LAYOUT);
    }

    @AfterEach
    void close() {
        opened.forEach(JdbcDatabase::close);
        pool.close();
    }

    @Override
    protected long clock() {
        return server.clock();
    }

    @Override
    protected void advance(Duration duration) {
        server.advance(duration);
    }

    private void update(String statement, int bucket) {
        new JdbcTemplate(pool).update(statement + " WHERE namespace = '" + NAMESPACE + "' AND bucket = " + bucket);
    }

    @Override
    protected void loseBucket(int bucket) {
        update("DELETE FROM idgen_bucket", bucket);
    }

    @Override
    protected void closeByHand(int bucket) {
        update("UPDATE idgen_bucket SET closed = TRUE", bucket);
    }

    @Override
    protected void openByHand(int bucket) {
        update("UPDATE idgen_bucket SET closed = FALSE", bucket);
    }

    @Test
    void changedRunIsADoubtOnce() {
        BucketGranted before = granted(3);
        server.setRun("run1");
        Locked lock = locked(asker(60_000, Absence.LOST));
        assertThat(lock.happened()).isEqualTo(Happened.FAILOVER);
        advance(Duration.ofMillis(lock.millis()));
        BucketGranted after = granted(1, asker(60_000, Absence.LOST));
        assertThat(after.happened()).isEqualTo(Happened.NOTHING);
        assertThat(after.window().notBefore()).isGreaterThan(before.window().notAfter());
    }

    @Test
    void serverTellsItsClockAndTheSameRunOnEachConnection() {
        List<BucketGranted> grants = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            LeaseStore real = open(JdbcDatabase.create(pool, JdbcDatabase.Creation.NEVER, TimeSource.system()));
            long before = System.currentTimeMillis();
            BucketGranted grant = (BucketGranted) answer(
                    real.lease(2, 1, new LeaseStore.BucketAsker(TTL, TTL, TTL, 0, before, before), Seen.NOTHING));
            assertThat(grant.time().clock()).isBetween(before - 1, System.currentTimeMillis());
            grants.add(grant);
        }
        assertThat(grants)
                .extracting(BucketGranted::run)
                .doesNotContain("")
                .containsOnly(grants.get(0).run());
    }

    @ParameterizedTest
    @ValueSource(strings = {"idgen_bucket", "idgen_node_pool", "idgen_node"})
    void tableMadeAnewIsAnotherRun(String table) {
        String before = realRun();
        new JdbcTemplate(pool).execute("DROP TABLE " + table);
        if (database() == TestDatabase.MARIADB || database() == TestDatabase.MYSQL) {
            advanceBySleeping(Duration.ofMillis(1100));
        }
        if (database() == TestDatabase.H2) {
            new JdbcTemplate(pool).execute("DROP TABLE idgen_run"); // as when it is closed
        }
        assertThat(realRun()).isNotEqualTo(before);
    }

    private static void advanceBySleeping(Duration duration) {
        TimeSource.system().pause(duration.toNanos());
    }

    private String realRun() {
        LeaseStore real = open(JdbcDatabase.create(pool, JdbcDatabase.Creation.ALWAYS, TimeSource.system()));
        long now = System.currentTimeMillis();
        answer(real.lease(3, 1, new LeaseStore.BucketAsker(TTL, TTL, TTL, 0, now, now), Seen.NOTHING));
        return new JdbcTemplate(pool)
                .queryForObject("SELECT server_run FROM idgen_bucket WHERE bucket = 3", String.class);
    }

    /** Forbids: two transactions that read one record and both write it. */
    @Test
    void concurrentLeasesOfOneBucketShareNoNumber() {
        List<LeaseStore> stores = List.of(store(), newStore());
        BitSet given = new BitSet();
        for (int round = 0; round < 4; round++) {
            List<CompletionStage<?>> asked = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                asked.add(stores.get(i % 2).lease(BUCKET, 2, asker(), Seen.NOTHING));
            }
            for (CompletionStage<?> stage : asked) {
                if (answer(stage) instanceof BucketGranted grant && grant.count() > 0) {
                    int from = grant.first();
                    assertThat(given.get(from, from + grant.count()).isEmpty())
                            .as("%d..%d was given", from, from + grant.count())
                            .isTrue();
                    given.set(from, from + grant.count());
                }
            }
        }
        assertThat(given.cardinality()).isEqualTo(4 * 6 * 2);
    }

    /** Forbids: a run that is read, and then a record of an earlier state that has the same one. */
    @Test
    void tableIsNotReplacedOnceTheRunWasRead() {
        Assumptions.assumeFalse(database() == TestDatabase.H2, "H2's run knows nothing of tables");
        granted(1);
        AtomicBoolean refused = new AtomicBoolean();
        JdbcDatabase under = new JdbcDatabase(pool, JdbcDatabase.Creation.NEVER, TimeSource.system(), told -> {
            refused.set(isDropRefused());
            return new DatabaseServer("run0", clock());
        });
        answer(open(under).lease(BUCKET, 1, asker(), Seen.NOTHING));
        assertThat(refused).isTrue();
    }

    private boolean isDropRefused() {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            statement.execute("DROP TABLE idgen_bucket");
            return false;
        } catch (SQLException e) {
            return true;
        }
    }
}
