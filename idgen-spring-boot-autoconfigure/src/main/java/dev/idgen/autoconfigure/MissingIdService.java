package dev.idgen.autoconfigure;

import dev.idgen.InvalidSettingException;
import dev.idgen.autoconfigure.IdgenProperties.Store;
import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.codec.PropertyNames;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Why there is no {@link dev.idgen.IdService}.
 *
 * @param why the end of a sentence
 * @param action what to do, as sentences
 */
record MissingIdService(String why, String action) {

    private static final String FOR_DEVELOPMENT = " For development without either, set 'idgen.store' to 'memory'"
            + (ClassUtils.isPresent("org.springframework.test.context.TestContext", null)
                    ? "; in a test, @AutoConfigureIdgen does."
                    : ".");

    static @Nullable MissingIdService explained(ConfigurableListableBeanFactory beans, Environment environment) {
        String store = environment.getProperty(LeasingStore.PROPERTY);
        Store leasing = LeasingStore.named(environment).orElse(null);
        if (store != null && leasing == null) {
            List<String> stores = PropertyNames.all(Store.class);
            return new MissingIdService(
                    "'idgen.store' is '" + store + "'.",
                    "Set 'idgen.store' to '" + String.join("' or '", stores) + "'."
                            + NearestName.question(store, stores));
        }
        InvalidSettingException problem = LeasingStore.problem(leasing, beans, environment);
        if (problem != null) {
            boolean database = leasing == null
                    && StoreConnection.DATABASE.choice(beans, environment).bean() != null;
            return new MissingIdService(
                    problem.getMessage() + ".",
                    problem.action() + (database ? " Or set 'idgen.store' to 'jdbc' to lease from the database." : ""));
        }
        if (leasing == Store.JDBC) {
            return new MissingIdService(
                    "'idgen.store' is 'jdbc', and there is no DataSource, or no spring-jdbc.",
                    "Add 'spring-boot-starter-jdbc' and configure 'spring.datasource.url', or set 'idgen.store' to 'redis'."
                            + FOR_DEVELOPMENT);
        }
        if (StoreConnection.REDIS.choice(beans, environment).bean() != null) {
            return null;
        }
        boolean redis = ClassUtils.isPresent(
                "org.springframework.data.redis.connection.RedisConnectionFactory",
                MissingIdService.class.getClassLoader());
        return new MissingIdService(
                "there is neither a RedisConnectionFactory nor a DataSource to lease numbers through.",
                redis
                        ? "Define a RedisConnectionFactory, or do not exclude Spring Boot's auto-configuration of it;"
                                + " or add 'spring-boot-starter-jdbc' and configure 'spring.datasource.url'."
                                + FOR_DEVELOPMENT
                        : "Add 'spring-boot-starter-data-redis' and configure 'spring.data.redis.host' or"
                                + " 'spring.data.redis.url', or add 'spring-boot-starter-jdbc' and configure"
                                + " 'spring.datasource.url'." + FOR_DEVELOPMENT);
    }
}
