package dev.idgen.autoconfigure;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.BeansException;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Finds out, without a connection, where a data source leads to. Stateless. */
final class DataSourceAddress {

    /** As pools have it, and as drivers do. */
    private static final String[] PROPERTIES = {"jdbcUrl", "url", "URL"};

    /** Where a user and a password may be: before the last at sign, after the names of driver and protocol. */
    private static final Pattern USER = Pattern.compile("^(jdbc:(?:\\w+:)+(?://)?).*@");

    /** PostgreSQL's and H2's, in the settings of the URL. */
    private static final Pattern SCHEMA = Pattern.compile("[?&;](?:currentSchema|SCHEMA)=([^&;]+)");

    /** Further settings, among them passwords. */
    private static final Pattern SETTINGS = Pattern.compile("[?;].*", Pattern.DOTALL);

    private DataSourceAddress() {}

    /**
     * The URL without user, password and settings, and the schema if one is set; empty if the data source does not tell
     * it. Looks through Spring's proxies, of which {@code spring.datasource.connection-fetch: lazy} makes one.
     */
    static Optional<String> of(DataSource dataSource) {
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

    static String withoutSecrets(String url) {
        return USER.matcher(SETTINGS.matcher(url).replaceFirst("")).replaceFirst("$1");
    }
}
