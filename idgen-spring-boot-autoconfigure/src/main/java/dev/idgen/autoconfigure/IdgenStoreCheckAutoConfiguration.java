package dev.idgen.autoconfigure;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.connection.StoreConnection;
import dev.idgen.internal.connection.Stores;
import dev.idgen.internal.diagnostics.UsedStores;
import dev.idgen.internal.generator.ConfiguredGenerators;
import dev.idgen.internal.generator.CounterStoreType;
import dev.idgen.internal.storecheck.StoreCheckRunner;
import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.redis.RedisStoreCheck;
import dev.idgen.redis.ScriptRunner;
import dev.idgen.store.StoreCheck;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Checks the settings of Redis in the background when the application starts. */
@AutoConfiguration(after = IdgenGeneratorsAutoConfiguration.class)
@ConditionalOnClass(RedisConnectionFactory.class)
@ConditionalOnProperty(name = "idgen.store-check.enabled", havingValue = "true", matchIfMissing = true)
@ConditionalOnBean({ScriptRunner.class, ConfiguredGenerators.class})
public final class IdgenStoreCheckAutoConfiguration {

    private static final String STORE = PropertyNames.of(CounterStoreType.REDIS);

    @Bean(destroyMethod = "close")
    StoreCheckRunner idgenRedisStoreChecks(
            Stores stores, UsedStores used, IdgenProperties properties, TimeSource time, IdgenLifecycle lifecycle) {
        RedisConnectionFactory factory = stores.connection(StoreConnection.REDIS, RedisConnectionFactory.class);
        StoreCheck checkup = (use, partial) -> new RedisStoreCheck(
                        factory,
                        properties.sequence().requestTimeout(),
                        (millis, askedAt) -> {
                            StampClock clock =
                                    new StampClock(time, properties.clock().maxSkew());
                            boolean trusted = clock.synchronize(millis, askedAt);
                            return new RedisStoreCheck.ClockDifference(
                                    clock.skew().negated(), trusted);
                        },
                        properties.sequenceLeaseTtl(),
                        properties.namespace(),
                        time)
                .examine(use, partial); // loads the classes of RedisStoreCheck only then
        StoreCheckRunner checks = new StoreCheckRunner(STORE, checkup, used.useOf(STORE), ignored(properties), time);
        checks.start();
        return lifecycle.add(checks, StoreCheckRunner::start, StoreCheckRunner::stop);
    }

    private static Set<String> ignored(IdgenProperties properties) {
        Set<String> ignored = properties.storeCheck().ignore();
        for (String name : ignored) {
            Set<String> known = RedisStoreCheck.findings();
            if (!known.contains(name)) {
                throw new InvalidSettingException(
                        "idgen.store-check.ignore",
                        "has '" + name + "', which is not the name of a finding",
                        "Use only names of " + new TreeSet<>(known) + ".");
            }
        }
        return ignored;
    }
}
