package dev.idgen.autoconfigure;

import dev.idgen.entities.EntityIds;
import dev.idgen.internal.actuate.Boot3HealthIndicator;
import dev.idgen.internal.connection.Stores;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.util.ClassUtils;
import org.springframework.validation.DataBinder;

/**
 * Lists the resources and the reflection that a native image must keep: scripts, marks of starters, fields and
 * constructors for connections and entities' ids, and Boot 3's health types.
 */
final class IdgenRuntimeHints implements RuntimeHintsRegistrar {

    private static final String LETTUCE_FACTORY =
            "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory";

    private static final String HIBERNATE_IDS = "dev.idgen.data.HibernateIds";

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern("dev/idgen/redis/*.*");
        hints.resources().registerPattern("dev/idgen/jdbc/*.sql");
        hints.resources().registerPattern(Stores.STARTER + "*");
        ReflectionHints reflection = hints.reflection();
        reflection.registerType(TypeReference.of(LETTUCE_FACTORY), type -> type.withField("configuration"));
        reflection.registerType(
                StorePoints.class,
                type -> Stream.of("redis", "database", "unmarked").forEach(type::withField));
        reflection.registerType(
                DataBinder.class, type -> type.withMethod("getTypeConverter", List.of(), ExecutableMode.INVOKE));
        reflection.registerTypeIfPresent(classLoader, HIBERNATE_IDS, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
        reflection.registerType(EntityIds.class, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
        if (ClassUtils.isPresent(Boot3HealthIndicator.TYPE, classLoader)) {
            hints.proxies().registerJdkProxy(TypeReference.of(Boot3HealthIndicator.TYPE));
            Stream.of(Boot3HealthIndicator.TYPE, Boot3HealthIndicator.HEALTH, Boot3HealthIndicator.BUILDER)
                    .forEach(type ->
                            reflection.registerType(TypeReference.of(type), MemberCategory.INVOKE_PUBLIC_METHODS));
        }
    }
}
