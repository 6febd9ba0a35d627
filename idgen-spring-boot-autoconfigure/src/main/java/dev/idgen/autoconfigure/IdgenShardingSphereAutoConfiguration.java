package dev.idgen.autoconfigure;

import dev.idgen.internal.data.EntityIds;
import dev.idgen.internal.data.sharding.RunningApplications.Application;
import org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Lets ShardingSphere's key generator {@code IDGEN} find this application's generators. */
@AutoConfiguration(after = IdgenEntityAutoConfiguration.class)
@ConditionalOnClass(KeyGenerateAlgorithm.class)
@ConditionalOnBean(EntityIds.class)
public final class IdgenShardingSphereAutoConfiguration {

    /** Before any bean is made: some insert while the application starts. */
    @Bean
    static ShardingSphereRegistration idgenShardingSphereRegistration(
            Environment environment, ObjectProvider<EntityIds> ids) {
        return new ShardingSphereRegistration(new Application(
                environment.getProperty("idgen.namespace", "default"),
                GeneratorBeans.configured(environment).keySet(),
                ids::getObject));
    }
}
