package dev.idgen.autoconfigure;

import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.InvalidSettingException;
import dev.idgen.autoconfigure.IdgenProperties.Store;
import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.data.GeneratedIdException;
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
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Explains why there is no {@link IdService}, or no {@link IdGenerators}, to inject. Comes before Boot's general answer for missing beans. */
final class MissingIdServiceFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException>
        implements Ordered {

    private static final String CONNECTION_FACTORY = "org.springframework.data.redis.connection.RedisConnectionFactory";

    private static final String FOR_DEVELOPMENT = " For development without either set 'idgen.store' to 'memory'"
            + (ClassUtils.isPresent("org.springframework.test.context.TestContext", null)
                    ? "; in a test, @AutoConfigureIdgen does."
                    : ".");

    private static final Map<Class<?>, String> NAMES = Map.of(
            IdService.class,
            "There is no IdService because ",
            IdGenerators.class,
            "There are no IdGenerators because ");

    private record Explained(String why, String action) {}

    private static final Explained WITHOUT_DATABASE = new Explained(
            "'idgen.store' is 'jdbc', and there is no DataSource, or no spring-jdbc.",
            "Add 'spring-boot-starter-jdbc' and configure 'spring.datasource.url', or set 'idgen.store' to 'redis'."
                    + FOR_DEVELOPMENT);

    private final BeanFactory beans;
    private final Environment environment;

    MissingIdServiceFailureAnalyzer(BeanFactory beans, Environment environment) {
        this.beans = beans;
        this.environment = environment;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
        Class<?> missing = cause.getBeanType();
        if (missing == null || !NAMES.containsKey(missing) || cause instanceof NoUniqueBeanDefinitionException) {
            return null;
        }
        Explained explained = explained(missing);
        if (explained == null) {
            return null;
        }
        GeneratedIdException entity = findCause(rootFailure, GeneratedIdException.class);
        String need = entity == null ? "" : "\n\n" + entity.problem() + ".";
        return new FailureAnalysis(NAMES.get(missing) + explained.why() + need, explained.action(), cause);
    }

    private @Nullable Explained explained(Class<?> missing) {
        if (!OnEnabled.isEnabled(environment)) {
            return new Explained(
                    "'" + OnEnabled.PROPERTY + "' is false.",
                    "Remove '" + OnEnabled.PROPERTY + "', or inject ObjectProvider<" + missing.getSimpleName() + ">.");
        }
        if (missing != IdService.class) {
            return null;
        }
        String store = environment.getProperty("idgen.store");
        if (store != null && PropertyNames.parse(Store.class, store).isEmpty()) {
            List<String> stores = PropertyNames.all(Store.class);
            return new Explained(
                    "'idgen.store' is '" + store + "'.",
                    "Set 'idgen.store' to '" + String.join("' or '", stores) + "'."
                            + NearestName.of(store, stores)
                                    .map(it -> " Did you mean '" + it + "'?")
                                    .orElse(""));
        }
        Store leasing =
                store == null ? null : PropertyNames.parse(Store.class, store).orElse(null);
        if (beans instanceof ConfigurableListableBeanFactory all) {
            InvalidSettingException problem = StoreConnection.problemOfLeasing(leasing, all, environment);
            if (problem != null) {
                boolean database = leasing == null
                        && StoreConnection.DATABASE.choice(all, environment).bean() != null;
                return new Explained(
                        problem.getMessage() + ".",
                        problem.action()
                                + (database ? " Or set 'idgen.store' to 'jdbc' to lease from the database." : ""));
            }
            if (leasing != Store.JDBC
                    && StoreConnection.REDIS.choice(all, environment).bean() != null) {
                return null;
            }
        }
        if (leasing == Store.JDBC) {
            return WITHOUT_DATABASE;
        }
        return new Explained(
                "there is neither a RedisConnectionFactory nor a DataSource to lease numbers through.",
                redisIsPresent()
                        ? "Define a RedisConnectionFactory, or do not exclude Spring Boot's auto-configuration of it;"
                                + " or add 'spring-boot-starter-jdbc' and configure 'spring.datasource.url'."
                                + FOR_DEVELOPMENT
                        : "Add 'spring-boot-starter-data-redis' and configure 'spring.data.redis.host' or"
                                + " 'spring.data.redis.url', or add 'spring-boot-starter-jdbc' and configure"
                                + " 'spring.datasource.url'." + FOR_DEVELOPMENT);
    }

    private boolean redisIsPresent() {
        return ClassUtils.isPresent(CONNECTION_FACTORY, getClass().getClassLoader());
    }
}
