package dev.idgen.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.localredis.RedisServer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Users who may do all that a managed service leaves to them, as {@code docs/redis.md} tells of them. */
@ExtendWith(OutputCaptureExtension.class)
class ManagedServiceIntegrationTests {

    private static final String ACCEPTING = "idgen.redis.accept-unseen-failovers: true";

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-bgrewriteaof -bgsave -config -debug -migrate -replicaof -save -shutdown -slaveof -sync",
                "-acl -bgrewriteaof -bgsave -client -cluster -command -config -debug -lastsave -migrate -monitor -object"
                        + " -shutdown -replicaof -save",
                "-script",
                "-@admin",
            })
    void whatIdgenDoesNotAskForIsNotMissed(String forbidden, CapturedOutput output) {
        user(forbidden);

        draw(application());

        assertThat(output).doesNotContain("may not do").doesNotContain("retrying");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-info", "-@dangerous"})
    void withoutInfoTheApplicationDoesNotStartAndSaysWhatToGrant(String forbidden) {
        for (Driver driver : Driver.values()) {
            user(forbidden);
            application()
                    .withPropertyValues("spring.data.redis.client-type=" + driver)
                    .run(context -> assertThat(context)
                            .getFailure()
                            .rootCause()
                            .isInstanceOf(StoreUnsuitableException.class)
                            .hasMessageContainingAll("Grant the Redis user '+info'", ACCEPTING));
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutInfoIdsFlowIfTheApplicationAcceptsWhatIsNotNoticed(Driver driver) {
        user("-info");
        draw(application().withPropertyValues("spring.data.redis.client-type=" + driver, ACCEPTING.replace(": ", "=")));
    }

    private static void user(String forbidden) {
        redis.ask(jedis -> {
            jedis.flushAll();
            jedis.scriptFlush();
            return jedis.aclSetUser(
                    DocumentedAccess.USER,
                    Stream.concat(
                                    Stream.of("reset", "on", ">" + DocumentedAccess.PASSWORD, "~*", "+@all"),
                                    Stream.of(forbidden.split(" ", -1)))
                            .toArray(String[]::new));
        });
    }

    private static void draw(ApplicationContextRunner application) {
        ApplicationContextRunner patient = application.withPropertyValues(
                "idgen.sequence.acquire-timeout=30s",
                "idgen.generators.tall.acquire-timeout=30s",
                "idgen.generators.rows.acquire-timeout=30s");
        patient.run(context -> {
            assertThat(context.getBean(IdService.class).nextIds("", 1000)).doesNotHaveDuplicates();
            IdGenerators generators = context.getBean(IdGenerators.class);
            for (String name : List.of("tall", "rows")) {
                assertThat(((LongIdGenerator) generators.get(name)).nextLong()).isPositive();
            }
        });
    }

    private static ApplicationContextRunner application() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataRedisAutoConfiguration.class,
                        IdgenAutoConfiguration.class,
                        IdgenGeneratorsAutoConfiguration.class))
                .withPropertyValues(DocumentedAccess.properties())
                .withPropertyValues(
                        "spring.data.redis.port=" + redis.port(),
                        "idgen.generators.tall.type=snowflake",
                        "idgen.generators.rows.type=counter");
    }
}
