package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import dev.idgen.DecodedId;
import dev.idgen.IdService;
import dev.idgen.InvalidSettingException;
import dev.idgen.LeaseStore;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    @Test
    void memoryStoreIssuesIdsAndWarnsThatTheyAreUniqueHereOnly(CapturedOutput output) {
        memory.run(context -> {
            assertThat(context).hasSingleBean(IdService.class).hasSingleBean(InMemoryLeaseStore.class);
            assertThat(context.getBean(IdService.class).nextId("ORDR")).matches("[0-9]{15}ORDR[0-9]{8}");
        });

        assertThat(output).containsOnlyOnce("'idgen.store' is 'memory': ids are unique in this process only");
    }

    @Test
    void memoryStoreNeedsNoRedisAndDoesNotUseIt() {
        for (ApplicationContextRunner application : List.of(
                memory.withClassLoader(new FilteredClassLoader("org.springframework.data.redis", "io.lettuce")),
                memory.withBean(RedisConnectionFactory.class, () -> mock(RedisConnectionFactory.class)))) {
            application.run(context -> assertThat(context)
                    .hasSingleBean(IdService.class)
                    .getBean(LeaseStore.class)
                    .isInstanceOf(InMemoryLeaseStore.class));
        }
    }

    @Test
    void idServiceIsAbsentWithoutADecidedStoreOrIfDisabled() {
        for (ApplicationContextRunner application : List.of(
                runner,
                runner.withClassLoader(new FilteredClassLoader(RedisConnectionFactory.class)),
                runner.withBean("one", RedisConnectionFactory.class, () -> mock(RedisConnectionFactory.class))
                        .withBean("other", RedisConnectionFactory.class, () -> mock(RedisConnectionFactory.class)),
                memory.withPropertyValues("idgen.enabled=false"))) {
            application.run(context -> assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean(LeaseStore.class)
                    .doesNotHaveBean(IdService.class));
        }
        memory.withPropertyValues("idgen.enabled=false")
                .run(context ->
                        assertThat(context).doesNotHaveBean(TimeSource.class).doesNotHaveBean(IdgenProperties.class));
    }

    @Test
    void beansOfTheApplicationTakePrecedence() {
        IdService service = mock(IdService.class);
        memory.withBean("own", IdService.class, () -> service)
                .run(context -> assertThat(context).getBean(IdService.class).isSameAs(service));

        LeaseStore leaseStore = new InMemoryLeaseStore(TimeSource.system());
        runner.withBean("own", LeaseStore.class, () -> leaseStore).run(context -> {
            assertThat(context).getBean(LeaseStore.class).isSameAs(leaseStore);
            assertThat(context.getBean(IdService.class).nextId()).matches("[0-9]{23}");
        });
    }

    @ParameterizedTest
    @CsvSource({"UTC, 210821123456789", "Asia/Shanghai, 210821203456789"})
    void idsBeginWithTheTimeOfTheApplicationInTheZone(String zone, String time) {
        memory.withBean(TimeSource.class, () -> new ManualTime(Instant.parse("2021-08-21T12:34:56.789Z")))
                .withPropertyValues("idgen.string.zone=" + zone)
                .run(context -> assertThat(context.getBean(IdService.class).nextId("ORDR"))
                        .startsWith(time + "ORDR"));
    }

    @Test
    void layoutOfTheApplicationTakesPrecedenceAndShowsUnscrambled() {
        memory.withBean(BucketLayout.class, () -> new BucketLayout(2, 10))
                .withPropertyValues("idgen.string.scramble=false")
                .run(context -> {
                    IdService ids = context.getBean(IdService.class);
                    for (String id : ids.nextIds("", 200)) {
                        DecodedId parts = ids.decode(id);
                        assertThat(parts.number("bucket")).isLessThan(4);
                        assertThat(Integer.parseInt(id.substring(15)))
                                .isEqualTo(parts.number("bucket") << 10 | parts.number("number"));
                    }
                });
    }

    @Test
    void scrambleKeyIsTheNamespaceUnlessSetAndIsNotShown() {
        memory.withPropertyValues("idgen.string.scramble-key=secret")
                .run(context -> assertThat(
                                context.getBean(IdgenProperties.class).toString())
                        .contains("scramble=true")
                        .doesNotContain("secret"));

        LeaseStore shared = new InMemoryLeaseStore(TimeSource.system());
        ApplicationContextRunner shop = runner.withBean(
                        "shared", LeaseStore.class, () -> shared, definition -> definition.setDestroyMethodName(null))
                .withPropertyValues("idgen.namespace=shop");

        shop.run(context -> assertThat(context).hasNotFailed());
        shop.withPropertyValues("idgen.string.scramble-key=shop")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @ParameterizedTest
    @CsvSource({
        "idgen.lease-ttl, 4999ms, 61s, 5s, 60s",
        "idgen.sequence.lease-ttl, 999ms, 61s, 1s, 60s",
        "idgen.sequence.acquire-timeout, -1ms, 61s, 0s, 60s",
        "idgen.sequence.request-timeout, 9ms, 22501ms, 10ms, 22500ms",
        "idgen.sequence.breaker-wait, 49ms, 61s, 50ms, 60s",
        "idgen.clock.max-skew, 9ms, 3601s, 10ms, 3600s"
    })
    void settingIsAcceptedWithinItsRangeOnly(String property, String low, String high, String min, String max) {
        for (String outside : List.of(low, high)) {
            memory.withPropertyValues(property + "=" + outside)
                    .run(context -> assertThat(context)
                            .getFailure()
                            .rootCause()
                            .isInstanceOf(InvalidSettingException.class)
                            .hasMessage("'%s' is %s, which is not between %s and %s", property, outside, min, max)
                            .extracting(refusal -> ((InvalidSettingException) refusal).action())
                            .isEqualTo("Set '" + property + "' to a value with a unit, between " + min + " and " + max
                                    + "."));
        }
        for (String end : List.of(min, max)) {
            memory.withPropertyValues(property + "=" + end)
                    .run(context -> assertThat(context).hasSingleBean(IdService.class));
        }
    }
}
