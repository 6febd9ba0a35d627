package dev.idgen.internal.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.idgen.internal.request.Absence;
import dev.idgen.internal.stamped.node.NodeLeaseReply;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Lost;
import dev.idgen.internal.stamped.node.NodeLeaseReply.NodeGranted;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Settling;
import dev.idgen.internal.stamped.node.NodeLeaseStore;
import dev.idgen.internal.store.NodeLeaseDoubtContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** The contract on a real database, with a clock that is the test's. */
abstract class JdbcNodeLeaseStoreContract extends NodeLeaseDoubtContract {

    private final SeenServer server = new SeenServer();
    private final HikariDataSource pool =
            database().running().pool(database().running().port(), it -> {});
    private final List<JdbcDatabase> opened = new ArrayList<>();

    abstract TestDatabase database();

    @Override
    protected NodeLeaseStore newStore() {
        JdbcDatabase database = server.open(pool, "idgen_node", "idgen_node_pool");
        opened.add(database);
        return JdbcNodeLeaseStore.create(database, NAMESPACE);
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

    @Override
    protected void lose() {
        new JdbcTemplate(pool).update("DELETE FROM idgen_node");
        new JdbcTemplate(pool).update("DELETE FROM idgen_node_pool");
    }

    @Test
    void witnessesTellWhetherThePoolIsThere() {
        assertThat(witness(0, true)).hasValue(clock());
        assertThat(witness(0, false)).hasValue(clock());
        acquire("a");
        assertThat(witness(0, false)).isEmpty();
        assertThat(witness(NodeLeaseStore.WITNESSES - 1, false)).isEmpty();
    }

    @Test
    void changedRunIsADoubtOnce() {
        NodeGranted before = granted(ask("a", LONG));
        server.setRun("run1");
        Settling wait = (Settling) ask("b", LONG);
        assertThat(wait.millis()).isEqualTo(LONG + MARGIN + 1);
        advance(Duration.ofMillis(wait.millis()));
        assertThat(granted(ask("b", LONG)).window().notBefore())
                .isGreaterThan(before.window().notAfter() + MARGIN);
    }

    @Test
    void pooledRecordWithoutItsNodesIsInDoubt() {
        NodeGranted lease = granted(ask("a", LONG));
        new JdbcTemplate(pool).update("DELETE FROM idgen_node_pool");
        assertThat(answer(store().acquire(asker(BITS, "b", LONG, Absence.LOST))))
                .isInstanceOf(Settling.class);
        assertThat(renew(knowing("a", LONG), lease)).isNotInstanceOf(Lost.class);
    }

    /** Forbids: two transactions that read one pool and lease the same node id. */
    @Test
    void concurrentHoldersGetDifferentNodeIds() {
        List<NodeLeaseStore> stores = List.of(store(), newStore());
        List<CompletionStage<NodeLeaseReply>> asked = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            asked.add(stores.get(i % 2).acquire(asker(4, "holder" + i, TTL, clock())));
        }
        assertThat(asked.stream().map(stage -> granted(answer(stage)).node()).toList())
                .doesNotHaveDuplicates();
    }
}
