package dev.idgen.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.data.GeneratedId;
import dev.idgen.test.AutoConfigureIdgen;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurationImportSelector;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.AnnotationAttributes;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.util.ClassUtils;

/** An application's own tests, without Redis: what their annotations import has other names in each line of Spring Boot. */
class SliceTests {

    private static final String OPTIONAL = "optional:";

    @Entity(name = "slice_orders")
    static class Order {

        @Id
        @GeneratedId(business = "ORDR")
        String id;
    }

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage(basePackageClasses = SliceTests.class)
    static class Application {}

    /** As {@code @DataJpaTest} makes it, which is in a module of its own in Spring Boot 4: see profile {@code boot-4}. */
    @Configuration(proxyBeanMethods = false)
    @Import(WhatDataJpaTestImports.class)
    static class Slice {}

    static class WhatDataJpaTestImports extends AutoConfigurationImportSelector {

        @Override
        protected AnnotationAttributes getAttributes(AnnotationMetadata importing) {
            return new AnnotationAttributes();
        }

        @Override
        protected List<String> getCandidateConfigurations(AnnotationMetadata importing, AnnotationAttributes attributes) {
            return annotationsOfDataJpaTest()
                    .flatMap(annotation -> ImportCandidates.load(annotation, null).getCandidates().stream())
                    .map(name -> name.startsWith(OPTIONAL) ? name.substring(OPTIONAL.length()) : name)
                    .filter(name -> ClassUtils.isPresent(name, null))
                    .distinct()
                    .collect(Collectors.toList());
        }

        @Override
        protected Set<String> getExclusions(AnnotationMetadata importing, AnnotationAttributes attributes) {
            return Set.of();
        }
    }

    /** Those on {@code @DataJpaTest}. */
    private static Stream<Class<?>> annotationsOfDataJpaTest() {
        return Stream.of(
                        "org.springframework.boot.data.jpa.test.autoconfigure.AutoConfigureDataJpa", // Boot 4
                        "org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureJdbc",
                        "org.springframework.boot.test.autoconfigure.orm.jpa.AutoConfigureDataJpa") // Boot 3
                .filter(name -> ClassUtils.isPresent(name, null))
                .map(name -> ClassUtils.resolveClassName(name, null));
    }

    @Test
    void entitiesOfASliceGetTheirIds() {
        new ApplicationContextRunner()
                .withUserConfiguration(Application.class, Slice.class)
                .withPropertyValues(
                        "spring.datasource.generate-unique-name=true",
                        "spring.jpa.hibernate.ddl-auto=create",
                        "idgen.generators.invoice.type=counter",
                        "idgen.generators.invoice.store=redis")
                .run(context -> {
                    Order order = new Order();
                    EntityManager entities = context.getBean(EntityManagerFactory.class).createEntityManager();
                    entities.getTransaction().begin();
                    entities.persist(order);
                    entities.getTransaction().commit();
                    entities.close();
                    assertThat(order.id).matches("\\d{15}ORDR\\d{8}");
                    assertThat(context.getBean(IdGenerators.class).getLong("invoice").nextLong()).isEqualTo(1);
                });
    }

    @Nested
    @SpringBootTest
    @ContextConfiguration(classes = Application.class)
    @AutoConfigureIdgen
    class OfAnApplication {

        @Test
        void idsAreThereWithoutRedis(@Autowired IdService ids) {
            assertThat(ids.nextId("ORDR")).matches("\\d{15}ORDR\\d{8}");
        }
    }

    /** It is used by its name and by reflection, which a native image must be told. */
    @Test
    void healthOfSpringBoot3IsKeptInNativeImages() throws Exception {
        RuntimeHints hints = new RuntimeHints();
        SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories").load(RuntimeHintsRegistrar.class).stream()
                .filter(registrar -> registrar.getClass().getName().startsWith("dev.idgen."))
                .forEach(registrar -> registrar.registerHints(hints, null));
        String name = "org.springframework.boot.actuate.health.HealthIndicator";
        boolean isThere = ClassUtils.isPresent(name, null);
        assertThat(hints.proxies().jdkProxyHints().count()).isEqualTo(isThere ? 1 : 0);
        if (isThere) {
            Class<?> type = ClassUtils.resolveClassName(name, null);
            assertThat(RuntimeHintsPredicates.proxies().forInterfaces(type)).accepts(hints);
            assertThat(RuntimeHintsPredicates.reflection().onMethod(type, "health")).accepts(hints);
        }
    }
}
