package dev.idgen.autoconfigure;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.doctor.Doctor;
import dev.idgen.internal.doctor.StoreUse;
import dev.idgen.internal.generator.ConfiguredGenerators;
import dev.idgen.internal.generator.CounterStoreType;
import dev.idgen.internal.store.redis.RedisCheckup;
import dev.idgen.internal.store.redis.ScriptRunner;
import dev.idgen.internal.time.TimeSource;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Has the settings of the store looked at when the application starts, in the background. */
@AutoConfiguration(after = IdgenGeneratorsAutoConfiguration.class)
@ConditionalOnProperty(name = "idgen.doctor.enabled", havingValue = "true", matchIfMissing = true)
public final class IdgenDoctorAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RedisConnectionFactory.class)
    @ConditionalOnBean({ScriptRunner.class, ConfiguredGenerators.class})
    static class RedisDoctor {

        private static final String STORE = PropertyNames.of(CounterStoreType.REDIS);

        @Bean
        RedisCheckup idgenRedisCheckup(
                ConfigurableListableBeanFactory beans,
                Environment environment,
                IdgenProperties properties,
                TimeSource time) {
            return new RedisCheckup(
                    StoreConnection.REDIS.get(beans, environment, RedisConnectionFactory.class),
                    properties.sequence().requestTimeout(),
                    properties.clock().maxSkew(),
                    properties.sequence().leaseTtl(),
                    properties.namespace(),
                    time);
        }

        @Bean
        StoreUse idgenRedisUse(UsedStores stores) {
            return stores.useOf(STORE);
        }

        @Bean(destroyMethod = "close")
        Doctor idgenRedisDoctor(
                RedisCheckup checkup,
                StoreUse use,
                IdgenProperties properties,
                TimeSource time,
                IdgenLifecycle lifecycle) {
            Doctor doctor = new Doctor(STORE, checkup, use, ignored(properties), time);
            doctor.start();
            return lifecycle.add(doctor, Doctor::start, Doctor::stop);
        }
    }

    private static Set<String> ignored(IdgenProperties properties) {
        Set<String> ignored = properties.doctor().ignore();
        Set<String> known = new TreeSet<>(RedisCheckup.findings());
        for (String name : ignored) {
            if (!known.contains(name)) {
                throw new InvalidSettingException(
                        "idgen.doctor.ignore",
                        "has '" + name + "', which is not a finding",
                        "Use names of " + known + ".");
            }
        }
        return ignored;
    }
}
