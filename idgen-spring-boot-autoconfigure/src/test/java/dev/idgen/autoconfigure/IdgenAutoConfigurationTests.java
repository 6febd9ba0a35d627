package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import dev.idgen.IdService;
import dev.idgen.InvalidSettingException;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.store.memory.InMemoryRegister;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisConnectionFactory;

@ExtendWith(OutputCaptureExtension.class)
class IdgenAutoConfigurationTests {

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(IdgenAutoConfiguration.class));
    private final ApplicationContextRunner memory = runner.withPropertyValues("idgen.store=memory");

    // Where leases are recorded

    @Test
    void memoryStoreIssuesIdsAndWarnsThatNobodyShares(CapturedOutput output) {
        memory.run(context -> {
            assertThat(context).hasSingleBean(IdService.class).hasSingleBean(InMemoryRegister.class);
            assertThat(context.getBean(IdService.class).nextId("ORDR")).matches("[0-9]{15}ORDR[0-9]{8}");
        });

        assertThat(output).containsOnlyOnce("'idgen.store' is 'memory': ids are unique in this process only");
    }

    @Test
    void memoryStoreNeedsNoRedisClasses() {
        memory.withClassLoader(new FilteredClassLoader("org.springframework.data.redis", "io.lettuce"))
                .run(context -> assertThat(context)
                        .hasSingleBean(IdService.class)
                        .getBean(Register.class)
                        .isInstanceOf(InMemoryRegister.class));
    }

    @Test
    void memoryStoreIsUsedThoughRedisIsThere() {
        memory.withBean(RedisConnectionFactory.class, () -> mock(RedisConnectionFactory.class))
                .run(context -> assertThat(context).getBean(Register.class).isInstanceOf(InMemoryRegister.class));
    }

    @Test
    void withoutRedisClassesThereIsNoIdService() {
        runner.withClassLoader(new FilteredClassLoader(RedisConnectionFactory.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(Register.class)
                        .doesNotHaveBean(IdService.class));
    }

    @Test
    void withoutConnectionFactoryThereIsNoIdService() {
        runner.run(context -> assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(Register.class)
                .doesNotHaveBean(IdService.class));
    }

    @Test
    void withTwoConnectionFactoriesAndNonePrimaryThereIsNoIdService() {
        runner.withBean("one", RedisConnectionFactory.class, () -> mock(RedisConnectionFactory.class))
                .withBean("other", RedisConnectionFactory.class, () -> mock(RedisConnectionFactory.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(Register.class)
                        .doesNotHaveBean(IdService.class));
    }

    // What the application has itself

    @Test
    void disabledProvidesNothing() {
        memory.withPropertyValues("idgen.enabled=false")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(IdService.class)
                        .doesNotHaveBean(Register.class)
                        .doesNotHaveBean(TimeSource.class)
                        .doesNotHaveBean(IdgenProperties.class));
    }

    @Test
    void applicationsOwnIdServiceTakesPrecedence() {
        IdService own = mock(IdService.class);

        memory.withBean("own", IdService.class, () -> own)
                .run(context -> assertThat(context).getBean(IdService.class).isSameAs(own));
    }

    @Test
    void applicationsOwnRegisterTakesPrecedenceAndNeedsNoRedis() {
        Register own = new InMemoryRegister(TimeSource.system());

        runner.withBean("own", Register.class, () -> own).run(context -> {
            assertThat(context).getBean(Register.class).isSameAs(own);
            assertThat(context.getBean(IdService.class).nextId()).matches("[0-9]{23}");
        });
    }

    @Test
    void applicationsOwnTimeSourceTakesPrecedence() {
        ManualTime own = new ManualTime(Instant.parse("2021-08-21T12:34:56.789Z"));

        memory.withBean(TimeSource.class, () -> own)
                .run(context -> assertThat(context)
                        .getBean(IdService.class)
                        .satisfies(ids -> assertThat(ids.nextId("ORDR")).startsWith("210821123456789ORDR")));
    }

    @Test
    void applicationsOwnLayoutTakesPrecedence() {
        memory.withBean(BucketLayout.class, () -> new BucketLayout(2, 10))
                .withPropertyValues("idgen.string.scramble=false")
                .run(context -> {
                    IdService ids = context.getBean(IdService.class);
                    for (String id : ids.nextIds("", 200)) {
                        assertThat(Integer.parseInt(id.substring(15))).isLessThan(1 << 12);
                        assertThat(ids.decode(id).number("bucket")).isLessThan(4);
                    }
                });
    }

    // Properties

    @Test
    void zoneIsTheOneOfTheIds() {
        memory.withBean(TimeSource.class, () -> new ManualTime(Instant.parse("2021-08-21T12:34:56.789Z")))
                .withPropertyValues("idgen.string.zone=Asia/Shanghai")
                .run(context ->
                        assertThat(context.getBean(IdService.class).nextId()).startsWith("210821203456789"));
    }

    @Test
    void scrambleOffShowsBucketAndNumber() {
        memory.withPropertyValues("idgen.string.scramble=false").run(context -> {
            IdService ids = context.getBean(IdService.class);
            String id = ids.nextId();
            assertThat(Integer.parseInt(id.substring(15)))
                    .isEqualTo(ids.decode(id).number("bucket") << 18
                            | ids.decode(id).number("number"));
        });
    }

    @Test
    void scrambleKeyIsTheNamespaceUnlessSet() {
        Register shared = new InMemoryRegister(TimeSource.system());
        ApplicationContextRunner shop = runner.withBean(
                        "shared", Register.class, () -> shared, definition -> definition.setDestroyMethodName(null))
                .withPropertyValues("idgen.namespace=shop");

        shop.run(context -> assertThat(context).hasNotFailed());
        shop.withPropertyValues("idgen.string.scramble-key=shop")
                .run(context -> assertThat(context).hasNotFailed());
        shop.withPropertyValues("idgen.string.scramble-key=secret")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(NamespaceDisagreementException.class)
                        .hasMessageContaining("created with scramble")
                        .hasMessageNotContaining("secret"));
    }

    @ParameterizedTest
    @CsvSource({
        "idgen.sequence.lease-ttl, 999ms, 999ms, 1s, 60s",
        "idgen.sequence.lease-ttl, 61s, 61s, 1s, 60s",
        "idgen.sequence.acquire-timeout, -1ms, -1ms, 0s, 60s",
        "idgen.sequence.acquire-timeout, 61s, 61s, 0s, 60s",
        "idgen.sequence.request-timeout, 9ms, 9ms, 10ms, 5s",
        "idgen.sequence.request-timeout, 5001ms, 5001ms, 10ms, 5s",
        "idgen.sequence.breaker-wait, 49ms, 49ms, 50ms, 60s",
        "idgen.sequence.breaker-wait, 61s, 61s, 50ms, 60s",
        "idgen.clock.max-skew, 9ms, 9ms, 10ms, 3600s",
        "idgen.clock.max-skew, 3601s, 3601s, 10ms, 3600s"
    })
    void settingOutOfRangeIsRefused(String property, String value, String shown, String min, String max) {
        memory.withPropertyValues(property + "=" + value).run(context -> {
            Throwable failure = rootCause(context.getStartupFailure());
            assertThat(failure)
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessage("'%s' is %s, which is not between %s and %s", property, shown, min, max);
            assertThat(((InvalidSettingException) failure).action())
                    .isEqualTo("Set '" + property + "' to a value between " + min + " and " + max + ".");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "idgen.sequence.lease-ttl=1s",
                "idgen.sequence.lease-ttl=60s",
                "idgen.sequence.acquire-timeout=0",
                "idgen.sequence.request-timeout=5s",
                "idgen.sequence.breaker-wait=50ms",
                "idgen.clock.max-skew=10ms",
                "idgen.clock.max-skew=1h"
            })
    void settingAtEndOfRangeIsAccepted(String property) {
        memory.withPropertyValues(property).run(context -> assertThat(context).hasSingleBean(IdService.class));
    }

    @Test
    void propertiesDoNotShowScrambleKey() {
        memory.withPropertyValues("idgen.string.scramble-key=secret")
                .run(context -> assertThat(
                                context.getBean(IdgenProperties.class).toString())
                        .contains("scramble=true")
                        .doesNotContain("secret"));
    }

    private static Throwable rootCause(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
