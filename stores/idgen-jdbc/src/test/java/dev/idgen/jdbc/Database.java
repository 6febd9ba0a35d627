package dev.idgen.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.jdbc.DatabaseDriver;

/**
 * A database that is reached by TCP at a port of this machine.
 *
 * @param url without user and password; what it carries can be read on the way, whether or not the server offers to encrypt it
 * @param direct the same database by a way of its own, used instead of its own port
 */
public record Database(String url, String direct, String user, String password) {

    private static final Pattern PORT = Pattern.compile("//[^/:]+:(\\d+)");

    Database(String url, String user, String password) {
        this(url, url, user, password);
    }

    public int port() {
        Matcher address = PORT.matcher(url);
        if (!address.find()) {
            throw new IllegalStateException(url + " has no //host:port");
        }
        return Integer.parseInt(address.group(1));
    }

    /** Connections to it, by its own port or another. */
    public HikariDataSource pool(int port, Consumer<HikariDataSource> settings) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(port == port() ? direct : PORT.matcher(url).replaceFirst("//127.0.0.1:" + port));
        // As Spring Boot does: what drivers Java finds by itself depends on which class loader asked for one first.
        pool.setDriverClassName(DatabaseDriver.fromJdbcUrl(pool.getJdbcUrl()).getDriverClassName());
        pool.setUsername(user);
        pool.setPassword(password);
        pool.setMaximumPoolSize(5);
        pool.setMinimumIdle(0);
        pool.setConnectionTimeout(10_000);
        settings.accept(pool);
        return pool;
    }

    /**
     * The database at an address.
     *
     * @param address a URL that may end with {@code ?user=...&password=...}
     * @param unencrypted parameters of the driver's for a connection without TLS; several are separated by {@code &}
     */
    static Database given(String address, String unencrypted) {
        String[] parts = address.split("\\?", 2);
        List<String> parameters = new ArrayList<>(List.of((parts.length < 2 ? "" : parts[1]).split("&", -1)));
        parameters.removeIf(String::isEmpty);
        String user = take(parameters, "user=");
        String password = take(parameters, "password=");
        String direct = joined(parts[0], parameters);
        parameters.add(unencrypted);
        return new Database(joined(parts[0], parameters), direct, user, password);
    }

    private static String joined(String url, List<String> parameters) {
        return parameters.isEmpty() ? url : url + "?" + String.join("&", parameters);
    }

    /** Removes a parameter, and returns its value or an empty text. */
    private static String take(List<String> parameters, String prefix) {
        String found = parameters.stream()
                .filter(parameter -> parameter.startsWith(prefix))
                .findFirst()
                .orElse(prefix);
        parameters.remove(found);
        return found.substring(prefix.length());
    }
}
