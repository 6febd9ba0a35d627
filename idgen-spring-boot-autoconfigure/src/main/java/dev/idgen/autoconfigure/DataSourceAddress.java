package dev.idgen.autoconfigure;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.BeansException;
import org.springframework.beans.PropertyAccessorFactory;

/** Finds out, without a connection, where a data source leads to. Stateless. */
final class DataSourceAddress {

    /** As pools have it, and as drivers do. */
    private static final String[] PROPERTIES = {"jdbcUrl", "url", "URL"};

    /** Where a user and a password may be: before the last at sign, after the names of driver and protocol. */
    private static final Pattern USER = Pattern.compile("^(jdbc:(?:\\w+:)+(?://)?).*@");

    /** Further settings, among them passwords. */
    private static final Pattern SETTINGS = Pattern.compile("[?;].*", Pattern.DOTALL);

    private DataSourceAddress() {}

    /** The URL without user, password and settings; empty if the data source does not tell it. */
    static Optional<String> of(DataSource dataSource) {
        BeanWrapper properties = PropertyAccessorFactory.forBeanPropertyAccess(dataSource);
        return Stream.of(PROPERTIES)
                .filter(properties::isReadableProperty)
                .map(property -> read(properties, property))
                .flatMap(Optional::stream)
                .findFirst()
                .map(DataSourceAddress::withoutSecrets);
    }

    private static Optional<String> read(BeanWrapper properties, String property) {
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
