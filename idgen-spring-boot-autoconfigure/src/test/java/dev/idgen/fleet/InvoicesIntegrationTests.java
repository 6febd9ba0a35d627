package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.JavaProcess;
import dev.idgen.fleet.LocalDatabase.Kind;
import dev.idgen.localredis.Wait;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two processes of 32 threads each store invoices with a number of a transactional counter, and a third of the
 * transactions are rolled back. The processes are killed in the middle of it, and so is the server: what is stored is 1
 * to n, without a gap, each once; of each tenant, if they have numbers of their own.
 */
@Tag(Fleet.TAG)
class InvoicesIntegrationTests {

    private static final int WORKERS = 2;
    private static final int THREADS = 32; // with 8 tenants, 4 of each
    private static final int ROLLBACKS = 33;

    /** How many tenants' numbers are not 1 to n, each once, where n is what the counter has come to. */
    private static final String WITH_GAP =
            "SELECT COUNT(*) FROM (SELECT tenant, COUNT(*) AS stored, COUNT(DISTINCT number) AS different, MIN(number) AS least,"
                    + " MAX(number) AS greatest FROM invoices GROUP BY tenant) AS stored_numbers LEFT JOIN idgen_counter"
                    + " ON namespace = 'invoices' AND counter_name = CASE tenant WHEN '' THEN 'invoice' ELSE CONCAT('invoice::', tenant) END"
                    + " WHERE last_number IS NULL OR stored <> last_number OR different <> stored OR least <> 1 OR greatest <> stored";

    private final List<Process> running = new ArrayList<>();
    private int launched;

    @TempDir
    private Path directory;

    @AfterEach
    void end() {
        killWorkers();
    }

    @ParameterizedTest
    @CsvSource({"POSTGRESQL, 0", "POSTGRESQL, 8", "MARIADB, 0", "MARIADB, 8"})
    void storedNumbersHaveNoGapWhateverIsKilled(Kind kind, int tenants) throws SQLException {
        try (LocalDatabase database = kind.start(directory)) {
            try (Connection connection = database.connect()) {
                connection
                        .createStatement()
                        .execute("CREATE TABLE invoices (tenant VARCHAR(20) NOT NULL, number BIGINT NOT NULL)");
            }
            for (int i = 0; i < WORKERS; i++) {
                launch(kind, database, tenants);
            }
            awaitInvoices(database, 500);
            for (int i = 0; i < 2; i++) {
                running.remove(0).destroyForcibly().onExit().join();
                launch(kind, database, tenants);
            }
            Wait.millis(ThreadLocalRandom.current().nextInt(500));
            database.kill();
            database.start();
            awaitInvoices(database, 200);
            killWorkers();
            // waits for the last transactions
            database.number("SELECT last_number FROM idgen_counter WHERE namespace = 'invoices' FOR UPDATE");
            assertThat(database.number("SELECT COUNT(DISTINCT tenant) FROM invoices"))
                    .isEqualTo(Math.max(1, 2 * tenants)); // of two years
            assertThat(database.number(WITH_GAP)).isZero();
            assertThat(database.number("SELECT SUM(last_number) FROM idgen_counter"
                            + " WHERE namespace = 'invoices' AND counter_name <> 'invoice::'"))
                    .isEqualTo(invoices(database));
        }
    }

    private void launch(Kind kind, LocalDatabase database, int tenants) {
        String durable = kind == Kind.POSTGRESQL ? "&options=-c%20synchronous_commit=on" : "";
        List<String> reach = database.properties().stream()
                .map(property -> property.substring(property.indexOf('=') + 1))
                .toList();
        running.add(JavaProcess.start(
                directory.resolve("worker-" + launched++),
                List.of("-Xmx128m"),
                InvoicingWorker.class,
                List.of(
                        reach.get(0) + durable,
                        reach.get(1),
                        Integer.toString(THREADS),
                        Integer.toString(ROLLBACKS),
                        Integer.toString(tenants))));
    }

    private void killWorkers() {
        running.forEach(worker -> worker.destroyForcibly().onExit().join());
        running.clear();
    }

    private static void awaitInvoices(LocalDatabase database, int more) {
        long enough = invoices(database) + more;
        Wait.until(more + " more invoices", () -> invoices(database) >= enough);
    }

    private static long invoices(LocalDatabase database) {
        return database.number("SELECT COUNT(*) FROM invoices");
    }
}
