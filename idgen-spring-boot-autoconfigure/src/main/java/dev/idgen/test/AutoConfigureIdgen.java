package dev.idgen.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.test.context.TestPropertySource;

/**
 * Put it on a test to get ids without a store: it sets {@code idgen.store} to {@code memory}. Tests that load only part
 * of the auto-configuration also get idgen's: {@code IdService}, generators and ids of entities.
 *
 * <p>You do not need it on {@code @DataJpaTest}, {@code @DataJdbcTest}, {@code @DataR2dbcTest}, {@code @DataMongoTest},
 * {@code @WebMvcTest}, {@code @WebFluxTest}, {@code @JsonTest} and {@code @MybatisTest}. They have idgen's
 * auto-configuration, in memory unless the test has its own Redis. Ids are unique within one test context.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ImportAutoConfiguration
@TestPropertySource(properties = "idgen.store=memory")
public @interface AutoConfigureIdgen {

    /**
     * Whether each run of a test context issues the same ids in the same order, for approval tests that compare whole
     * documents. The clock shows {@code 2026-01-02T03:04:05.678Z} and advances only for a caller that would wait for
     * it, and random numbers follow from a seed. This holds for ids that one thread draws. UUIDs of version 4 stay
     * random.
     */
    boolean deterministic() default false;
}
