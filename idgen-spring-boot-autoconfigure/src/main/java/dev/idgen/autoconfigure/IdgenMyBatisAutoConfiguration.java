package dev.idgen.autoconfigure;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.entities.EntityIds;
import dev.idgen.mybatis.MyBatisIds;
import dev.idgen.mybatis.MyBatisPlusIds;
import org.apache.ibatis.session.SqlSessionFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * Fills each {@link dev.idgen.data.GeneratedId} that MyBatis inserts. Generates MyBatis-Plus' own ids, too, unless the
 * application has an {@link IdentifierGenerator}.
 */
@AutoConfiguration(
        after = IdgenEntityAutoConfiguration.class,
        beforeName = "com.baomidou.mybatisplus.autoconfigure.IdentifierGeneratorAutoConfiguration")
@ConditionalOnClass(SqlSessionFactory.class)
@ConditionalOnBean(EntityIds.class)
public final class IdgenMyBatisAutoConfiguration {

    @Bean
    MyBatisIds idgenMyBatisIds(EntityIds ids) {
        return new MyBatisIds(ids);
    }

    /** Runs once all mappers are known. */
    @Bean
    SmartInitializingSingleton idgenMyBatisCheck(MyBatisIds ids, ObjectProvider<SqlSessionFactory> factories) {
        return () -> factories.forEach(factory -> ids.check(factory.getConfiguration()));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(IdentifierGenerator.class)
    static class PlusKeys {

        @Bean
        @Conditional(OnMyBatisPlusIds.class)
        @ConditionalOnMissingBean(IdentifierGenerator.class)
        MyBatisPlusIds idgenMyBatisPlusIds(
                EntityIds ids, ObjectProvider<IdGenerators> generators, IdgenProperties properties) {
            IdgenProperties.MyBatisPlus plus = properties.mybatisPlus();
            return new MyBatisPlusIds(ids, generators, plus.generator(), plus.uuidGenerator());
        }

        @Bean
        @ConditionalOnBean(MyBatisPlusIds.class)
        SmartInitializingSingleton idgenMyBatisPlusCheck(
                MyBatisPlusIds ids, ObjectProvider<SqlSessionFactory> factories) {
            return () -> factories.forEach(factory -> ids.check(factory.getConfiguration()));
        }
    }
}
