package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.autoconfigure.TypicalProperties;
import dev.idgen.localredis.RedisServer;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/**
 * The access that {@code docs/redis.md} has Redis grant is enough. So is what that page says that managed services
 * leave to their users.
 */
@ExtendWith(OutputCaptureExtension.class)
class LeastAccessIntegrationTests {

    private static final String ACCEPTING = "idgen.redis.accept-unseen-failovers: true";

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    private static void grant(Stream<String> words) {
        redis.ask(jedis -> {
            jedis.scriptFlush();
            jedis.flushAll();
            jedis.aclSetUser(
                    DocumentedAccess.USER,
                    Stream.concat(Stream.of("reset"), words).toArray(String[]::new));
            return jedis.aclLogReset();
        });
    }

    private static void grantAllBut(String forbidden) {
        grant(Stream.concat(
                Stream.of("on", ">" + DocumentedAccess.PASSWORD, "~*", "+@all"), Stream.of(forbidden.split(" ", -1))));
    }

    private static ApplicationContextRunner application(Driver driver) {
        return RedisApplications.on(redis, driver)
                .withPropertyValues(DocumentedAccess.properties())
                .withPropertyValues(TypicalProperties.patient("tall", "rows", "runs"))
                .withPropertyValues(
                        "idgen.generators.tall.type=snowflake",
                        "idgen.generators.rows.type=counter",
                        "idgen.generators.runs.type=segment",
                        "idgen.generators.runs.segment.give-back=true");
    }

    private static void drawOfEachKind(ApplicationContextRunner application) {
        application.run(context -> {
            assertThat(context.getBean(IdService.class).nextIds("", 1000)).doesNotHaveDuplicates();
            for (String name : List.of("tall", "rows", "runs")) {
                assertThat(context.getBean(IdGenerators.class).getLong(name).nextLong())
                        .isPositive();
            }
        });
    }

    private static Set<String> refused() {
        return DocumentedAccess.refused(List.of(redis));
    }

    @Test
    void documentedAccessIsEnough(CapturedOutput output) {
        grant(DocumentedAccess.rules().stream());

        drawOfEachKind(application(Driver.LETTUCE));

        assertThat(output).doesNotContain("may not do").doesNotContain("does not tell its run");
        assertThat(refused()).isEmpty();
        Set<String> keys = redis.ask(jedis -> jedis.keys("*"));
        assertThat(keys).isNotEmpty().allMatch(key -> key.matches("\\{idgen:[45]:default.*"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-bgrewriteaof -bgsave -config -debug -migrate -replicaof -save -shutdown -slaveof -sync",
                "-acl -bgrewriteaof -bgsave -client -cluster -command -config -debug -lastsave -migrate -monitor -object"
                        + " -shutdown -replicaof -save",
                "-script",
                "-@admin",
            })
    void commandsThatManagedServicesForbidAreNotMissed(String forbidden, CapturedOutput output) {
        grantAllBut(forbidden);

        drawOfEachKind(application(Driver.LETTUCE));

        assertThat(output).doesNotContain("may not do").doesNotContain("NOPERM");
    }

    @ParameterizedTest
    @EnumSource
    void withoutInfoTheApplicationStartsOnlyIfItAcceptsUnseenFailovers(Driver driver) {
        for (String forbidden : List.of("-@dangerous", "-info")) {
            grantAllBut(forbidden);
            application(driver)
                    .run(context -> assertThat(context)
                            .getFailure()
                            .rootCause()
                            .isInstanceOf(StoreUnsuitableException.class)
                            .hasMessageContainingAll("Grant the Redis user '+info'", ACCEPTING));
        }
        drawOfEachKind(application(driver).withPropertyValues(ACCEPTING.replace(": ", "=")));
    }
}
