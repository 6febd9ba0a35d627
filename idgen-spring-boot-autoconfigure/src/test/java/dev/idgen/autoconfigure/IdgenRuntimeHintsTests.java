package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.data.HibernateIds;
import dev.idgen.entities.EntityIds;
import dev.idgen.internal.connection.Stores;
import java.lang.reflect.Constructor;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class IdgenRuntimeHintsTests {

    private static final String FIELD = "configuration";

    private final RuntimeHints hints = new RuntimeHints();

    @BeforeEach
    void registerAsSpringDoes() {
        SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
                .load(RuntimeHintsRegistrar.class)
                .stream()
                .filter(IdgenRuntimeHints.class::isInstance)
                .forEach(registrar -> registrar.registerHints(hints, getClass().getClassLoader()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev/idgen/redis/leases.lua",
                "dev/idgen/redis/counter.lua",
                "dev/idgen/redis/databases.lua",
                "dev/idgen/redis/findings.txt",
                "dev/idgen/jdbc/schema-mysql.sql",
                "dev/idgen/jdbc/schema.sql"
            })
    void scriptIsKept(String script) {
        assertThat(getClass().getClassLoader().getResource(script)).isNotNull();
        assertThat(RuntimeHintsPredicates.resource().forResource(script)).accepts(hints);
    }

    @Test
    void marksOfStartersAreKept() {
        assertThat(RuntimeHintsPredicates.resource().forResource(Stores.STARTER + "starter-jdbc"))
                .accepts(hints);
    }

    @Test
    void constructorsOfEntityIdsAreKept() throws NoSuchMethodException {
        for (Constructor<?> constructor : List.of(
                HibernateIds.class.getConstructor(),
                EntityIds.class.getConstructor(ObjectProvider.class, ObjectProvider.class, ObjectProvider.class))) {
            assertThat(RuntimeHintsPredicates.reflection().onConstructorInvocation(constructor))
                    .accepts(hints);
        }
    }

    /** It is private: a release of Spring Data Redis without it must not go unnoticed. */
    @Test
    void fieldWithServersExistsAndIsKept() throws NoSuchFieldException {
        assertThat(RuntimeHintsPredicates.reflection().onFieldAccess(LettuceConnectionFactory.class, FIELD))
                .accepts(hints);
        assertThat(LettuceConnectionFactory.class.getDeclaredField(FIELD).getType())
                .isEqualTo(RedisConfiguration.class);
    }
}
