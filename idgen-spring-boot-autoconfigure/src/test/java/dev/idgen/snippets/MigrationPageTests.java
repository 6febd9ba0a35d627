package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.baomidou.mybatisplus.core.toolkit.Sequence;
import com.github.f4b6a3.tsid.Tsid;
import com.github.f4b6a3.tsid.TsidCreator;
import dev.idgen.IdGenerators;
import dev.idgen.InvalidIdException;
import dev.idgen.LongIdGenerator;
import dev.idgen.TextForm;
import dev.idgen.autoconfigure.IdgenEntityAutoConfiguration;
import dev.idgen.data.GeneratedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.function.Consumer;
import me.ahoo.cosid.converter.Radix62IdConverter;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeIdStateParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;

/**
 * The generators of {@code docs/migration.md} go on after those that they replace, and issue none of their ids. The
 * replaced ones were read on 2026-11-21 in the sources below, and in the source jars of CosId 2.13.0 and MyBatis-Plus
 * 3.5.17.
 *
 * @see <a
 *     href="https://github.com/Meituan-Dianping/Leaf/blob/26e01a28b6d2088a6746c91b4c5d26a703f6bb0e/leaf-core/src/main/java/com/sankuai/inf/leaf/segment/SegmentIDGenImpl.java">Leaf,
 *     segments</a>
 * @see <a
 *     href="https://github.com/Meituan-Dianping/Leaf/blob/03cd4f98c7bd0c862c5424b637932834d2f5ec34/leaf-core/src/main/java/com/sankuai/inf/leaf/snowflake/SnowflakeIDGenImpl.java">Leaf,
 *     snowflake</a>
 * @see <a
 *     href="https://github.com/baidu/uid-generator/blob/ba696f535ba6b000b96dd73a7b697e4a00c88085/src/main/java/com/baidu/fsg/uid/impl/DefaultUidGenerator.java">uid-generator</a>
 */
class MigrationPageTests {

    private static final Page PAGE = Page.of("docs/migration.md");

    private static void configured(int block, Consumer<IdGenerators> use) {
        SnippetApplication.inMemory(PAGE.blocks("yaml").get(block))
                .run(context -> use.accept(context.getBean(IdGenerators.class)));
    }

    @Test
    void snowflakesGoOnAfterCosId() {
        long old = new MillisecondSnowflakeId(511).generate();
        configured(0, generators -> {
            LongIdGenerator order = generators.getLong("order");
            long id = order.nextLong();

            assertThat(id).isGreaterThan(old);
            MillisecondSnowflakeIdStateParser cosId =
                    (MillisecondSnowflakeIdStateParser) MillisecondSnowflakeIdStateParser.INSTANCE;
            assertThat(cosId.parseMachineId(id)).isGreaterThanOrEqualTo(512);
            assertThat(cosId.parseTimestamp(id).atZone(cosId.getZoneId()).toInstant())
                    .isEqualTo(order.decode(id).instant());
            assertThatExceptionOfType(InvalidIdException.class).isThrownBy(() -> order.decode(old));

            String text = order.text(TextForm.BASE62).next();
            long read = Radix62IdConverter.PAD_START.asLong(text);
            assertThat(Radix62IdConverter.PAD_START.asString(read)).isEqualTo(text);
            assertThat(order.decode(read).parts()).containsEntry("side", 1L);
        });
    }

    /**
     * Leaf, and uid-generator with either bits: the highest bit of the worker id is the side, which is 0 in old ids.
     */
    @ParameterizedTest
    @CsvSource({
        "2, payment, 2010-11-04T01:42:54.657Z, 1, 22, 21",
        "3, message, 2016-09-19T16:00:00Z, 1000, 34, 33",
        "4, message, 2026-01-01T00:00:00Z, 1000, 35, 34"
    })
    void idsGoOnAfterAllThatHaveAnotherSide(int block, String name, Instant epoch, long tick, int shift, int side) {
        long latest = ((epoch.until(Instant.now(), ChronoUnit.MILLIS) / tick) << shift) | ((1L << side) - 1);
        configured(block, generators -> {
            long id = generators.getLong(name).nextLong();

            assertThat(id).isGreaterThan(latest);
            assertThat((id >>> side) & 1).isOne();
        });
    }

