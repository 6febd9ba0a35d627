package dev.idgen.autoconfigure;

import dev.idgen.internal.connection.StoreConnection;
import dev.idgen.internal.connection.Stores;
import dev.idgen.internal.generator.CounterStoreType;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.jdbc.CommitListening;
import dev.idgen.jdbc.JdbcCounterStore;
import dev.idgen.jdbc.JdbcDatabase;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Provides idgen's access to the application's database and the counter store in it. Needs spring-jdbc. {@link
 * IdgenAutoConfiguration} leases from this database.
 */
@AutoConfiguration(
        before = IdgenAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration", // Boot 4
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration" // Boot 3
        })
@Conditional(OnEnabled.class)
@ConditionalOnClass(JdbcTemplate.class)
@EnableConfigurationProperties(IdgenProperties.class)
@Import(IdgenLifecycle.class)
public final class IdgenDatabaseAutoConfiguration {

    /** Created after Flyway, Liquibase and scripts, which may create the tables. */
    @Bean(destroyMethod = "close")
    @Lazy
    @DependsOnDatabaseInitialization
    @Conditional(OnStore.Database.class)
    JdbcDatabase idgenJdbcDatabase(
            Stores stores, IdgenProperties properties, TimeSource time, IdgenLifecycle lifecycle) {
        return lifecycle.add(
                new JdbcDatabase(
                        stores.connection(StoreConnection.DATABASE, DataSource.class),
                        properties.jdbc().initializeSchema(),
                        time),
                JdbcDatabase::start,
                JdbcDatabase::stop);
    }

    /** Listens to every transaction manager, since a transactional counter may run in any of them. */
    @Bean
    static CommitListening idgenCommitListening() {
        return new CommitListening();
    }

    @Bean(CounterStoreType.JDBC_BEAN)
    @ConditionalOnBean(JdbcDatabase.class)
    JdbcCounterStore idgenJdbcCounterStore(JdbcDatabase database, IdgenProperties properties) {
        return new JdbcCounterStore(
                database, properties.namespace(), properties.jdbc().requestKeyRetention());
    }
}
