package dev.idgen.autoconfigure;

import dev.idgen.internal.store.jdbc.JdbcCounterStore;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;

/** Provides the store that counts in the application's database, if it has one and spring-jdbc. */
@AutoConfiguration(
        before = IdgenGeneratorsAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration", // Boot 4
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration" // Boot 3
        })
@Conditional(OnEnabled.class)
@ConditionalOnClass(JdbcTemplate.class)
@EnableConfigurationProperties(IdgenProperties.class)
@Import(IdgenLifecycle.class)
public final class IdgenDatabaseAutoConfiguration {

    @Bean(name = CounterStoreType.JDBC_BEAN, destroyMethod = "close")
    @ConditionalOnStoreConnection(StoreConnection.DATABASE)
    JdbcCounterStore idgenJdbcCounterStore(
            ApplicationContext context, IdgenProperties properties, IdgenLifecycle lifecycle) {
        DataSource dataSource = StoreConnection.DATABASE.get(context, DataSource.class);
        JdbcCounterStore store = JdbcCounterStore.create(dataSource, properties.namespace());
        if (properties.counter().createTable()) {
            store.createTable();
        }
        return lifecycle.add(store, JdbcCounterStore::start, JdbcCounterStore::stop);
    }
}
