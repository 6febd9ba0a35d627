package dev.idgen.integrations.mybatisplus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.baomidou.mybatisplus.core.batch.MybatisBatch;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import com.baomidou.mybatisplus.core.toolkit.IdWorker;
import com.baomidou.mybatisplus.core.toolkit.MybatisBatchUtils;
import com.baomidou.mybatisplus.spring.service.impl.ServiceImpl;
import dev.idgen.IdGenerators;
import dev.idgen.LongIdGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.ibatis.session.SqlSessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mybatis.spring.mapper.MapperFactoryBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

/** Entities of MyBatis-Plus, stored by its own Spring Boot starter in H2. */
@ExtendWith(OutputCaptureExtension.class)
class MyBatisPlusIntegrationTests {

    private static final String ORDER = "idgen.generators.order.type=snowflake";
    private static final String COUNTED = "idgen.generators.counted.type=segment";

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    static class WithOwnGenerator extends Application {

        @Bean
        IdentifierGenerator own() {
            return entity -> 42L;
        }
    }

    static class Payments extends ServiceImpl<Payment.Mapper, Payment> {}

    @Test
    void entitiesWithoutAnIdGetThoseOfTheOnlyGeneratorOfNumbersInOrder() {
        try (ConfigurableApplicationContext context =
                start(Payment.Mapper.class, ORDER, "idgen.generators.session.type=uuid-v7")) {
            Payment.Mapper mapper = context.getBean(Payment.Mapper.class);
            Payment payment = new Payment();
            mapper.insert(payment);
            assertIssuedBy(context, "order", payment.getId());
            assertThat(mapper.selectById(payment.getId())).isNotNull();
            assertIssuedBy(context, "order", IdWorker.getId());

            List<Payment> saved = payments(2_500);
            assertThat(context.getBean(Payments.class).saveBatch(saved)).isTrue();
            List<Payment> several = payments(500);
            MybatisBatchUtils.execute(
                    context.getBean(SqlSessionFactory.class),
                    several,
                    new MybatisBatch.Method<Payment>(Payment.Mapper.class).insert());
            saved.addAll(several);
            assertThat(saved).extracting(Payment::getId).isSorted().doesNotHaveDuplicates();
            assertThat(mapper.selectCount(null)).isEqualTo(3_001);

            Payment stays = new Payment();
            stays.setId(0L);
            mapper.insert(stays);
            assertThat(mapper.selectById(0L)).isNotNull();
        }
    }

    @Test
    void namedGeneratorIsTakenOfSeveral() {
        try (ConfigurableApplicationContext context =
                start(Payment.Mapper.class, ORDER, COUNTED, "idgen.mybatis-plus.generator=counted")) {
            Payment payment = new Payment();
            context.getBean(Payment.Mapper.class).insert(payment);
            assertThat(payment.getId()).isEqualTo(1);
        }
    }

    @Test
    void textsTakeNumbersAsDecimals() {
        try (ConfigurableApplicationContext context = start(Keys.DecimalKey.Mapper.class, ORDER)) {
            Keys.DecimalKey text = new Keys.DecimalKey();
            context.getBean(Keys.DecimalKey.Mapper.class).insert(text);
            assertIssuedBy(context, "order", Long.parseLong(text.id));
        }
    }

    @Test
    void uuidsAreMyBatisPlusOwnUnlessAGeneratorIsNamed() {
        try (ConfigurableApplicationContext context = start(Keys.UuidKey.Mapper.class, ORDER)) {
            assertThat(inserted(context).version()).isNotEqualTo(7);
        }
        try (ConfigurableApplicationContext context = start(
                Keys.UuidKey.Mapper.class,
                "idgen.generators.session.type=uuid-v7",
                "idgen.mybatis-plus.uuid-generator=session")) {
            assertThat(inserted(context).version()).isEqualTo(7);
        }
    }

