package dev.idgen.mistakes;

import static org.mockito.Mockito.mock;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.KeyedIds;
import dev.idgen.LongIdGenerator;
import dev.idgen.TimeOrderedIds;
import dev.idgen.TransactionalIds;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenDatabaseAutoConfiguration;
import dev.idgen.autoconfigure.IdgenEntityAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.autoconfigure.IdgenMongoAutoConfiguration;
import dev.idgen.autoconfigure.IdgenRedis;
import dev.idgen.data.GeneratedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;

/** What applications are made of in which a mistake is made. */
final class Applications {

    private Applications() {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        DataRedisAutoConfiguration.class,
        IdgenAutoConfiguration.class,
        IdgenMongoAutoConfiguration.class,
        IdgenGeneratorsAutoConfiguration.class
    })
    static class Plain {}

    @Import(Plain.class)
    record WantsIds(IdService ids) {}

    @Import(Plain.class)
    record WantsGenerators(IdGenerators generators) {}

    @Import(Plain.class)
    record WantsOrder(@Qualifier("order") LongIdGenerator order) {}

    @Import(Plain.class)
    record WantsPayment(LongIdGenerator payment) {}

    @Import(Plain.class)
    record WantsInvoice(IdGenerator<String> invoice) {}

    @Import(Plain.class)
    record WantsRanges(@Qualifier("order") TimeOrderedIds<Long> order) {}

    @Import(Plain.class)
    record WantsRequests(@Qualifier("order") TransactionalIds<Long> order) {}

    @Import(Plain.class)
    record WantsKeyedOrder(@Qualifier("order") KeyedIds<Long> order) {}

    @Import(Plain.class)
    record WantsSession(IdGenerator<UUID> session) {}

    @Import(Plain.class)
    record WantsOrderItems(@Qualifier("order-items") LongIdGenerator orderItems) {}

    @Import(Plain.class)
    record WantsAny(LongIdGenerator ids) {}

    @Import(Plain.class)
    record WantsQualified(@Qualifier("payments") LongIdGenerator ids) {}

    @Import(Plain.class)
    record DrawsString(IdService ids) implements CommandLineRunner {

        @Override
        public void run(String... arguments) {
            ids.nextId("ORDR");
        }
    }

    @Import(Plain.class)
    record DrawsNumber(@Qualifier("order") LongIdGenerator order) implements CommandLineRunner {

        @Override
        public void run(String... arguments) {
            order.nextLong();
        }
    }

    @Import(Plain.class)
    record WantsOptional(Optional<LongIdGenerator> ids) {}

    @Import(Plain.class)
    record WantsProvided(
            @Qualifier("order") ObjectProvider<LongIdGenerator> order, ObjectProvider<LongIdGenerator> ids) {}

    @Import(Plain.class)
    static class WantsInMethod {

        @Bean
        String keys(LongIdGenerator any) {
            return any.toString();
        }
    }

    /** A generator of its own is no generator of idgen's: type and primary bean say which one is meant. */
    @Import(WantsAny.class)
    static class WithOwnGenerator {

        @Bean
        LongIdGenerator own() {
            return mock(LongIdGenerator.class);
        }
    }

    @Import(WantsInvoice.class)
    static class WithOwnTexts {

        @Bean
        IdGenerator<String> orders(IdService ids) {
            return ids.forBusiness("ORDR");
        }
    }

    @Import(Plain.class)
    static class WantsInField {

        @Autowired
        LongIdGenerator payment;
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        DataSourceAutoConfiguration.class,
        DataSourceTransactionManagerAutoConfiguration.class,
        TransactionAutoConfiguration.class,
        HibernateJpaAutoConfiguration.class,
        DataRedisAutoConfiguration.class,
        IdgenAutoConfiguration.class,
        IdgenGeneratorsAutoConfiguration.class,
        IdgenEntityAutoConfiguration.class
    })
    static class Jpa {}

    @Entity(name = "texts")
    static class TextEntity {

        @Id
        @GeneratedId(business = "ORDR")
        String id;
    }

    @Import(Jpa.class)
    static class StoresTexts {

        @Bean
        static PersistenceManagedTypes entities() {
            return PersistenceManagedTypes.of(TextEntity.class.getName());
        }
    }

    @Entity(name = "longs")
    static class LongEntity {

        @Id
        @GeneratedId("order")
        Long id;
    }

    @Import(Jpa.class)
    static class StoresLongs {

        @Bean
        static PersistenceManagedTypes entities() {
            return PersistenceManagedTypes.of(LongEntity.class.getName());
        }
    }

    @Entity(name = "numbers")
    static class NumberEntity {

        @Id
        @GeneratedId
        Long id;
    }

    @Import(Jpa.class)
    static class StoresNumbers {

        @Bean
        static PersistenceManagedTypes entities() {
            return PersistenceManagedTypes.of(NumberEntity.class.getName());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage
    @ImportAutoConfiguration({
        DataSourceAutoConfiguration.class,
        DataSourceTransactionManagerAutoConfiguration.class,
        JdbcTemplateAutoConfiguration.class,
        DataJdbcRepositoriesAutoConfiguration.class,
        DataRedisAutoConfiguration.class,
        IdgenAutoConfiguration.class,
        IdgenDatabaseAutoConfiguration.class,
        IdgenGeneratorsAutoConfiguration.class,
        IdgenEntityAutoConfiguration.class
    })
    static class WithRepository {}

    @Import(Plain.class)
    static class TwoRedis {

        @Bean
        RedisConnectionFactory cacheRedis() {
            return mock(RedisConnectionFactory.class);
        }

        @Bean
        RedisConnectionFactory idsRedis() {
            return mock(RedisConnectionFactory.class);
        }

        @Bean
        StringRedisTemplate idsTemplate(@Qualifier("idsRedis") RedisConnectionFactory factory) {
            return new StringRedisTemplate(factory);
        }
    }

    @Import(TwoRedis.class)
    record WantsIdsOfTwoRedis(IdService ids) {}

    @Import(Plain.class)
    static class TwoMarkedRedis {

        @Bean
        @IdgenRedis
        RedisConnectionFactory one() {
            return mock(RedisConnectionFactory.class);
        }

        @Bean(defaultCandidate = false)
        @IdgenRedis
        RedisConnectionFactory other() {
            return mock(RedisConnectionFactory.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        IdgenAutoConfiguration.class,
        IdgenDatabaseAutoConfiguration.class,
        IdgenGeneratorsAutoConfiguration.class
    })
    static class TwoDatabases {

        @Bean
        DataSource main() {
            return mock(DataSource.class);
        }

        @Bean
        DataSource archive() {
            return mock(DataSource.class);
        }
    }

    @Import(TwoDatabases.class)
    record WantsIdsOfTwoDatabases(IdService ids) {}

    @Import(Plain.class)
    static class WithOrderBean {

        @Bean
        String order() {
            return "order";
        }
    }
}
