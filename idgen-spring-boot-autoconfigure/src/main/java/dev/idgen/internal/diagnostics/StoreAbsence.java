package dev.idgen.internal.diagnostics;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.connection.StoreConnection;
import dev.idgen.internal.connection.StoreType;
import dev.idgen.internal.connection.Stores;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Why there is no IdService.
 *
 * @param why the end of a sentence
 * @param action what to do, as sentences
 */
record StoreAbsence(String why, String action) {

    /** Why there is no IdService; null if a store is there. */
    static @Nullable StoreAbsence of(Stores stores) {
        String written = stores.written();
        if (written != null && stores.chosen() == null) {
            List<String> all = PropertyNames.all(StoreType.class);
            return new StoreAbsence(
                    "'idgen.store' is '" + written + "'.",
                    "Set 'idgen.store' to '" + String.join("' or '", all) + "'." + NearestName.question(written, all));
        }
        InvalidSettingException problem = stores.problem();
        if (problem != null) {
            return new StoreAbsence(
                    problem.getMessage() + ".",
                    problem.action()
                            + (written == null && stores.hasDatabase()
                                    ? " Or set 'idgen.store' to 'jdbc' to lease from the database."
                                    : ""));
        }
        if (stores.chosen() == StoreType.JDBC) {
            return new StoreAbsence(
                    (written == null ? "idgen's starter for databases is there" : "'idgen.store' is 'jdbc'")
                            + ", and there is no DataSource, or no spring-jdbc.",
                    "Add 'spring-boot-starter-jdbc' and configure 'spring.datasource.url', or set 'idgen.store' to 'redis'."
                            + forDevelopment());
        }
        return stores.choice(StoreConnection.REDIS).bean() != null ? null : neither();
    }

    private static StoreAbsence neither() {
        boolean redis = ClassUtils.isPresent(
                "org.springframework.data.redis.connection.RedisConnectionFactory",
                StoreAbsence.class.getClassLoader());
        return new StoreAbsence(
                "there is neither a RedisConnectionFactory nor a DataSource to lease numbers through.",
                (redis
                                ? "Define a RedisConnectionFactory, or do not exclude Spring Boot's auto-configuration of it;"
                                : "Add 'spring-boot-starter-data-redis' and configure 'spring.data.redis.host' or"
                                        + " 'spring.data.redis.url',")
                        + " or add 'spring-boot-starter-jdbc' and configure 'spring.datasource.url'."
                        + forDevelopment());
    }

    private static String forDevelopment() {
        return " For development without either, set 'idgen.store' to 'memory'"
                + (ClassUtils.isPresent("org.springframework.test.context.TestContext", null)
                        ? "; in a test, @AutoConfigureIdgen does."
                        : ".");
    }
}