    private static UUID inserted(ConfigurableApplicationContext context) {
        UUID last = null;
        // Of random bits in the place of a version, one in sixteen looks like any.
        for (int i = 0; i < 20 && (last == null || last.version() == 7); i++) {
            Keys.UuidKey text = new Keys.UuidKey();
            context.getBean(Keys.UuidKey.Mapper.class).insert(text);
            assertThat(text.id).matches("[0-9a-f]{32}");
            last = UUID.fromString(text.id.replaceFirst("(.{8})(.{4})(.{4})(.{4})", "$1-$2-$3-$4-"));
        }
        return last;
    }

    @Test
    void annotationChoosesPerEntity() {
        try (ConfigurableApplicationContext context = start(Keys.CountedKey.Mapper.class, ORDER, COUNTED)) {
            Keys.CountedKey counted = new Keys.CountedKey();
            context.getBean(Keys.CountedKey.Mapper.class).insert(counted);
            assertThat(counted.id).isEqualTo(1);
            assertThat(context.getBean(IdentifierGenerator.class).nextId(new Keys.CountedKey()))
                    .isEqualTo(2L);
        }
        try (ConfigurableApplicationContext context = start(Keys.BusinessKey.Mapper.class, ORDER)) {
            Keys.BusinessKey text = new Keys.BusinessKey();
            context.getBean(Keys.BusinessKey.Mapper.class).insert(text);
            assertThat(text.id).matches("\\d{15}ORDR\\d{8}");
            assertThat(context.getBean(IdentifierGenerator.class).nextUUID(new Keys.BusinessKey()))
                    .matches("\\d{15}ORDR\\d{8}");
            assertThatThrownBy(() -> context.getBean(IdentifierGenerator.class).nextId(new Keys.BusinessKey()))
                    .hasMessageContaining("BusinessKey.id makes strings, but IdType.ASSIGN_ID needs numbers");
        }
    }

    /** MyBatis-Plus itself asks for a key only if there is none. */
    @Test
    void keyOfTheApplicationIsTreatedAsTheAnnotationSays() {
        try (ConfigurableApplicationContext context = start(Keys.ReplacedKey.Mapper.class, ORDER, COUNTED)) {
            Keys.ReplacedKey replaced = new Keys.ReplacedKey();
            replaced.id = 77L;
            context.getBean(Keys.ReplacedKey.Mapper.class).insert(replaced);
            assertThat(replaced.id).isEqualTo(1);
            assertThat(context.getBean(Keys.ReplacedKey.Mapper.class).selectById(1L))
                    .isNotNull();
        }
        try (ConfigurableApplicationContext context = start(Keys.RefusedKey.Mapper.class, ORDER, COUNTED)) {
            Keys.RefusedKey.Mapper mapper = context.getBean(Keys.RefusedKey.Mapper.class);
            Keys.RefusedKey refused = new Keys.RefusedKey();
            refused.id = 77L;
            assertThatThrownBy(() -> mapper.insert(refused))
                    .rootCause()
                    .hasMessageContaining("RefusedKey.id: the application has set it to '77'");
            Keys.RefusedKey generated = new Keys.RefusedKey();
            mapper.insert(generated);
            assertThat(generated.id).isEqualTo(1);
        }
    }

    @Test
    void integersTakeSmallNumbersAndRefuseOthers() {
        try (ConfigurableApplicationContext context = start(Keys.ShortKey.Mapper.class, COUNTED)) {
            Keys.ShortKey small = new Keys.ShortKey();
            context.getBean(Keys.ShortKey.Mapper.class).insert(small);
            assertThat(small.id).isEqualTo(1);
        }
        try (ConfigurableApplicationContext context = start(Keys.ShortKey.Mapper.class, ORDER)) {
            assertThatThrownBy(() -> context.getBean(Keys.ShortKey.Mapper.class).insert(new Keys.ShortKey()))
                    .rootCause()
                    .hasMessageMatching("id \\d+ does not fit into \\S+ShortKey.id, which is of type Integer\\..*"
                            + "Make the key a Long.*");
        }
    }

    @Test
    void ownGeneratorOfTheApplicationStays() {
        try (ConfigurableApplicationContext context =
                start(WithOwnGenerator.class, Payment.Mapper.class, ORDER, COUNTED)) {
            Payment payment = new Payment();
            context.getBean(Payment.Mapper.class).insert(payment);
            assertThat(payment.getId()).isEqualTo(42);
        }
    }

