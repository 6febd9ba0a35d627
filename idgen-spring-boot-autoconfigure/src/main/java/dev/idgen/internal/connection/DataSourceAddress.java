package dev.idgen.internal.connection;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.BeansException;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Reads the address of a data source without opening a connection. Stateless. */
public final class DataSourceAddress {

    /** Bean properties with the URL, in pools and in drivers. */
    private static final String[] PROPERTIES = {"jdbcUrl", "url", "URL"};

    /** A URL: its driver, known protocols, and what may include a user and a password. */
    private static final Pattern URL = Pattern.compile(
            "(?s)(jdbc:[a-z0-9+-]+:)((?:(?:thin|mem|file|tcp|loadbalance|replication|sequential|mysql|mariadb|postgresql):)*)(.*)");

    /** Hosts with ports, and a database or file. */
    private static final Pattern LOCATION = Pattern.compile("(//)?[\\w.,:~\\[\\]-]*(/[\\w.~%-]+)*");

    /** The schema that a URL of PostgreSQL or H2 sets. */
    private static final Pattern SCHEMA = Pattern.compile("[?&;](?:currentSchema|SCHEMA)=(\\w+)");

    private DataSourceAddress() {}

    /**
     * The URL without user, password and parameters, and the schema if one is set; empty if the data source exposes no
     * URL. Unwraps Spring's proxies, such as that of {@code spring.datasource.connection-fetch: lazy}.
     */
    public static Optional<String> of(DataSource dataSource) {
        if (dataSource instanceof DelegatingDataSource proxy) {
            return Optional.ofNullable(proxy.getTargetDataSource()).flatMap(DataSourceAddress::of);
        }
        BeanWrapper properties = PropertyAccessorFactory.forBeanPropertyAccess(dataSource);
        return Stream.of(PROPERTIES)
                .flatMap(property -> read(properties, property).stream())
                .findFirst()
                .map(url -> withoutSecrets(url)
                        + read(properties, "schema")
                                .filter(schema -> !schema.isEmpty())
                                .or(() -> schemaIn(url))
                                .map(schema -> ", schema '" + schema + "'")
                                .orElse(""));
    }

    private static Optional<String> schemaIn(String url) {
        return SCHEMA.matcher(url).results().map(found -> found.group(1)).findFirst();
    }

    private static Optional<String> read(BeanWrapper properties, String property) {
        if (!properties.isReadableProperty(property)) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(properties.getPropertyValue(property)).map(Objects::toString);
        } catch (BeansException e) {
            return Optional.empty();
        }
    }

    /**
     * The parts that are known to hold no secret. A user or password may have any character, so what may be one is not
     * shown.
     */
    static String withoutSecrets(String url) {
        Matcher known = URL.matcher(url);
        if (!known.matches()) {
            return "a URL of another form";
        }
        String rest = known.group(3);
        int settings = rest.split("[?;]", 2)[0].length();
        int user = rest.lastIndexOf('@');
        String location = user < settings ? rest.substring(user + 1, settings) : "";
        boolean isLocation = !location.isEmpty()
                && (user >= 0 || location.startsWith("//") || known.group(1).equals("jdbc:h2:"))
                && LOCATION.matcher(location).matches();
        if (!isLocation) {
            return known.group(1) + "...";
        }
        String slashes = user >= 0 && rest.startsWith("//") ? "//" : "";
        return known.group(1) + known.group(2) + slashes + location;
    }
}
