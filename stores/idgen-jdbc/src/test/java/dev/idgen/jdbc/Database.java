package dev.idgen.jdbc;

import com.zaxxer.hikari.HikariDataSource;
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
     * The database that a system property {@code idgen.test.<name>.url} names, or null.
     *
     * @param unencrypted parameters of the driver's for a connection without TLS; several are separated by {@code &}
     */
    static Database given(String name, String unencrypted) {
        String prefix = "idgen.test." + name + ".";
        String url = System.getProperty(prefix + "url");
        return url == null
                ? null
                : new Database(
                        url + (url.contains("?") ? "&" : "?") + unencrypted,
                        url,
                        System.getProperty(prefix + "user"),
                        System.getProperty(prefix + "password"));
    }
}
