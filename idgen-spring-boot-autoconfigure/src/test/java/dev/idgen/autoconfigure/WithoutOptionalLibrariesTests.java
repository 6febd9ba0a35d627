package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.IdService;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.OverridingClassLoader;
import org.springframework.core.env.MapPropertySource;

/**
 * Loads the whole library anew where no class of Redis, Spring's JDBC, the actuator, Micrometer or Jackson can be found, which is more than a condition's view of it: here
 * nothing may be linked to such a class either.
 */
class WithoutOptionalLibrariesTests {

    private final ClassLoader bare = new HidingClassLoader(getClass().getClassLoader());

    @Test
    void memoryStoreIssuesIds() throws Exception {
        assertThatThrownBy(() -> bare.loadClass("org.springframework.data.redis.connection.RedisConnection"))
                .isInstanceOf(ClassNotFoundException.class);
        assertThat(resultOf(IssuesAnId.class)).matches("[0-9]{15}ORDR[0-9]{8}");
    }

    @Test
    void missingIdServiceIsAnalyzed() throws Exception {
        assertThat(resultOf(AnalyzesMissingIdService.class))
                .startsWith("There is no IdService because there is neither a RedisConnectionFactory nor a DataSource");
    }

    private String resultOf(Class<? extends Supplier<String>> type) throws Exception {
        Class<?> reloaded = bare.loadClass(type.getName());
        assertThat(reloaded).isNotSameAs(type);
        Thread thread = Thread.currentThread();
        ClassLoader original = thread.getContextClassLoader();
        thread.setContextClassLoader(bare);
        try {
            return (String) ((Supplier<?>) reloaded.getDeclaredConstructor().newInstance()).get();
        } finally {
            thread.setContextClassLoader(original);
        }
    }

    /** Runs in the other class loader. */
    public static final class IssuesAnId implements Supplier<String> {

        @Override
        public String get() {
            return inContext(
                    Map.of("idgen.store", "memory"),
                    context -> context.getBean(IdService.class).nextId("ORDR"));
        }
    }

    /** Runs in the other class loader. */
    public static final class AnalyzesMissingIdService implements Supplier<String> {

        @Override
        public String get() {
            return inContext(Map.of(), context -> {
                try {
                    return "found " + context.getBean(IdService.class);
                } catch (RuntimeException missing) {
                    return new IdgenFailureAnalyzer(context.getBeanFactory(), context.getEnvironment())
                            .analyze(missing)
                            .getDescription();
                }
            });
        }
    }

    private static String inContext(
            Map<String, Object> properties, Function<AnnotationConfigApplicationContext, String> use) {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
            context.register(IdgenAutoConfiguration.class, IdgenTextAutoConfiguration.class);
            context.refresh();
            return use.apply(context);
        }
    }

    /** Defines its own copies of the library's and of Spring's classes, and finds none of those. */
    private static final class HidingClassLoader extends OverridingClassLoader {

        private static final List<String> HIDDEN = List.of(
                "org.springframework.data.redis.",
                "org.springframework.boot.data.redis.",
                "io.lettuce.",
                "org.springframework.jdbc.",
                "org.springframework.transaction.",
                "org.springframework.dao.",
                "org.springframework.boot.actuate.",
                "org.springframework.boot.health.",
                "io.micrometer.core.",
                "tools.jackson.",
                "com.fasterxml.jackson.databind.");

        HidingClassLoader(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected boolean isEligibleForOverriding(String name) {
            return name.startsWith("dev.idgen.") || name.startsWith("org.springframework.");
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (HIDDEN.stream().anyMatch(name::startsWith)) {
                throw new ClassNotFoundException(name + " is hidden");
            }
            return super.loadClass(name, resolve);
        }
    }
}
