package dev.idgen.entities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.Mockito.mock;

import dev.idgen.IdService;
import dev.idgen.autoconfigure.IdgenEntityAutoConfiguration;
import dev.idgen.autoconfigure.TypicalApplication;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class GeneratedIdTests {

    private final ApplicationContextRunner runner = TypicalApplication.inMemory()
            .withConfiguration(AutoConfigurations.of(IdgenEntityAutoConfiguration.class))
            .withPropertyValues("idgen.generators.order.type=snowflake", "idgen.generators.session.type=uuid-v7");

    // What an annotation may say

    private static EntityIds.FieldIds field(EntityIds ids, String generator, String business, Class<?> type) {
        return ids.field(
                new AnnotationValues(generator, business, "", "", "DEFAULT"), Object.class, type, "shop.Order.id");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            session | ``   | java.lang.Long    | generator 'session' makes ids of type UUID, not Long
            order   | ``   | java.util.UUID    | shop.Order.id, which is of type UUID: generator 'order' makes ids of type Long
            order   | ``   | java.lang.Integer | generator 'order' makes ids of type Long, not Integer
            order   | ORDR | java.lang.Long    | @GeneratedId(value = "order", business = "ORDR") on shop.Order.id has the name of
            ``      | A-B  | java.lang.String  | 'A-B' is not 0 to 4 characters
            """)
    void fieldThatCannotBeFilledIsRefused(String generator, String business, Class<?> type, String reason) {
        runner.run(context -> assertThatIllegalStateException()
                .isThrownBy(() -> field(context.getBean(EntityIds.class), generator, business, type))
                .withMessageContaining("on shop.Order.id")
                .withMessageContaining(reason));
    }

    @Test
    void mockOfTheServiceIsReportedAsSuch() {
        runner.withBean(IdService.class, () -> mock(IdService.class))
                .run(context -> assertThatIllegalStateException()
                        .isThrownBy(() -> field(context.getBean(EntityIds.class), "", "ORDR", String.class))
                        .withMessageContaining("the bean of type IdService returns null, as a mock does"));
    }

    record TenantId(String value) {}

    enum Region {
        NORTH
    }

    static class Tenant {
        String code = "acme";
    }

    static class Invoice {
        String tenant;
        TenantId tenantId = new TenantId("acme");
        long branch = 7;
        Region region = Region.NORTH;
        Tenant owner;
        Tenant lazy;
        Instant made;

        public Tenant getLazy() {
            return new Tenant();
        }
    }

    private static EntityIds.FieldIds keyed(EntityIds ids, String generator, String key, Class<?> type) {
        return ids.field(
                new AnnotationValues(generator, "", key, "", "DEFAULT"), Invoice.class, type, "shop.Invoice.number");
    }

    private final ApplicationContextRunner keyed = runner.withPropertyValues(
            "idgen.generators.invoice.type=counter",
            "idgen.generators.invoice.template={key}-{000}",
            "idgen.generators.page.type=counter",
            "idgen.generators.page.keyed=true");

    @ParameterizedTest
    @CsvSource({"tenantId, acme", "branch, 7", "region, NORTH", "lazy.code, acme"})
    void keyIsReadFromAProperty(String property, String key) {
        keyed.run(context -> {
            EntityIds.FieldIds ids = keyed(context.getBean(EntityIds.class), "invoice", property, String.class);
            assertThat(ids.forEntity(new Invoice()).next()).isEqualTo(key + "-001");
            assertThat(ids.forEntity(new Invoice()).next(2)).containsExactly(key + "-002", key + "-003");
            assertThat(keyed(context.getBean(EntityIds.class), "page", property, long.class)
                            .forEntity(new Invoice())
                            .nextAsync()
                            .join())
                    .isEqualTo(1L);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"tenant", "owner.code"})
    void entityWithoutAKeyIsRefused(String property) {
        keyed.run(context -> {
            EntityIds.FieldIds ids = keyed(context.getBean(EntityIds.class), "invoice", property, String.class);
            assertThatIllegalStateException()
                    .isThrownBy(() -> ids.forEntity(new Invoice()))
                    .withMessageContaining("on shop.Invoice.number: '" + property + "' is null");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            invoice | customer | java.lang.String | has no property 'customer'
            invoice | owner.id | java.lang.String | GeneratedIdTests$Tenant has no property 'id'
            invoice | owner    | java.lang.String | property 'owner' is of type Tenant
            invoice | made     | java.lang.String | property 'made' is of type Instant
            invoice | ``       | java.lang.String | names no key, but the generator has a counter for each key
            order   | tenant   | java.lang.Long   | names a key, but the generator has no keys
            ``      | tenant   | java.lang.String | has a key, but names no generator
            invoice | tenant   | java.lang.Long   | generator 'invoice' makes ids of type String, not Long
            page    | tenant   | java.util.UUID   | generator 'page' makes ids of type Long, not UUID
            """)
    void keyThatCannotBeReadIsRefused(String generator, String property, Class<?> type, String reason) {
        keyed.run(context -> assertThatIllegalStateException()
                .isThrownBy(() -> keyed(context.getBean(EntityIds.class), generator, property, type))
                .withMessageContaining("@GeneratedId(")
                .withMessageContaining("on shop.Invoice.number")
                .withMessageContaining(reason));
    }

    @ParameterizedTest
    @CsvSource({"order, long", "session, java.util.UUID", "order, java.lang.String", "session, java.lang.String"})
    void idsFitTheFieldsType(String generator, Class<?> type) {
        runner.run(context -> {
            EntityIds.Source source =
                    field(context.getBean(EntityIds.class), generator, "", type).forEntity(new Object());
            Class<?> wanted = type == long.class ? Long.class : type;
            assertThat(source.next()).isInstanceOf(wanted);
            assertThat(source.nextAsync().join()).isInstanceOf(wanted);
        });
    }
}
