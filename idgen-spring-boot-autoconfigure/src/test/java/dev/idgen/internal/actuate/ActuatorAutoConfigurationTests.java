package dev.idgen.internal.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.mockito.Mockito.mock;

import dev.idgen.CounterStore;
import dev.idgen.IdGenerators;
import dev.idgen.IdScheme;
import dev.idgen.IdService;
import dev.idgen.IdgenException;
import dev.idgen.LongIdGenerator;
import dev.idgen.autoconfigure.TypicalApplication;
import dev.idgen.internal.actuate.IdgenEndpoint.Decoded;
import dev.idgen.internal.actuate.IdgenEndpoint.State;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.Wait;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;

class ActuatorAutoConfigurationTests {

    private final ApplicationContextRunner runner = TypicalApplication.inMemory()
            .withConfiguration(TypicalApplication.ACTUATOR)
            .withPropertyValues("management.endpoints.web.exposure.include=*");

    private final ApplicationContextRunner configured = runner.withPropertyValues(
            "idgen.generators.order.type=snowflake",
            "idgen.generators.invoice.type=counter",
            "idgen.generators.invoice.max=1000",
            "idgen.generators.item.type=segment",
            "idgen.generators.session.type=uuid-v4",
            "idgen.generators.coupon.type=random-claim",
            "idgen.generators.coupon.max=1000000");

    private static SimpleMeterRegistry bound(BeanFactory context) {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        context.getBean(IdgenMetrics.class).bindTo(registry);
        return registry;
    }

    private static double issued(SimpleMeterRegistry registry, String generator) {
        FunctionCounter counter =
                registry.get("idgen.issued").tag("generator", generator).functionCounter();
        return counter.count();
    }

    /** Numbers are published by the threads that drew them, a moment later. */
    @Test
    void metersShowIdsRequestsAndLeasesThoughGarbageIsCollected() {
        configured.run(context -> {
            SimpleMeterRegistry registry = bound(context);
            collectGarbage();
            IdGenerators generators = context.getBean(IdGenerators.class);
            context.getBean(IdService.class).nextIds("ORDR", 5000);
            for (String name : generators.names()) {
                generators.get(name).next(300);
            }
            Wait.until("5000 string ids", () -> issued(registry, "string") == 5000);
            for (String name : generators.names()) {
                Wait.until("300 ids of " + name, () -> issued(registry, name) == 300);
            }
            Wait.until("700 numbers left", () -> value(registry, "idgen.left", "generator", "invoice") == 700);
            Wait.until("numbers held", () -> value(registry, "idgen.held", "generator", "item") > 0);
            Wait.until("all buckets ready", () -> value(registry, "idgen.buckets", "state", "ready") == 256);
            Wait.until(
                    "all generators available",
                    () -> registry.get("idgen.available").gauges().stream().allMatch(gauge -> gauge.value() == 1));
            assertThat(value(registry, "idgen.node.lease", "generator", "order"))
                    .isPositive();
            FunctionTimer answered = registry.get("idgen.store.requests")
                    .tags("generator", "string", "outcome", "answered")
                    .functionTimer();
            Wait.until("answered requests", () -> answered.count() > 0 && answered.totalTime(TimeUnit.NANOSECONDS) > 0);
            FunctionTimer failed = registry.get("idgen.store.requests")
                    .tags("generator", "counters:memory", "outcome", "failed")
                    .functionTimer();
            assertThat(failed.count()).isZero();
        });
    }

    /** Returns when what only weak references reach is gone. */
    private static void collectGarbage() {
        WeakReference<Object> garbage = new WeakReference<>(new Object());
        Wait.until("a collection of garbage", () -> {
            System.gc();
            return garbage.refersTo(null);
        });
    }

    private static double value(SimpleMeterRegistry registry, String gauge, String tag, String value) {
        return registry.get(gauge).tag(tag, value).gauge().value();
    }

