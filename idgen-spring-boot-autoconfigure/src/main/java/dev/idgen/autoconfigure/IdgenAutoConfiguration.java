package dev.idgen.autoconfigure;

import dev.idgen.IdGenerator;
import dev.idgen.IdService;
import dev.idgen.InvalidSettingException;
import dev.idgen.LeaseStore;
import dev.idgen.internal.connection.StoreConnection;
import dev.idgen.internal.connection.StoreType;
import dev.idgen.internal.connection.Stores;
import dev.idgen.internal.diagnostics.SettingsCheck;
import dev.idgen.internal.generator.CounterStoreType;
import dev.idgen.internal.lease.Terms;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.string.StringIdFormat;
import dev.idgen.internal.string.StringIdService;
import dev.idgen.internal.string.StringIdWriter;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.time.SharedTime;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.jdbc.JdbcDatabase;
import dev.idgen.jdbc.JdbcLeaseStore;
import dev.idgen.redis.RedisCounterStore;
import dev.idgen.redis.RedisLeaseStore;
import dev.idgen.redis.RestartableScriptRunner;
import dev.idgen.redis.ScriptRunner;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.ClassUtils;

/**
 * Provides an {@link IdService} on the {@link LeaseStore} that {@code idgen.store} names, unless the application has
 * its own.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration", // Boot 4
            "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration" // Boot 3
        })
@Conditional(OnEnabled.class)
@EnableConfigurationProperties(IdgenProperties.class)
@Import(IdgenLifecycle.class)
public final class IdgenAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger(IdgenAutoConfiguration.class);

    /** Runs before Spring creates beans, so that a misspelt property is reported before its consequences. */
    @Bean
    static BeanFactoryPostProcessor idgenSettingsCheck(Environment environment) {
        return beans -> SettingsCheck.check(environment, IdgenProperties.class);
    }

    @Bean
    static Stores idgenStores(ConfigurableListableBeanFactory beans, Environment environment) {
        return StorePoints.stores(beans, environment);
    }

    /** Absent in test slices, which may lack the store. */
    @Bean
    @ConditionalOnMissingBean(type = "dev.idgen.autoconfigure.IdgenSliceAutoConfiguration")
    static BeanFactoryPostProcessor idgenStoreConnectionCheck(Environment environment) {
        return beans -> StorePoints.stores(beans, environment).check();
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean(TimeSource.class)
    SharedTime idgenTimeSource(IdgenLifecycle lifecycle) {
        return lifecycle.add(new SharedTime(TimeSource.system()), SharedTime::start, SharedTime::close);
    }

    @Bean
    @ConditionalOnMissingBean
    BucketLayout idgenBucketLayout() {
        return BucketLayout.STANDARD;
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean(IdService.class)
    @ConditionalOnBean(LeaseStore.class)
    @Fallback
    StringIdService idgenIdService(
            IdgenProperties properties,
            LeaseStore leaseStore,
            BucketLayout layout,
            TimeSource time,
            IdgenLifecycle lifecycle) {
        IdgenProperties.StringIds string = properties.string();
        StringIdFormat format = new StringIdFormat(
                StringIdFormat.fixedOffset(string.zone(), time.instant()),
                layout,
                string.effectiveKey(properties.namespace()));
        Terms terms = format.terms().in(sharedBuckets(properties, layout)).replacing(properties.replaces());
        Supplier<BucketSequence<StringIdWriter>> opening = () -> BucketSequence.start(
                properties.namespace(),
                terms,
                properties.sequenceSettings(),
                leaseStore,
                layout,
                time,
                format::newWriter);
        return lifecycle.add(
                new StringIdService(format, opening),
                StringIdService::start,
                service -> service.awaitFirstOutcome(Requests.FIRST_TIMEOUT),
                StringIdService::stop);
    }

    /**
     * The second bean for an unqualified {@code IdGenerator<String>}, so that such an injection is ambiguous and fails.
     * Both are fallbacks, so Spring prefers a generator that the application defines.
     */
    @Bean
    @ConditionalOnBean(StringIdService.class)
    @Fallback
    @Lazy
    IdGenerator<String> idgenStringIds(IdService ids) {
        return ids.forBusiness("");
    }

    private static Region sharedBuckets(IdgenProperties properties, BucketLayout layout) {
        Region region = properties.share();
        if (region.of() > layout.buckets()) {
            throw new InvalidSettingException(
                    Region.PROPERTY,
                    "is " + region + ", but the layout has only " + layout.buckets() + " buckets",
                    "Use at most " + layout.buckets() + " regions.");
        }
        return region;
    }

    @Configuration(proxyBeanMethods = false)
    @Order(1)
    @Conditional(OnStore.Redis.class)
    @ConditionalOnClass(RedisConnectionFactory.class)
    static class RedisStore {

        @Bean(destroyMethod = "close")
        @Lazy
        @ConditionalOnMissingBean
        ScriptRunner idgenScriptRunner(
                ConfigurableListableBeanFactory beans,
                Stores stores,
                IdgenProperties properties,
                TimeSource time,
                IdgenLifecycle lifecycle) {
            RedisConnectionFactory connectionFactory =
                    stores.connection(StoreConnection.REDIS, RedisConnectionFactory.class);
            Duration timeout = properties.sequence().requestTimeout();
            boolean hasDatabase =
                    ClassUtils.isPresent("org.springframework.jdbc.core.JdbcTemplate", beans.getBeanClassLoader())
                            && stores.hasDatabase();
            String otherwise = stores.chosen() == null && hasDatabase
                    ? "; or, if Redis has never issued an id here, set 'idgen.store' to 'jdbc' to take ids from the"
                            + " application's database"
                    : "";
            return lifecycle.add(
                    new RestartableScriptRunner(() -> ScriptRunner.create(connectionFactory, timeout, time, otherwise)),
                    RestartableScriptRunner::start,
                    RestartableScriptRunner::stop);
        }

        @Bean
        @ConditionalOnMissingBean(LeaseStore.class)
        RedisLeaseStore idgenLeaseStore(ScriptRunner runner, IdgenProperties properties) {
            return new RedisLeaseStore(
                    runner, properties.namespace(), properties.redis().acceptUnseenFailovers());
        }

        @Bean(CounterStoreType.REDIS_BEAN)
        RedisCounterStore idgenRedisCounterStore(ScriptRunner runner, IdgenProperties properties) {
            return new RedisCounterStore(runner, properties.namespace());
        }

        @Bean
        static BeanFactoryPostProcessor idgenStoreOfBuild(Environment environment) {
            return beans -> StorePoints.stores(beans, environment).checkBuilt(StoreType.REDIS);
        }
    }

    /** Used if {@code idgen.store} is {@code jdbc}, or is not set and there is no Redis. */
    @Configuration(proxyBeanMethods = false)
    @Order(2)
    @Conditional(OnStore.DatabaseLeases.class)
    @ConditionalOnClass(JdbcTemplate.class)
    static class JdbcStore {

        @Bean
        @ConditionalOnMissingBean(LeaseStore.class)
        @ConditionalOnBean(JdbcDatabase.class)
        JdbcLeaseStore idgenLeaseStore(JdbcDatabase database, IdgenProperties properties) {
            return new JdbcLeaseStore(database, properties.namespace());
        }

        @Bean
        @ConditionalOnBean(JdbcDatabase.class)
        static BeanFactoryPostProcessor idgenStoreOfBuild(Environment environment) {
            return beans -> StorePoints.stores(beans, environment).checkBuilt(StoreType.JDBC);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Order(3)
    @ConditionalOnProperty(name = "idgen.store", havingValue = "memory")
    static class MemoryStore {

        @Bean
        @ConditionalOnMissingBean(LeaseStore.class)
        InMemoryLeaseStore idgenLeaseStore(TimeSource time) {
            log.warn("'idgen.store' is 'memory': ids are unique in this process only, and only while it runs");
            return new InMemoryLeaseStore(time);
        }

        @Bean(CounterStoreType.MEMORY_BEAN)
        InMemoryCounterStore idgenMemoryCounterStore() {
            return new InMemoryCounterStore();
        }

        @Bean
        static BeanFactoryPostProcessor idgenStoreOfBuild(Environment environment) {
            return beans -> StorePoints.stores(beans, environment).checkBuilt(StoreType.MEMORY);
        }
    }
}
