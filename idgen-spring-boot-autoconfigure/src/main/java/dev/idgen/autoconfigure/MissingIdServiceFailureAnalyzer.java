package dev.idgen.autoconfigure;

import dev.idgen.IdService;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Explains why there is no {@link IdService} to inject. Comes before Boot's general answer for missing beans. */
final class MissingIdServiceFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException>
        implements Ordered {

    private static final String CONNECTION_FACTORY = "org.springframework.data.redis.connection.RedisConnectionFactory";

    private static final String FOR_DEVELOPMENT = " For development without Redis set 'idgen.store' to 'memory'.";

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
        if (!IdService.class.equals(cause.getBeanType()) || cause instanceof NoUniqueBeanDefinitionException) {
            return null;
        }
        if (!environment.getProperty("idgen.enabled", Boolean.class, true)) {
            return new FailureAnalysis(
                    "There is no IdService because 'idgen.enabled' is false.",
                    "Remove 'idgen.enabled', or inject ObjectProvider<IdService>.",
                    cause);
        }
        String store = environment.getProperty("idgen.store", "redis");
        if (!store.equalsIgnoreCase("redis") && !store.equalsIgnoreCase("memory")) {
            return new FailureAnalysis(
                    "There is no IdService because 'idgen.store' is '" + store + "'.",
                    "Set 'idgen.store' to 'redis' or 'memory'.",
                    cause);
        }
        int factories = connectionFactories();
        if (factories == 1) {
            return null;
        }
        if (factories > 1) {
            return new FailureAnalysis(
                    "There is no IdService because there are " + factories
                            + " RedisConnectionFactory beans and none of them is primary.",
                    "Mark the one that idgen is to use with @Primary.",
                    cause);
        }
        return new FailureAnalysis(
                "There is no IdService because there is no RedisConnectionFactory to lease numbers through.",
                redisIsPresent()
                        ? "Define a RedisConnectionFactory, or do not exclude Spring Boot's auto-configuration of it."
                                + FOR_DEVELOPMENT
                        : "Add 'spring-boot-starter-data-redis' and configure 'spring.data.redis.host' or"
                                + " 'spring.data.redis.url'." + FOR_DEVELOPMENT,
                cause);
    }

    private boolean redisIsPresent() {
        return ClassUtils.isPresent(CONNECTION_FACTORY, getClass().getClassLoader());
    }

    private int connectionFactories() {
        ClassLoader loader = getClass().getClassLoader();
        if (!redisIsPresent() || !(beans instanceof ListableBeanFactory all)) {
            return 0;
        }
        return all.getBeanNamesForType(ClassUtils.resolveClassName(CONNECTION_FACTORY, loader), true, false).length;
    }
}