    @Test
    void withoutNumbersOrSwitchedOffMyBatisPlusKeepsItsOwn() {
        for (List<String> properties :
                List.of(List.<String>of(), List.of(ORDER, COUNTED, "idgen.mybatis-plus.enabled=false"))) {
            try (ConfigurableApplicationContext context =
                    start(Payment.Mapper.class, properties.toArray(String[]::new))) {
                assertThat(context.getBeansOfType(IdentifierGenerator.class)).isEmpty();
                Payment payment = new Payment();
                context.getBean(Payment.Mapper.class).insert(payment);
                assertThat(payment.getId()).isPositive();
            }
        }
    }

    @Test
    void severalGeneratorsAreRefusedAtStart(CapturedOutput output) {
        assertThatThrownBy(() -> start(Payment.Mapper.class, ORDER, COUNTED)).isInstanceOf(Exception.class);
        assertThat(output)
                .contains("The property 'idgen.mybatis-plus.generator' is not set, 'idgen.generators' has more than one"
                        + " generator of numbers, [order, counted], and entity " + Payment.class.getName()
                        + " with IdType.ASSIGN_ID needs one.")
                .contains(
                        "Set it to the name of a generator whose ids are of type long; or put @GeneratedId on the keys");
    }

    @Test
    void severalGeneratorsAreFineForKeysThatNeedNone() {
        start(Keys.OwnKey.Mapper.class, ORDER, COUNTED).close();
    }

    @Test
    void namesOfNoGeneratorAndMisspelledPropertiesAreRefusedAtStart(CapturedOutput output) {
        assertThatThrownBy(() -> start(Keys.OwnKey.Mapper.class, ORDER, "idgen.mybatis-plus.generator=orders"))
                .isInstanceOf(Exception.class);
        assertThat(output)
                .contains(
                        "The property 'idgen.mybatis-plus.generator' is 'orders': there is no generator 'orders' under"
                                + " 'idgen.generators', only [order].")
                .contains("Name a generator under 'idgen.generators' whose ids are of type long.");
        assertThatThrownBy(() -> start(Keys.OwnKey.Mapper.class, "idgen.mybatis-plus.uuid-generator=session"))
                .isInstanceOf(Exception.class);
        assertThat(output).contains("The property 'idgen.mybatis-plus.uuid-generator' is 'session'");
        assertThatThrownBy(() -> start(Payment.Mapper.class, ORDER, "idgen.mybatis-plus.generater=order"))
                .isInstanceOf(Exception.class);
        assertThat(output).contains("Did you mean 'idgen.mybatis-plus.generator'?");
    }

    private static List<Payment> payments(int count) {
        return new ArrayList<>(
                IntStream.range(0, count).mapToObj(i -> new Payment()).toList());
    }

    private static void assertIssuedBy(ConfigurableApplicationContext context, String name, long id) {
        LongIdGenerator generator = context.getBean(IdGenerators.class).getLong(name);
        assertThat(id).isLessThan(generator.nextLong()).isGreaterThan(generator.nextLong() - (5_000L << 22));
    }

    private static ConfigurableApplicationContext start(Class<? extends BaseMapper<?>> mapper, String... properties) {
        return start(Application.class, mapper, properties);
    }

    private static <T extends BaseMapper<?>> ConfigurableApplicationContext start(
            Class<?> application, Class<T> mapper, String... properties) {
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .properties("spring.datasource.generate-unique-name=true", "idgen.store=memory")
                .properties(properties)
                .initializers(context -> {
                    GenericApplicationContext beans = (GenericApplicationContext) context;
                    beans.registerBean(
                            "mapper",
                            MapperFactoryBean.class,
                            () -> {
                                MapperFactoryBean<T> made = new MapperFactoryBean<>(mapper);
                                made.setSqlSessionFactory(beans.getBean(SqlSessionFactory.class));
                                return made;
                            },
                            definition -> definition.setAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE, mapper));
                    if (mapper == (Class<?>) Payment.Mapper.class) {
                        beans.registerBean(Payments.class);
                    }
                })
                .run();
    }
}
