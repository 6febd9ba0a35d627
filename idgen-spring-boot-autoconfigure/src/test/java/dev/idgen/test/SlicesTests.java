package dev.idgen.test;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.data.GeneratedId;
import dev.idgen.text.IdText;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.jdbc.test.autoconfigure.DataJdbcTest;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.boot.data.mongodb.test.autoconfigure.DataMongoTest;
import org.springframework.boot.data.r2dbc.test.autoconfigure.DataR2dbcTest;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Id;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.ReactiveMongoTemplate;
import org.springframework.data.r2dbc.core.R2dbcEntityTemplate;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Slices of an application whose generators want more than a slice has: a generator that counts in Redis, another one in a database,
 * a node id from a host name; which Redis and which database is said, too. None of these is reached, and entities get their ids.
 */
class SlicesTests {

    static final String ORDER_ID = "\\d{15}ORDR\\d{8}";

    @ContextConfiguration(classes = Application.class)
    @TestPropertySource(
            properties = {
                "idgen.generators.line.type=snowflake",
                "idgen.generators.invoice.type=counter",
                "idgen.generators.invoice.store=redis",
                "idgen.generators.receipt.type=counter",
                "idgen.generators.receipt.store=jdbc",
                "idgen.generators.bill.type=counter",
                "idgen.generators.bill.store=jdbc",
                "idgen.generators.bill.transactional=true",
                "idgen.generators.voucher.type=counter",
                "idgen.generators.voucher.store=mongodb",
                "idgen.generators.remote.type=snowflake",
                "idgen.generators.remote.node.provider=leased",
                "idgen.redis.connection-factory=idsRedis",
                "idgen.jdbc.data-source=idsDatabase"
            })
    abstract static class Slice {

        @Autowired
        ApplicationContext context;

        @Test
        void nothingButMemoryIsUsed() {
            assertThat(context.getBeanProvider(RedisConnectionFactory.class)).isEmpty();
            assertThat(context.getBean(IdService.class).nextId("ORDR")).matches(ORDER_ID);
            for (String counter : new String[] {"invoice", "bill"}) {
                assertThat(context.getBean(IdGenerators.class).getLong(counter).nextLong())
                        .isPositive();
            }
        }
    }

    @Entity(name = "orders")
    static class Order {

        @jakarta.persistence.Id
        @GeneratedId(business = "ORDR")
        String id;
    }

    @Entity(name = "order_lines")
    static class Line {

        @jakarta.persistence.Id
        @GeneratedId("line")
        Long id;
    }

    @Table("receipts")
    record Receipt(@Id @GeneratedId(business = "ORDR") String id, int amount) {}

    private static final String RECEIPTS =
            "create table if not exists \"receipts\" (\"ID\" varchar(27) primary key, \"AMOUNT\" int)";

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(DataRedisAutoConfiguration.class)
    static class WithRedis {}

    @Nested
    @DataJpaTest
    class OfJpa extends Slice {

        @Test
        void entitiesGetTheirIds(@Autowired EntityManager entities) {
            Order order = new Order();
            Line line = new Line();
            entities.persist(order);
            entities.persist(line);
            entities.flush();
            assertThat(order.id).matches(ORDER_ID);
            assertThat(line.id).isPositive();
        }
    }

    @Nested
    @DataJdbcTest
    class OfJdbc extends Slice {

        @Test
        void entitiesGetTheirIds(@Autowired JdbcTemplate jdbc, @Autowired JdbcAggregateTemplate entities) {
            jdbc.execute(RECEIPTS);
            Receipt saved = entities.save(new Receipt(null, 12));
            assertThat(saved.id()).matches(ORDER_ID);
            assertThat(entities.findById(saved.id(), Receipt.class)).isEqualTo(saved);
        }
    }

    @Nested
    @DataR2dbcTest
    class OfR2dbc extends Slice {

        @Test
        void entitiesGetTheirIds(@Autowired DatabaseClient database, @Autowired R2dbcEntityTemplate entities) {
            Receipt saved = database.sql(RECEIPTS)
                    .then()
                    .then(entities.insert(new Receipt(null, 12)))
                    .block();
            assertThat(saved.id()).matches(ORDER_ID);
        }
    }

    @Nested
    @DataMongoTest
    class OfMongo extends Slice {

        @AutoClose("shutdownNow")
        private static final MongoServer server = new MongoServer(new MemoryBackend());

        @DynamicPropertySource
        static void server(DynamicPropertyRegistry properties) {
            String uri = "mongodb:/" + server.bind() + "/test";
            properties.add("spring.mongodb.uri", () -> uri);
        }

        @Test
        void entitiesGetTheirIds(@Autowired MongoTemplate entities, @Autowired ReactiveMongoTemplate reactive) {
            Receipt saved = entities.save(new Receipt(null, 12));
            assertThat(saved.id()).matches(ORDER_ID);
            assertThat(reactive.save(new Receipt(null, 13)).block().id()).matches(ORDER_ID);
            assertThat(entities.findById(saved.id(), Receipt.class)).isEqualTo(saved);
        }
    }

    record Json(@IdText long id) {}

    @Nested
    @JsonTest
    class OfJson extends Slice {

        @Test
        void idsAreTexts(@Autowired JsonMapper mapper) {
            assertThat(mapper.writeValueAsString(new Json(1))).isEqualTo("{\"id\":\"1\"}");
        }
    }

    /** No slice: an application that has Redis, which cannot be reached. */
    @Nested
    @SpringBootTest(classes = WithRedis.class)
    @AutoConfigureIdgen
    @TestPropertySource(properties = {"spring.data.redis.port=1", "idgen.generators.invoice.type=counter"})
    class OfApplication {

        @Test
        void redisIsThereAndNotAsked(
                @Autowired RedisConnectionFactory redis, @Autowired IdService ids, @Autowired IdGenerators generators) {
            assertThat(ids.nextId("ORDR")).matches(ORDER_ID);
            assertThat(generators.getLong("invoice").nextLong()).isEqualTo(1);
        }
    }
}
