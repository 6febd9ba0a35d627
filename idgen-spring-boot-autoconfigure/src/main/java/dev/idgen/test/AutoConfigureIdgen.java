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
 * On a test: ids without Redis. Sets {@code idgen.store} to {@code memory}, and brings idgen's auto-configuration to
 * tests that have only some, so that {@code IdService} and the generators can be injected, and entities get their ids.
 *
 * <p>Not needed on {@code @DataJpaTest}, {@code @DataJdbcTest}, {@code @DataR2dbcTest}, {@code @DataMongoTest}, {@code
 * @WebMvcTest}, {@code @WebFluxTest} and {@code @JsonTest}, which have the auto-configuration, in memory unless a test
 *     brings its own Redis. Ids are unique within one context of tests.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ImportAutoConfiguration
@TestPropertySource(properties = "idgen.store=memory")
public @interface AutoConfigureIdgen {}
