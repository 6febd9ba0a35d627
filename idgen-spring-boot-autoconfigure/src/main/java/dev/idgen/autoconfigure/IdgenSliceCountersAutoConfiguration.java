package dev.idgen.autoconfigure;

import dev.idgen.internal.generator.CounterStoreType;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * Stands in for the stores that count, which a tested slice of an application does not have. Only the slices that {@code
 * META-INF/spring} lists import it, never an application.
 */
@AutoConfiguration(
        after = {IdgenAutoConfiguration.class, IdgenDatabaseAutoConfiguration.class, IdgenMongoAutoConfiguration.class},
        before = IdgenGeneratorsAutoConfiguration.class)
@Conditional(OnEnabled.class)
public final class IdgenSliceCountersAutoConfiguration {

    @Bean(CounterStoreType.REDIS_BEAN)
    @ConditionalOnMissingBean(name = CounterStoreType.REDIS_BEAN)
    InMemoryCounterStore idgenRedisCounters() {
        return new InMemoryCounterStore();
    }

    @Bean(CounterStoreType.JDBC_BEAN)
    @ConditionalOnMissingBean(name = CounterStoreType.JDBC_BEAN)
    InMemoryCounterStore idgenDatabaseCounters() {
        return new InMemoryCounterStore();
    }

    @Bean(CounterStoreType.MONGODB_BEAN)
    @ConditionalOnMissingBean(name = CounterStoreType.MONGODB_BEAN)
    InMemoryCounterStore idgenMongoCounters() {
        return new InMemoryCounterStore();
    }
}