    @Test
    void healthAndEndpointShowTheStateOfEachGenerator() {
        configured.withPropertyValues("idgen.generators.page.type=uuid-v7").run(context -> {
            Health health = health(context);
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails())
                    .containsKeys("string", "order", "invoice", "item", "session")
                    .containsValue("UP")
                    .doesNotContainKey("namespace:region");
            IdgenEndpoint endpoint = context.getBean(IdgenEndpoint.class);
            assertThat(endpoint.generators().generators())
                    .containsKeys("string", "order", "invoice", "item", "session", "coupon", "counters:memory");
            assertThat(endpoint.generators().store()).isEqualTo("memory");
            assertThat(endpoint.generators().region()).isEqualTo("1/1");
            assertThat(scheme(endpoint, "string").monotonicity()).hasToString("BY_TIME");
            assertThat(scheme(endpoint, "order").name()).isEqualTo("snowflake");
            State order = Objects.requireNonNull(endpoint.generator("order"));
            assertThat(order.unavailability()).isNull();
            assertThat(order.facts()).containsKeys("nodeId", "holder", "leasedUntil");
            assertThat(order.measures()).containsKeys("issued", "node.lease", "store.requests.answered");
            assertThat(Objects.requireNonNull(endpoint.generator("page")).facts())
                    .isEmpty();
            assertThat(endpoint.generator("unknown")).isNull();
        });
        configured.withPropertyValues("idgen.region=2/4").run(context -> {
            IdgenEndpoint endpoint = context.getBean(IdgenEndpoint.class);
            assertThat(endpoint.generators().region()).isEqualTo("2/4");
            assertThat(scheme(endpoint, "invoice").domain()).isEqualTo("1 to 1000 in region 2/4");
            assertThat(Objects.requireNonNull(endpoint.generator("invoice")).measures())
                    .containsEntry("left", 250L);
            assertThat(health(context).getDetails()).containsEntry("namespace:region", "2/4");
        });
    }

    private static IdScheme scheme(IdgenEndpoint endpoint, String generator) {
        return Objects.requireNonNull(
                Objects.requireNonNull(endpoint.generator(generator)).scheme());
    }

    @Test
    void healthIsAbsentIfDisabledOrWithoutActuatorAndMicrometer() {
        for (String disabled : List.of("idgen", "defaults")) {
            runner.withPropertyValues("management.health." + disabled + ".enabled=false")
                    .run(context -> assertThat(context).doesNotHaveBean("idgenHealthIndicator"));
        }
        configured
                .withClassLoader(new FilteredClassLoader(
                        "org.springframework.boot.actuate", "org.springframework.boot.health", "io.micrometer"))
                .run(context -> assertThat(context.getBean(IdGenerators.class)
                                .getLong("order")
                                .nextLong())
                        .isPositive());
    }

    private static Health health(BeanFactory context) {
        return Objects.requireNonNull(
                context.getBean("idgenHealthIndicator", HealthIndicator.class).health());
    }

    @Test
    void healthIsDownWithTheReasonWhenIdsCannotBeIssued() {
        configured
                .withBean(
                        "idgenRedisCounterStore",
                        CounterStore.class,
                        () -> mock(
                                CounterStore.class,
                                call -> CompletableFuture.failedFuture(
                                        new IllegalStateException("connection refused"))))
                .withPropertyValues("idgen.generators.invoice.store=redis")
                .run(context -> {
                    IdGenerators generators = context.getBean(IdGenerators.class);
                    assertThat(catchThrowable(
                                    () -> generators.getLong("invoice").nextLong()))
                            .isInstanceOf(IdgenException.class);
                    Health health = health(context);
                    assertThat(health.getStatus()).isEqualTo(Status.DOWN);
                    assertThat(health.getDetails().get("invoice"))
                            .asInstanceOf(InstanceOfAssertFactories.STRING)
                            .contains("connection refused");
                    assertThat(health.getDetails()).containsEntry("session", "UP");
                    assertThat(value(bound(context), "idgen.available", "generator", "invoice"))
                            .isZero();
                });
    }

    /** uid-generator's default layout, at 00:00 in China, as it was until it ended. */
    private void withUidGeneratorsLayoutOn(Instant now, ContextConsumer<AssertableApplicationContext> use) {
        runner.withBean(TimeSource.class, () -> new ManualTime(now))
                .withPropertyValues(
                        "idgen.generators.uid.type=custom",
                        "idgen.generators.uid.epoch=2016-05-19T16:00:00Z",
                        "idgen.generators.uid.tick=1s",
                        "idgen.generators.uid.fields=timestamp:28, node:22, sequence:13",
                        "idgen.generators.session.type=uuid-v4",
                        "idgen.generators.trace.type=trace-id")
                .run(use);
    }

    private static double timeLeft(SimpleMeterRegistry registry, String generator) {
        return value(registry, "idgen.time.left", "generator", generator);
    }

    @ParameterizedTest
    @CsvSource({
        "2023-11-20T00:00:00Z, 366, false",
        "2023-11-21T13:24:16Z, 365, false",
        "2023-11-21T13:24:17Z, 364, true",
        "2024-11-20T13:24:15Z, 0, true"
    })
    void healthShowsTheDaysUntilTimestampsRunOutAndWarnsInTheLastYear(Instant now, long days, boolean warns) {
        withUidGeneratorsLayoutOn(now, context -> {
            Health health = health(context);
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails()).containsEntry("uid", "UP");
            assertThat(health.getDetails().get("generators:days-left"))
                    .asInstanceOf(InstanceOfAssertFactories.map(String.class, Long.class))
                    .containsEntry("uid", days)
                    .containsKey("string")
                    .doesNotContainKeys("session", "trace");
            if (warns) {
                assertThat(health.getDetails().get("generators:running-out"))
                        .isEqualTo(Map.of(
                                "uid",
                                "its timestamps run out on 2024-11-20T13:24:16Z, in " + days
                                        + " days; from then on it issues no ids. It needs another epoch or layout"));
            } else {
                assertThat(health.getDetails()).doesNotContainKey("generators:running-out");
            }
        });
    }

    @Test
    void generatorWhoseTimestampsRanOutIsDownBeforeTheNextDraw() {
        Instant now = Instant.parse("2024-11-20T13:24:15Z");
        withUidGeneratorsLayoutOn(now, context -> {
            SimpleMeterRegistry registry = bound(context);
            Gauge available =
                    registry.get("idgen.available").tag("generator", "uid").gauge();
            assertThat(available.value()).isEqualTo(1);
            assertThat(timeLeft(registry, "uid")).isEqualTo(1);
            assertThat(registry.get("idgen.time.left").gauges())
                    .extracting(gauge -> gauge.getId().getTag("generator"))
                    .containsExactlyInAnyOrder("string", "uid");
            assertThat(timeLeft(registry, "string")).isEqualTo((double)
                    Duration.between(now, Instant.parse("2100-01-01T00:00:00Z")).toSeconds());
            context.getBean(ManualTime.class).advance(Duration.ofSeconds(1));

            String message =
                    "the timestamps of 'uid' ran out on 2024-11-20T13:24:16Z: it needs another epoch or layout";
            assertThat(health(context).getStatus()).isEqualTo(Status.DOWN);
            assertThat(health(context).getDetails())
                    .containsEntry("uid", message)
                    .containsEntry("generators:running-out", Map.of("uid", message))
                    .containsEntry("string", "UP");
            assertThat(available.value()).isZero();
            assertThat(timeLeft(registry, "uid")).isZero();
            context.getBean(ManualTime.class).advance(Duration.ofDays(1));
            assertThat(timeLeft(registry, "uid")).isZero();
        });
    }

    @Test
    void endpointDecodesIds() {
        configured.run(context -> {
            IdgenEndpoint endpoint = context.getBean(IdgenEndpoint.class);
            Decoded text =
                    endpoint.decode("string", context.getBean(IdService.class).nextId("ORDR"));
            assertThat(text).extracting(Decoded::valid).isEqualTo(true);
            assertThat(text.parts()).containsEntry("business", "ORDR").containsKeys("bucket", "number");
            assertThat(text.instant()).isNotNull();
            long order = context.getBean(IdGenerators.class).getLong("order").nextLong();
            Decoded number = endpoint.decode("order", Long.toString(order));
            assertThat(number.parts()).containsKeys("timestamp", "worker", "sequence");
            assertThat(number.id()).isEqualTo(Long.toString(order));
            Decoded wrong = endpoint.decode("order", "no number");
            assertThat(wrong).extracting(Decoded::valid).isEqualTo(false);
            assertThat(wrong.problem()).contains("no number");
            assertThat(endpoint.decode("unknown", "1")).isNull();
        });
    }

    /** An operator has the value of a column, a user the text. */
    @Test
    void endpointDecodesTheValueOfAColumnAndItsText() {
        configured
                .withPropertyValues("idgen.generators.order.text.prefix=ord_", "idgen.generators.order.text.check=true")
                .run(context -> {
                    IdgenEndpoint endpoint = context.getBean(IdgenEndpoint.class);
                    LongIdGenerator ids = context.getBean(IdGenerators.class).getLong("order");
                    long order = ids.nextLong();
                    Decoded column = endpoint.decode("order", Long.toString(order));
                    assertThat(column).isEqualTo(endpoint.decode("order", ids.format(order)));
                    assertThat(column.id()).isEqualTo(Long.toString(order));
                    assertThat(column.text()).isEqualTo(ids.format(order)).startsWith("ord_");
                    assertThat(endpoint.decode("order", "ord_1").problem()).isNotNull();
                });
    }

    @Test
    void keysAreNotShown() {
        configured
                .withPropertyValues(
                        "idgen.string.scramble-key=hush-strings",
                        "idgen.generators.order.scramble=true",
                        "idgen.generators.order.scramble-key=hush-orders")
                .run(context -> {
                    assertThat(context.getBean(IdgenEndpoint.class).generators())
                            .asString()
                            .contains("scrambled snowflake")
                            .doesNotContain("hush");
                    assertThat(health(context).getDetails()).asString().doesNotContain("hush");
                    assertThat(bound(context).getMeters())
                            .extracting(Meter::getId)
                            .asString()
                            .doesNotContain("hush");
                });
    }

    @Test
    void generatorCannotHaveTheNameOfTheStringIds() {
        runner.withPropertyValues("idgen.generators.string.type=ulid")
                .run(context -> assertThat(context).getFailure().hasMessageContaining("idgen.generators.string"));
    }
}
