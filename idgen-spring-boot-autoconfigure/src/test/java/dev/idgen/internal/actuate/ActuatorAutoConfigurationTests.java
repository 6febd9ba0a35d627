package dev.idgen.internal.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idgen.CounterStore;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.IdgenException;
import dev.idgen.LongIdGenerator;
import dev.idgen.SchemeExhaustedException;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenEarlierHealthAutoConfiguration;
import dev.idgen.autoconfigure.IdgenEndpointAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.autoconfigure.IdgenHealthAutoConfiguration;
import dev.idgen.autoconfigure.IdgenMetricsAutoConfiguration;
import dev.idgen.internal.actuate.IdgenEndpoint.Decoded;
import dev.idgen.internal.actuate.IdgenEndpoint.State;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class ActuatorAutoConfigurationTests {

    private static final Duration PUBLISHED = Duration.ofSeconds(10);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    IdgenAutoConfiguration.class,
                    IdgenGeneratorsAutoConfiguration.class,
                    IdgenHealthAutoConfiguration.class,
                    IdgenEarlierHealthAutoConfiguration.class,
                    IdgenMetricsAutoConfiguration.class,
                    IdgenEndpointAutoConfiguration.class))
            .withPropertyValues("idgen.store=memory", "management.endpoints.web.exposure.include=*");

    private final ApplicationContextRunner configured = runner.withPropertyValues(
            "idgen.generators.order.type=snowflake",
            "idgen.generators.invoice.type=counter",
            "idgen.generators.invoice.max=1000",
            "idgen.generators.item.type=segment",
            "idgen.generators.session.type=uuid-v4",
            "idgen.generators.coupon.type=random-claim",
            "idgen.generators.coupon.max=1000000");

    /** Counts nothing, ever. */
    @Configuration(proxyBeanMethods = false)
    static class FailingCounters {

        @Bean("idgenRedisCounterStore")
        CounterStore failing() {
            return new CounterStore() {
                @Override
                public CompletionStage<Long> add(String counter, long delta, long floor) {
                    return CompletableFuture.failedFuture(new IllegalStateException("connection refused"));
                }

                @Override
                public CompletionStage<Boolean> takeBack(String counter, long expected, long value) {
                    return CompletableFuture.failedFuture(new IllegalStateException("connection refused"));
                }
            };
        }
    }

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

    @Test
    void metersCountTheIdsThatEachGeneratorIssued() {
        configured.run(context -> {
            SimpleMeterRegistry registry = bound(context);
            IdGenerators generators = context.getBean(IdGenerators.class);
            context.getBean(IdService.class).nextIds("ORDR", 5000);
            for (String name : generators.names()) {
                generators.get(name).next(300);
            }
            assertThat(issued(registry, "string")).isEqualTo(5000);
            for (String name : generators.names()) {
                await(() -> issued(registry, name) == 300);
            }
            Gauge left = registry.get("idgen.left").tag("generator", "invoice").gauge();
            assertThat(left.value()).isEqualTo(700);
            Gauge held = registry.get("idgen.held").tag("generator", "item").gauge();
            assertThat(held.value()).isPositive();
        });
    }

    @Test
    void metersGoOnCountingAfterACollectionOfGarbage() {
        configured.run(context -> {
            SimpleMeterRegistry registry = bound(context);
            collectGarbage();
            context.getBean(IdService.class).nextIds("ORDR", 5000);
            context.getBean(IdGenerators.class).get("order").next(300);

            assertThat(issued(registry, "string")).isEqualTo(5000);
            await(() -> issued(registry, "order") == 300);
            FunctionTimer answered = registry.get("idgen.store.requests")
                    .tags("generator", "string", "outcome", "answered")
                    .functionTimer();
            assertThat(answered.count()).isPositive();
            assertThat(answered.totalTime(TimeUnit.NANOSECONDS)).isPositive();
            assertThat(registry.get("idgen.available").gauges()).allMatch(gauge -> gauge.value() == 1);
        });
    }

    /** Returns when what only weak references reach is gone. */
    private static void collectGarbage() throws InterruptedException {
        WeakReference<Object> garbage = new WeakReference<>(new Object());
        await(() -> {
            System.gc();
            return garbage.refersTo(null);
        });
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        Instant deadline = Instant.now().plus(PUBLISHED);
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now()).isBefore(deadline);
            Thread.sleep(10);
        }
    }

    @Test
    void metersTellRequestsBucketsAndWhetherIdsCanBeIssued() {
        configured.run(context -> {
            SimpleMeterRegistry registry = bound(context);
            context.getBean(IdService.class).nextId();
            FunctionTimer answered = registry.get("idgen.store.requests")
                    .tags("generator", "string", "outcome", "answered")
                    .functionTimer();
            assertThat(answered.count()).isPositive();
            FunctionTimer failed = registry.get("idgen.store.requests")
                    .tags("generator", "counters:memory", "outcome", "failed")
                    .functionTimer();
            assertThat(failed.count()).isZero();
            Gauge ready = registry.get("idgen.buckets").tag("state", "ready").gauge();
            await(() -> ready.value() == 256); // the bucket that was asked first waited until the namespace was made
            assertThat(registry.get("idgen.available").gauges()).allMatch(gauge -> gauge.value() == 1);
            assertThat(registry.get("idgen.node.lease")
                            .tag("generator", "order")
                            .gauge()
                            .value())
                    .isPositive();
        });
    }

    @Test
    void metersOfOneNameHaveTheSameTagKeysAndADescription() {
        configured.run(context -> {
            Map<String, TreeSet<String>> keys = new TreeMap<>();
            for (Meter meter : bound(context).getMeters()) {
                TreeSet<String> its = new TreeSet<>();
                meter.getId().getTags().forEach(tag -> its.add(tag.getKey()));
                assertThat(keys.computeIfAbsent(meter.getId().getName(), name -> its))
                        .as(meter.getId().getName())
                        .isEqualTo(its);
                assertThat(meter.getId().getDescription())
                        .as(meter.getId().getName())
                        .isNotBlank();
            }
            assertThat(keys).hasSizeGreaterThan(8);
        });
    }

    @Test
    void healthIsUpWithEachGeneratorInItsDetails() {
        configured.run(context -> {
            Health health = health(context);
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails())
                    .containsKeys("string", "order", "invoice", "item", "session")
                    .containsValue("UP");
        });
    }

    private static Health health(BeanFactory context) {
        return Objects.requireNonNull(
                context.getBean("idgenHealthIndicator", HealthIndicator.class).health());
    }

    @Test
    void healthIsDownWithTheReasonWhenIdsCannotBeIssued() {
        configured
                .withUserConfiguration(FailingCounters.class)
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
                    Gauge available = bound(context)
                            .get("idgen.available")
                            .tag("generator", "invoice")
                            .gauge();
                    assertThat(available.value()).isZero();
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
        return registry.get("idgen.time.left")
                .tag("generator", generator)
                .gauge()
                .value();
    }

    @ParameterizedTest
    @CsvSource({
        "2023-11-20T00:00:00Z, 366, false",
        "2023-11-21T13:24:16Z, 365, false",
        "2023-11-21T13:24:17Z, 364, true",
        "2024-11-20T13:24:15Z, 0, true"
    })
    void healthTellsTheDaysUntilTimestampsRunOutAndWarnsInTheLastYear(Instant now, long days, boolean warns) {
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
    void generatorWhoseTimestampsRanOutIsDownBeforeAnybodyDraws() {
        withUidGeneratorsLayoutOn(Instant.parse("2024-11-20T13:24:15Z"), context -> {
            SimpleMeterRegistry registry = bound(context);
            Gauge available =
                    registry.get("idgen.available").tag("generator", "uid").gauge();
            assertThat(available.value()).isEqualTo(1);
            assertThat(timeLeft(registry, "uid")).isEqualTo(1);

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
            LongIdGenerator uid = context.getBean(IdGenerators.class).getLong("uid");
            assertThat(catchThrowable(uid::nextLong))
                    .isInstanceOf(SchemeExhaustedException.class)
                    .hasMessage(message);
        });
    }

    @Test
    void timeLeftIsToldOfThoseGeneratorsWhoseTimestampsRunOutOnly() {
        withUidGeneratorsLayoutOn(Instant.parse("2023-11-20T00:00:00Z"), context -> {
            assertThat(bound(context).get("idgen.time.left").gauges())
                    .extracting(gauge -> gauge.getId().getTag("generator"))
                    .containsExactlyInAnyOrder("string", "uid");
            IdgenEndpoint endpoint = context.getBean(IdgenEndpoint.class);
            assertThat(Objects.requireNonNull(endpoint.generator("uid")).measures())
                    .containsKeys("time.left", "issued", "node.lease");
            assertThat(Objects.requireNonNull(endpoint.generator("uid")).facts())
                    .containsKey("nodeId");
            assertThat(timeLeft(bound(context), "string")).isEqualTo((double)
                    Duration.between(Instant.parse("2023-11-20T00:00:00Z"), Instant.parse("2100-01-01T00:00:00Z"))
                            .toSeconds());
        });
    }

    @Test
    void healthCanBeSwitchedOff() {
        runner.withPropertyValues("management.health.idgen.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean("idgenHealthIndicator"));
        runner.withPropertyValues("management.health.defaults.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean("idgenHealthIndicator"));
    }

    @Test
    void endpointShowsNoNodeIdWhereIdsHaveNone() {
        configured
                .withPropertyValues("idgen.generators.page.type=uuid-v7")
                .run(context -> assertThat(context.getBean(IdgenEndpoint.class)
                                .generator("page")
                                .facts())
                        .isEmpty());
    }

    @Test
    void endpointTellsTheStateOfEachGenerator() {
        configured.run(context -> {
            IdgenEndpoint endpoint = context.getBean(IdgenEndpoint.class);
            assertThat(endpoint.generators().generators())
                    .containsKeys("string", "order", "invoice", "item", "session", "coupon", "counters:memory");
            State order = Objects.requireNonNull(endpoint.generator("order"));
            assertThat(Objects.requireNonNull(order.scheme()).name()).isEqualTo("snowflake");
            assertThat(order.trouble()).isNull();
            assertThat(order.facts()).containsKeys("nodeId", "holder", "leasedUntil");
            assertThat(order.measures()).containsKeys("issued", "node.lease", "store.requests.answered");
            assertThat(endpoint.generator("nobody")).isNull();
        });
    }

    @Test
    void endpointTellsThatStringIdsSortByTime() {
        runner.run(context -> assertThat(Objects.requireNonNull(Objects.requireNonNull(
                                        context.getBean(IdgenEndpoint.class).generator("string"))
                                .scheme())
                        .monotonicity())
                .hasToString("BY_TIME"));
    }

    @Test
    void storeIsTold() {
        configured.run(context -> assertThat(
                        context.getBean(IdgenEndpoint.class).generators().store())
                .isEqualTo("memory"));
    }

    @Test
    void regionIsTold() {
        configured.run(context -> {
            assertThat(context.getBean(IdgenEndpoint.class).generators().region())
                    .isEqualTo("1/1");
            assertThat(health(context).getDetails()).doesNotContainKey("namespace:region");
        });
        configured.withPropertyValues("idgen.region=2/4").run(context -> {
            IdgenEndpoint endpoint = context.getBean(IdgenEndpoint.class);
            assertThat(endpoint.generators().region()).isEqualTo("2/4");
            assertThat(Objects.requireNonNull(Objects.requireNonNull(endpoint.generator("invoice"))
                                    .scheme())
                            .domain())
                    .isEqualTo("1 to 1000 in region 2/4");
            assertThat(Objects.requireNonNull(endpoint.generator("invoice")).measures())
                    .containsEntry("left", 250L);
            assertThat(health(context).getStatus()).isEqualTo(Status.UP);
            assertThat(health(context).getDetails()).containsEntry("namespace:region", "2/4");
        });
    }

    @Test
    void endpointTakesIdsApart() {
        configured.run(context -> {
            IdgenEndpoint endpoint = context.getBean(IdgenEndpoint.class);
            Decoded text =
                    endpoint.decode("string", context.getBean(IdService.class).nextId("ORDR"));
            assertThat(text).isNotNull();
            assertThat(text.valid()).isTrue();
            assertThat(text.parts()).containsEntry("business", "ORDR").containsKeys("bucket", "number");
            assertThat(text.instant()).isNotNull();
            long order = context.getBean(IdGenerators.class).getLong("order").nextLong();
            Decoded number = endpoint.decode("order", Long.toString(order));
            assertThat(number).isNotNull();
            assertThat(number.parts()).containsKeys("timestamp", "worker", "sequence");
            Decoded wrong = endpoint.decode("order", "no number");
            assertThat(wrong).isNotNull();
            assertThat(wrong.valid()).isFalse();
            assertThat(wrong.problem()).contains("no number");
            assertThat(endpoint.decode("nobody", "1")).isNull();
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
    void withoutActuatorAndMicrometerGeneratorsWork() {
        configured
                .withClassLoader(new FilteredClassLoader(
                        "org.springframework.boot.actuate", "org.springframework.boot.health", "io.micrometer"))
                .run(context -> assertThat(context.getBean(IdGenerators.class)
                                .getLong("order")
                                .nextLong())
                        .isPositive());
    }

    @Test
    void generatorCannotHaveTheNameOfTheStringIds() {
        runner.withPropertyValues("idgen.generators.string.type=ulid")
                .run(context -> assertThat(context).getFailure().hasMessageContaining("idgen.generators.string"));
    }

    @Test
    void measureOfATimerTellsCountAndSum() {
        Measure timer = Measure.timer("idgen.some", "some", () -> 3, () -> 0.5).tagged("outcome", "good");
        assertThat(timer.count().getAsLong()).isEqualTo(3);
        assertThat(timer.value().getAsDouble()).isEqualTo(0.5);
        assertThat(timer.tags()).containsEntry("outcome", "good");
    }
}
