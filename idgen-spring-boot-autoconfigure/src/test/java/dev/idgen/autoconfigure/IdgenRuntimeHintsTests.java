package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.data.HibernateIds;
import dev.idgen.internal.data.EntityIds;
import java.lang.reflect.Field;
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
                "dev/idgen/internal/store/redis/register.lua",
                "dev/idgen/internal/store/redis/counter.lua",
                "dev/idgen/internal/store/redis/databases.lua",
                "dev/idgen/internal/store/redis/findings.txt",
                "dev/idgen/jdbc/schema-mysql.sql",
                "dev/idgen/jdbc/schema.sql"
            })
    void scriptIsKept(String script) {
        assertThat(getClass().getClassLoader().getResource(script)).isNotNull();
        assertThat(RuntimeHintsPredicates.resource().forResource(script)).accepts(hints);
    }

    @Test
    void fieldWithServersIsKept() {
        assertThat(RuntimeHintsPredicates.reflection().onFieldAccess(LettuceConnectionFactory.class, FIELD))
                .accepts(hints);
    }

    @Test
    void whatMakesIdsOfEntitiesIsKept() throws NoSuchMethodException {
        assertThat(RuntimeHintsPredicates.reflection().onConstructorInvocation(HibernateIds.class.getConstructor()))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection()
                        .onConstructorInvocation(
                                EntityIds.class.getConstructor(ObjectProvider.class, ObjectProvider.class)))
                .accepts(hints);
    }

    /** It is private: a release of Spring Data Redis that has it no more must not go unnoticed. */
    @Test
    void fieldWithServersExists() throws NoSuchFieldException {
        Field field = LettuceConnectionFactory.class.getDeclaredField(FIELD);

        assertThat(field.getType()).isEqualTo(RedisConfiguration.class);
    }
}
