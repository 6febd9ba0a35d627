package dev.idgen.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/** What a native image must keep: the scripts of Redis and of databases, and the field that tells which servers a connection factory reaches. */
final class IdgenRuntimeHints implements RuntimeHintsRegistrar {

    private static final String LETTUCE_FACTORY =
            "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory";

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern("dev/idgen/redis/*.lua");
        hints.resources().registerPattern("dev/idgen/jdbc/*.sql");
        hints.reflection().registerType(TypeReference.of(LETTUCE_FACTORY), type -> type.withField("configuration"));
    }
}
