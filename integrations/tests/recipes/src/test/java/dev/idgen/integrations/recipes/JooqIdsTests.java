package dev.idgen.integrations.recipes;

import static dev.idgen.integrations.recipes.Parcels.PARCELS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.LongIdGenerator;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;

/** Records that jOOQ inserts get ids of ours, in H2. */
@SpringBootTest(properties = {"flowable.process.enabled=false", "flowable.eventregistry.enabled=false"})
class JooqIdsTests {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(JooqIds.class)
    static class Application {}

    @Autowired
    private DSLContext database;

    @Autowired
    @Qualifier("parcel")
    private LongIdGenerator parcel;

    @Test
    void recordWithoutAnIdGetsOne() {
        long before = parcel.nextLong();
        ParcelsRecord row = database.newRecord(PARCELS);
        row.set(PARCELS.receiver, "Ada");

        row.insert();

        assertThat(row.getId()).isBetween(before + 1, parcel.nextLong() - 1);
        assertThat(stored("Ada")).isEqualTo(row.getId());
    }

    @Test
    void recordsOfABatchGetOneEach() {
        ParcelsRecord first = database.newRecord(PARCELS);
        first.set(PARCELS.receiver, "Grace");
        ParcelsRecord second = database.newRecord(PARCELS);
        second.set(PARCELS.receiver, "Barbara");

        database.batchInsert(first, second).execute();

        assertThat(stored("Grace")).isNotNull().isNotEqualTo(stored("Barbara"));
        assertThat(parcel.decode(stored("Barbara")).parts()).containsKey("worker");
    }

    @Test
    void recordThatIsMergedGetsOne() {
        ParcelsRecord row = database.newRecord(PARCELS);
        row.set(PARCELS.receiver, "Donald");
        row.merge();
        assertThat(stored("Donald")).isEqualTo(row.getId()).isNotNull();
    }

    @Test
    void idThatIsThereStays() {
        ParcelsRecord row = database.newRecord(PARCELS);
        row.set(PARCELS.receiver, "Edsger");
        row.setId(7L);
        row.insert();
        assertThat(stored("Edsger")).isEqualTo(7);
    }

    private Long stored(String receiver) {
        return database.select(PARCELS.id)
                .from(PARCELS)
                .where(PARCELS.receiver.eq(receiver))
                .fetchOne(PARCELS.id);
    }
}