    @Test
    void numbersContinueAfterTheFloorAndDatesAreOneDigitLonger() {
        configured(6, generators -> {
            assertThat(generators.getLong("customer").nextLong()).isEqualTo(2_000_001);
            assertThat(generators.get("order", String.class).next()).matches("20\\d{6}0000001");
        });
    }

    @Test
    void snowflakesAreAheadOfThoseOfMyBatisPlus() {
        long latest = new Sequence(31, 31).nextId() | 4095;
        configured(5, generators -> {
            LongIdGenerator payment = generators.getLong("payment");
            long id = payment.nextLong();

            assertThat(id).isGreaterThan(latest);
            Instant forMyBatisPlus = Instant.ofEpochMilli(Sequence.parseIdTimestamp(id));
            assertThat(Duration.between(payment.decode(id).instant(), forMyBatisPlus))
                    .isBetween(Duration.ofDays(672), Duration.ofDays(673));
            assertThat(payment.scheme().runsOutOn()).isBetween("2078-01-01T00:00:00Z", "2078-12-31T00:00:00Z");
        });
    }

    /** hypersistence-tsid is a copy of the library that is used here. */
    @Test
    void tsidsAreAYearAheadOfOldOnes() {
        long old = TsidCreator.getTsid().toLong() | (1 << 22) - 1;
        configured(7, generators -> {
            LongIdGenerator ticket = generators.getLong("ticket");
            long id = ticket.nextLong();

            Duration ahead =
                    Duration.between(Tsid.from(old).getInstant(), Tsid.from(id).getInstant());
            assertThat(ahead).isBetween(Duration.ofDays(365), Duration.ofDays(366));
            assertThat(ticket.format(id)).isEqualTo(Tsid.from(id).toString()).hasSize(13);
        });
    }

    @Entity(name = "orders")
    static class OldWithSequence {

        @Id
        @GeneratedValue
        @SequenceGenerator(name = "orders_seq", allocationSize = 50)
        Long id;
    }

    @Entity(name = "orders")
    static class OldWithIdentity {

        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;
    }

    @Entity(name = "orders")
    static class NewOrder {

        @Id
        @GeneratedId("order")
        Long id;
    }

    /** An application with one entity, whose table and ids are in a database that others have, too. */
    private static ApplicationContextRunner application(String database, Class<?> entity) {
        return SnippetApplication.inMemory(PAGE.blocks("yaml").get(8))
                .withConfiguration(SnippetDatabase.JDBC)
                .withConfiguration(
                        AutoConfigurations.of(IdgenEntityAutoConfiguration.class, HibernateJpaAutoConfiguration.class))
                .withBean(PersistenceManagedTypes.class, () -> PersistenceManagedTypes.of(entity.getName()))
                .withPropertyValues(
                        "spring.datasource.url=jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1",
                        "spring.jpa.hibernate.ddl-auto=update");
    }

    private static <T> T saved(ApplicationContext context, T order) {
        try (EntityManager entities =
                context.getBean(EntityManagerFactory.class).createEntityManager()) {
            entities.getTransaction().begin();
            entities.persist(order);
            entities.getTransaction().commit();
            return order;
        }
    }

    /** Both kinds of instances insert in turn, and the old ones go on as if there were no new ones. */
    @ParameterizedTest
    @ValueSource(classes = {OldWithSequence.class, OldWithIdentity.class})
    void idsGoOnAfterSequencesAndIdentity(Class<?> old) {
        String database = "migration" + UUID.randomUUID();
        application(database, old)
                .run(before -> application(database, NewOrder.class).run(after -> {
                    for (int i = 1; i <= 60; i++) {
                        assertThat(saved(before, BeanUtils.instantiateClass(old)))
                                .hasFieldOrPropertyWithValue("id", (long) i);
                        assertThat(saved(after, new NewOrder()).id).isEqualTo(2_000_000L + i);
                    }
                }));
    }
}
