package dev.idgen.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.idgen.TcpProxy;
import dev.idgen.internal.time.TimeSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server that accepts connections and never answers, as a frozen primary does: each read has a deadline, at login
 * too.
 */
class SilentServerIntegrationTests {

    /** Much longer than the deadline of a read. */
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private ServerSocket silent;

    @BeforeEach
    void listen() throws IOException {
        silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        silent.close();
    }

    private static CompletableFuture<Long> add(JdbcDatabase database, String namespace) {
        return new JdbcCounterStore(database, namespace, Duration.ofDays(7))
                .add("n", 1, 0, Long.MAX_VALUE)
                .toCompletableFuture();
    }

    /** Fails also if the call hangs. */
    private static void assertFails(CompletableFuture<Long> call) {
        assertThat(call).failsWithin(DEADLINE).withThrowableOfType(ExecutionException.class);
    }

    private static JdbcDatabase database(HikariDataSource pool) {
        return new JdbcDatabase(pool, SchemaInitialization.ALWAYS, TimeSource.system());
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "mariadb", "h2:tcp"})
    void addFailsWhileServerIsSilentDuringLogin(String driver) {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl("jdbc:" + driver + "://127.0.0.1:" + silent.getLocalPort() + "/ids");
            pool.setUsername("u");
            try (JdbcDatabase database = database(pool)) {
                assertFails(add(database, "silent"));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void addWorksOnEachThreadWhenServerAnswersAgain(TestDatabase kind) {
        Database running = kind.running();
        try (TcpProxy proxy = new TcpProxy(silent.getLocalPort());
                HikariDataSource pool = running.pool(proxy.port(), config -> {});
                JdbcDatabase database = database(pool)) {
            assertFails(add(database, "silent"));
            proxy.leadNextTo(running.port());
            String namespace = "s" + UUID.randomUUID();
            Awaitility.await()
                    .atMost(DEADLINE)
                    .ignoreExceptions()
                    .until(() -> add(database, namespace).join() > 0);
            List<CompletableFuture<Long>> all =
                    Stream.generate(() -> add(database, namespace)).limit(8).toList();
            all.forEach(CompletableFuture::join);
            assertThat(add(database, namespace).join()).isGreaterThan(9);
        }
    }
}
