package dev.idgen.benchmarks;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/**
 * Loads a table with each of several primary keys in turn, for several rounds. Prints sizes, and the fastest time of
 * each key as a ratio to the first key's. {@code benchmarks/storage/run} starts servers for it.
 *
 * <p>Arguments: database ({@code mariadb} or {@code postgresql}), JDBC URL without options, user, password, rows, rounds.
 */
public final class StorageHarness {

    private static final int CONNECTIONS = 2;
    private static final int BATCH = 500;
    private static final int CUSTOMERS = 100_000;
    private static final String PAYLOAD = "x".repeat(100);

    private final StorageDatabase database;
    private final String url;
    private final String user;
    private final String password;
    private final int rows;

    private StorageHarness(StorageDatabase database, String url, String user, String password, int rows) {
        this.database = database;
        this.url = url;
        this.user = user;
        this.password = password;
        this.rows = rows;
    }

    public static void main(String[] arguments) throws Exception {
        StorageDatabase database = StorageDatabase.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        new StorageHarness(database, arguments[1], arguments[2], arguments[3], Integer.parseInt(arguments[4]))
                .measure(Integer.parseInt(arguments[5]));
    }

    /** @param sizes the columns of the result after the time */
    private record Load(double seconds, List<Object> sizes) {}

    private void measure(int rounds) throws Exception {
        Map<StorageKeys.Key, List<Load>> loads = new LinkedHashMap<>();
        try (StorageKeys keys = new StorageKeys();
                Connection connection = connect()) {
            database.prepare(connection);
            List<StorageKeys.Key> all = keys.all();
            load(connection, all.get(0)); // warms up
            for (int round = 0; round < rounds; round++) {
                for (StorageKeys.Key key : all) {
                    Load load = load(connection, key);
                    loads.computeIfAbsent(key, any -> new ArrayList<>()).add(load);
                    System.err.printf(Locale.ROOT, "%s %s %.1f s%n", key.name(), database.column(key), load.seconds());
                }
            }
        }
        print(new ArrayList<>(loads.values()).get(0), loads);
    }

    private void print(List<Load> first, Map<StorageKeys.Key, List<Load>> loads) {
        System.out.println(database.head());
        System.out.println(database.head().replaceAll("[^|]+", "---"));
        loads.forEach((key, measured) -> System.out.printf(
                Locale.ROOT,
                "| %s | `%s` | %.2f | %s |%n",
                key.name(),
                database.column(key),
                fastest(measured) / fastest(first),
                measured.get(0).sizes().stream().map(Object::toString).collect(Collectors.joining(" | "))));
        double rate = rows / fastest(first);
        System.out.printf(Locale.ROOT, "%nTime 1 is %,.0f rows per second.%n", rate);
    }

    /** Takes the fastest, because other work on the machine only adds time. */
    private static double fastest(List<Load> loads) {
        return loads.stream().mapToDouble(Load::seconds).min().orElseThrow();
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(url + database.options(), user, password);
    }

    private Load load(Connection connection, StorageKeys.Key key) throws Exception {
        StorageDatabase.execute(connection, "DROP TABLE IF EXISTS storage");
        StorageDatabase.execute(
                connection,
                "CREATE TABLE storage (id " + database.column(key)
                        + " NOT NULL PRIMARY KEY, customer BIGINT NOT NULL, payload VARCHAR(100) NOT NULL)");
        StorageDatabase.execute(connection, "CREATE INDEX storage_customer ON storage (customer)");
        double counted = database.counter(connection);
        long begun = System.nanoTime();
        insert(key);
        double seconds = (System.nanoTime() - begun) / 1e9;
        List<Object> sizes = new ArrayList<>(database.sizes(connection));
        sizes.add(database.count(database.counter(connection) - counted));
        return new Load(seconds, sizes);
    }

    private void insert(StorageKeys.Key key) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                writers.add(threads.submit(() -> {
                    write(key);
                    return null;
                }));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Writes this connection's share of the rows, with a transaction per batch. */
    private void write(StorageKeys.Key key) throws SQLException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        try (Connection connection = connect();
                PreparedStatement row = connection.prepareStatement("INSERT INTO storage VALUES (?, ?, ?)")) {
            connection.setAutoCommit(false);
            for (int i = 1; i <= rows / CONNECTIONS; i++) {
                bind(row, key.ids().get());
                row.setLong(2, random.nextLong(CUSTOMERS));
                row.setString(3, PAYLOAD);
                row.addBatch();
                if (i % BATCH == 0 || i == rows / CONNECTIONS) {
                    row.executeBatch();
                    connection.commit();
                }
            }
        }
    }

    private void bind(PreparedStatement row, Object id) throws SQLException {
        if (id instanceof UUID uuid) {
            database.bind(row, uuid);
        } else {
            row.setObject(1, id);
        }
    }
}
