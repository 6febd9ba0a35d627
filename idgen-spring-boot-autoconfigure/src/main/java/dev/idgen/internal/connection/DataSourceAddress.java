package dev.idgen.internal.connection;

import java.util.Objects;
import java.util.Optional;
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

    /** A user and a password may stand between the names of driver and protocol and the last {@code @}. */
    private static final Pattern USER = Pattern.compile("^(jdbc:(?:[\\w+.-]+:)+(?://)?).*@");

    /** The schema that a URL of PostgreSQL or H2 sets. */
    private static final Pattern SCHEMA = Pattern.compile("[?&;](?:currentSchema|SCHEMA)=([^&;]+)");

    /** A password among the properties of a host, as MySQL and Db2 allow. */
    private static final Pattern PASSWORD = Pattern.compile("(?i)(password=)[^,)]*");

    /** The parameters of a URL, which may include a password. */
    private static final Pattern SETTINGS = Pattern.compile("[?;].*", Pattern.DOTALL);

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

    static String withoutSecrets(String url) {
        String address = USER.matcher(SETTINGS.matcher(url).replaceFirst("")).replaceFirst("$1");
        return PASSWORD.matcher(address).replaceAll("$1***");
    }
}
