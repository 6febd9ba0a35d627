package dev.idgen.autoconfigure;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.InvalidSettingException;
import dev.idgen.LongIdGenerator;
import dev.idgen.autoconfigure.IdgenProperties.Store;
import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.data.GeneratedIdException;
import dev.idgen.internal.mistake.WantedGenerator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Explains why there is no {@link IdService}, or that idgen is off. Runs before Boot's own analyzer of missing beans.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class MissingIdServiceFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

    private static final String FOR_DEVELOPMENT = " For development without either, set 'idgen.store' to 'memory'"
            + (ClassUtils.isPresent("org.springframework.test.context.TestContext", null)
                    ? "; in a test, @AutoConfigureIdgen does."
                    : ".");

    private static final Map<Class<?>, String> THERE = Map.of(
            IdService.class, "There is no IdService",
            IdGenerators.class, "There are no IdGenerators",
            IdGenerator.class, "There is no generator to inject",
            LongIdGenerator.class, "There is no generator to inject");

    private record Explained(String why, String action) {}

    private final ConfigurableListableBeanFactory beans;
    private final Environment environment;

    MissingIdServiceFailureAnalyzer(BeanFactory beans, Environment environment) {
        this.beans = (ConfigurableListableBeanFactory) beans;
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
        ResolvableType missing = cause.getResolvableType();
        if (missing == null || cause instanceof NoUniqueBeanDefinitionException) {
            return null;
        }
        String there = THERE.get(missing.resolve(Object.class));
        Explained explained = there == null ? null : explained(missing);
        if (explained == null) {
            return null;
        }
        GeneratedIdException entity = findCause(rootFailure, GeneratedIdException.class);
        String need = entity == null ? "" : "\n\n" + entity.problem() + ".";
        return new FailureAnalysis(there + " because " + explained.why() + need, explained.action(), cause);
    }

    private @Nullable Explained explained(ResolvableType missing) {
        if (!OnEnabled.isEnabled(environment)) {
            return new Explained(
                    "'" + OnEnabled.PROPERTY + "' is false.",
                    "Remove '" + OnEnabled.PROPERTY + "', or inject ObjectProvider<" + WantedGenerator.shown(missing)
                            + ">.");
        }
        if (missing.resolve() != IdService.class) {
            return null;
        }
        String store = environment.getProperty(LeasingStore.PROPERTY);
        Store leasing = LeasingStore.named(environment).orElse(null);
        if (store != null && leasing == null) {
            List<String> stores = PropertyNames.all(Store.class);
            return new Explained(
                    "'idgen.store' is '" + store + "'.",
                    "Set 'idgen.store' to '" + String.join("' or '", stores) + "'."
                            + NearestName.question(store, stores));
        }
        InvalidSettingException problem = LeasingStore.problem(leasing, beans, environment);
        if (problem != null) {
            boolean database = leasing == null
                    && StoreConnection.DATABASE.choice(beans, environment).bean() != null;
            return new Explained(
                    problem.getMessage() + ".",
                    problem.action() + (database ? " Or set 'idgen.store' to 'jdbc' to lease from the database." : ""));
        }
        if (leasing == Store.JDBC) {
            return new Explained(
                    "'idgen.store' is 'jdbc', and there is no DataSource, or no spring-jdbc.",
                    "Add 'spring-boot-starter-jdbc' and configure 'spring.datasource.url', or set 'idgen.store' to 'redis'."
                            + FOR_DEVELOPMENT);
        }
        if (StoreConnection.REDIS.choice(beans, environment).bean() != null) {
            return null;
        }
        boolean redis = ClassUtils.isPresent(
                "org.springframework.data.redis.connection.RedisConnectionFactory",
                getClass().getClassLoader());
        return new Explained(
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
