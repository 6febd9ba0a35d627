package dev.idgen.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.localredis.RedisServer;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import redis.clients.jedis.Jedis;

/** The access that {@code docs/redis.md} has Redis grant: it is enough, and each part of it is needed. */
@ExtendWith(OutputCaptureExtension.class)
class LeastAccessIntegrationTests {

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    private static Stream<String> permissions() {
        return DocumentedAccess.rules().stream().filter(word -> word.startsWith("+"));
    }

    private static void grant(Stream<String> words) {
        try (Jedis jedis = new Jedis(RedisServer.HOST, redis.port())) {
            jedis.aclSetUser(
                    DocumentedAccess.USER,
                    Stream.concat(Stream.of("reset"), words).toArray(String[]::new));
            jedis.scriptFlush();
            jedis.flushAll();
            jedis.aclLogReset();
        }
    }

    private static ApplicationContextRunner application(String acquireTimeout) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataRedisAutoConfiguration.class,
                        IdgenAutoConfiguration.class,
                        IdgenGeneratorsAutoConfiguration.class))
                .withPropertyValues(DocumentedAccess.properties())
                .withPropertyValues(
                        "spring.data.redis.port=" + redis.port(),
                        "idgen.sequence.acquire-timeout=" + acquireTimeout,
                        "idgen.generators.tall.type=snowflake",
                        "idgen.generators.tall.acquire-timeout=" + acquireTimeout,
                        "idgen.generators.rows.type=counter",
                        "idgen.generators.rows.acquire-timeout=" + acquireTimeout,
                        "idgen.generators.runs.type=segment",
                        "idgen.generators.runs.segment.hand-back=true");
    }

    private static void drawOfEachKind(String acquireTimeout) {
        application(acquireTimeout).run(context -> {
            context.getBean(IdService.class).nextIds("", 1000);
            IdGenerators generators = context.getBean(IdGenerators.class);
            for (String name : List.of("tall", "rows", "runs")) {
                LongIdGenerator generator = (LongIdGenerator) generators.get(name);
                assertThat(generator.nextLong()).isPositive();
            }
        });
    }

    /** All buckets are locked by hand, so that an instance meets one; at any speed it gets no number in the end. */
    private static void drawFromLockedBuckets() {
        application("200ms").run(context -> {
            IdService ids = context.getBean(IdService.class);
            lockAllBuckets();
            assertThatExceptionOfType(SequenceUnavailableException.class).isThrownBy(() -> drawAll(ids));
        });
    }

    private static void drawAll(IdService ids) {
        for (int i = 0; i < 20; i++) {
            ids.nextIds("", 100_000);
        }
    }

    private static void lockAllBuckets() {
        RedisKeys keys = new RedisKeys("default");
        try (Jedis jedis = new Jedis(RedisServer.HOST, redis.port())) {
            for (int bucket = 0; bucket < BucketLayout.STANDARD.buckets(); bucket++) {
                jedis.hset(keys.group(Integer.toString(bucket)).get(0), "closed", "maintenance");
            }
        }
    }

    @Test
    void documentedAccessIsEnough(CapturedOutput output) {
        grant(DocumentedAccess.rules().stream());

        drawOfEachKind("30s");
        drawFromLockedBuckets();

        assertThat(output).doesNotContain("may not do").doesNotContain("does not tell its run");
        assertThat(refused()).isEmpty();
        try (Jedis jedis = new Jedis(RedisServer.HOST, redis.port())) {
            assertThat(jedis.keys("*")).isNotEmpty().allMatch(key -> key.matches("\\{idgen:[23]:default.*"));
        }
    }

    @ParameterizedTest
    @MethodSource("permissions")
    void eachPermissionIsNeeded(String permission) {
        grant(DocumentedAccess.rules().stream().filter(word -> !word.equals(permission)));

        for (int attempt = 0; attempt < 8 && !refused().contains(permission.substring(1)); attempt++) {
            try {
                drawOfEachKind((200 << attempt) + "ms"); // what is needed last needs all before in time
                drawFromLockedBuckets();
            } catch (AssertionError | RuntimeException e) {
                // most cannot be missed
            }
        }

        assertThat(refused()).contains(permission.substring(1));
    }

    private static Set<String> refused() {
        return DocumentedAccess.refused(List.of(redis));
    }
}
