package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.javapoet.ClassName;

/** The context that Spring writes ahead of time has the same beans, generators included. */
@CompileWithForkedClassLoader
class AheadOfTimeTests {

    private static final TestPropertyValues PROPERTIES = TestPropertyValues.of(
            "idgen.store=memory",
            "idgen.generators.order.type=snowflake",
            "idgen.generators.order-items.type=js-safe",
            "idgen.generators.order-items.scramble=true",
            "idgen.generators.session.type=uuid-v7",
            "idgen.generators.document.type=ulid");

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        String ids(
                LongIdGenerator order,
                LongIdGenerator orderItems,
                IdGenerator<UUID> session,
                IdGenerator<String> document) {
            return order.next() + " " + orderItems.next() + " " + session.next() + " " + document.next();
        }
    }

    @Test
    void generatorsAreInjectedInAContextWrittenAheadOfTime() {
        inContextWrittenAheadOfTime(context -> {
            assertThat(context.getBean("ids", String.class)).matches("\\d+ \\d+ [0-9a-f-]{36} [0-9A-Z]{26}");
            assertThat(context.getBean(IdGenerators.class).names())
                    .containsExactlyInAnyOrder("order", "order-items", "session", "document");
            assertThat(context.getBean(IdService.class).nextId("ORDR")).contains("ORDR");
        });
    }

    private static void inContextWrittenAheadOfTime(Consumer<GenericApplicationContext> use) {
        AnnotationConfigApplicationContext source = new AnnotationConfigApplicationContext();
        PROPERTIES.applyTo(source);
        source.register(Application.class, IdgenAutoConfiguration.class, IdgenGeneratorsAutoConfiguration.class);
        TestGenerationContext generated = new TestGenerationContext();
        ClassName name = new ApplicationContextAotGenerator().processAheadOfTime(source, generated);
        generated.writeGeneratedContent();
        TestCompiler.forSystem().with(generated).compile(compiled -> {
            try (GenericApplicationContext context = new GenericApplicationContext()) {
                PROPERTIES.applyTo(context);
                @SuppressWarnings("unchecked")
                ApplicationContextInitializer<GenericApplicationContext> initializer =
                        compiled.getInstance(ApplicationContextInitializer.class, name.toString());
                initializer.initialize(context);
                context.refresh();
                use.accept(context);
            }
        });
    }
}
