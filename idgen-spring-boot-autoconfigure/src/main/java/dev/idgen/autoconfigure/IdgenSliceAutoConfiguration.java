package dev.idgen.autoconfigure;

import dev.idgen.LeaseStore;
import dev.idgen.internal.diagnostics.GeneratorNames;
import dev.idgen.internal.generator.CounterStoreType;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.time.TimeSource;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * Replaces missing stores by memory in test slices. Only the slices listed under {@code META-INF/spring} import it,
 * never an application.
 */
@AutoConfiguration(
        before = IdgenAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration", // Boot 4
            "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration" // Boot 3
        })
@Conditional(OnEnabled.class)
public final class IdgenSliceAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(
            value = LeaseStore.class,
            type = "org.springframework.data.redis.connection.RedisConnectionFactory")
    InMemoryLeaseStore idgenLeaseStore(TimeSource time) {
        return new InMemoryLeaseStore(time);
    }

    /**
     * Counts in memory for stores that the slice lacks, and makes idgen's beans lazy. So a slice that takes no ids does
     * not fail because a generator cannot be created.
     */
    @Bean
    static BeanFactoryPostProcessor idgenStandIns() {
        return beans -> {
            Stream.of(CounterStoreType.REDIS_BEAN, CounterStoreType.JDBC_BEAN, CounterStoreType.MONGODB_BEAN)
                    .filter(name -> !beans.containsBean(name))
                    .forEach(name -> beans.registerSingleton(name, new InMemoryCounterStore()));
            Stream.of(beans.getBeanDefinitionNames())
                    .filter(name -> isOurs(name, beans.getBeanDefinition(name)))
                    .forEach(name -> beans.getBeanDefinition(name).setLazyInit(true));
        };
    }

    private static boolean isOurs(String name, BeanDefinition bean) {
        String ours = IdgenSliceAutoConfiguration.class.getPackageName() + ".";
        return GeneratorNames.isGenerator(bean)
                || (name.startsWith("idgen")
                        && Stream.of(bean.getFactoryBeanName(), bean.getBeanClassName())
                                .anyMatch(defining -> defining != null && defining.startsWith(ours)));
    }
}
