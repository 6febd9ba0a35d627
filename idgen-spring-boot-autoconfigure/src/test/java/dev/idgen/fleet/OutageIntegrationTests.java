package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import dev.idgen.SequenceUnavailableException.Reason;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.fleet.Load.Call;
import dev.idgen.localredis.RedisServer;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * An application that draws 2,000 ids a second while its Redis hangs or is dead: a short outage goes unnoticed, and a long
 * one makes calls fail on time, for as long as it lasts and not longer.
 *
 * <p>That a call did not wait is not measured, which would measure the machine, but made to show: with an acquire-timeout
 * of 0 a call that finds no number fails instead of waiting.
 *
 * <p>{@code -Didgen.fleet.full=true} uses the default lease-ttl and outages of 8 and 30 seconds; without it all is shorter.
 */
@Tag(Fleet.TAG)
class OutageIntegrationTests {

    private static final boolean FULL = Boolean.getBoolean("idgen.fleet.full");
    private static final Duration SHORT_HANG = FULL ? Duration.ofSeconds(8) : Duration.ofSeconds(2);
    private static final Duration SHORT_HANG_TTL = FULL ? Duration.ofSeconds(10) : Duration.ofSeconds(5);

    /** After a restart buckets are locked for three seconds, which numbers in stock must bridge as well. */
    private static final Duration SHORT_DEATH = FULL ? Duration.ofSeconds(6) : Duration.ofMillis(1500);

    private static final Duration SHORT_DEATH_TTL = FULL ? Duration.ofSeconds(10) : Duration.ofSeconds(6);
    private static final Duration LONG_OUTAGE = FULL ? Duration.ofSeconds(30) : Duration.ofSeconds(5);
    private static final Duration LONG_OUTAGE_TTL = FULL ? Duration.ofSeconds(10) : Duration.ofSeconds(2);

    private static final Duration ACQUIRE_TIMEOUT = Duration.ofMillis(500);
    private static final Duration RECOVERY = Duration.ofSeconds(4);

    /** How much longer than promised anything may take before a test fails: a shared machine stops for that long. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private static final int PER_SECOND = 2000;
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final Duration AFTERMATH = Duration.ofSeconds(3);

    private RedisServer redis;

    @BeforeEach
    void startRedis() {
        redis = RedisServer.running("appendonly yes");
    }

    @AfterEach
    void stopRedis() {
        redis.close();
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({DataRedisAutoConfiguration.class, IdgenAutoConfiguration.class})
    static class Application {}

    @Test
    void noCallWaitsWhileRedisHangsForAShortTime() {
        assertUnnoticed("hangs", SHORT_HANG, SHORT_HANG_TTL, redis::pause, redis::resume);
    }

    @Test
    void noCallWaitsWhileRedisIsDeadForAShortTime() {
        assertUnnoticed("is dead", SHORT_DEATH, SHORT_DEATH_TTL, redis::kill, redis::start);
    }

    @Test
    void callsFailOnTimeWhileRedisHangsForLong() {
        assertFailsOnTimeAndRecovers("hangs", redis::pause, redis::resume);
    }

    @Test
    void callsFailOnTimeWhileRedisIsDeadForLong() {
        assertFailsOnTimeAndRecovers("is dead", redis::kill, redis::start);
    }

    private void assertUnnoticed(String what, Duration outage, Duration ttl, Runnable begin, Runnable end) {
        try (ConfigurableApplicationContext context = application(ttl, Duration.ZERO);
                Load load = Load.start(context.getBean(IdService.class), PER_SECOND)) {
            Pause.of(WARM_UP);
            long begun = System.nanoTime();
            begin.run();
            Pause.of(outage);
            end.run();
            Pause.of(ttl); // so that all that was held before is gone
            load.end();

            report(what, outage, ttl, load.summary(begun));
            assertThat(load.since(begun).filter(Call::failed)).isEmpty();
            assertUnique(load);
        }
    }

    private void assertFailsOnTimeAndRecovers(String what, Runnable begin, Runnable end) {
        try (ConfigurableApplicationContext context = application(LONG_OUTAGE_TTL, ACQUIRE_TIMEOUT);
                Load load = Load.start(context.getBean(IdService.class), PER_SECOND)) {
            Pause.of(WARM_UP);
            long begun = System.nanoTime();
            begin.run();
            Pause.of(LONG_OUTAGE);
            end.run();
            long back = System.nanoTime();
            Pause.of(RECOVERY.plus(AFTERMATH));
            load.end();

            long firstError = nanosUntil(load, begun, Call::failed);
            long recovery = nanosUntil(load, back, call -> !call.failed());
            long lastError = load.since(begun)
                            .filter(Call::failed)
                            .mapToLong(call -> call.begun() + call.nanos())
                            .max()
                            .orElse(back)
                    - back;
            report(
                    what,
                    LONG_OUTAGE,
                    LONG_OUTAGE_TTL,
                    load.summary(begun) + "; first failing call began after " + millis(firstError)
                            + " ms, first id " + millis(recovery) + " ms after Redis was back, last error "
                            + millis(lastError) + " ms after; connections to Redis " + connections());
            assertThat(load.since(begun).filter(Call::failed)).isNotEmpty().allSatisfy(call -> {
                assertThat(call.reason()).isIn(Reason.ALL_OPEN, Reason.ALL_LOCKED, Reason.TIMED_OUT);
                assertThat(Duration.ofNanos(call.nanos())).isLessThan(ACQUIRE_TIMEOUT.plus(GRACE));
            });
            assertThat(Duration.ofNanos(recovery)).isLessThan(RECOVERY.plus(GRACE));
            assertUnique(load);
        }
    }

    private ConfigurableApplicationContext application(Duration ttl, Duration acquireTimeout) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.main.banner-mode=off",
                        "spring.data.redis.port=" + redis.port(),
                        "idgen.sequence.lease-ttl=" + ttl.toMillis() + "ms",
                        "idgen.sequence.acquire-timeout=" + acquireTimeout.toMillis() + "ms")
                .run();
    }

    private static long nanosUntil(Load load, long from, java.util.function.Predicate<Call> which) {
        OptionalLong first = load.since(from)
                .filter(which)
                .mapToLong(call -> call.begun() + (call.failed() ? 0 : call.nanos()) - from)
                .min();
        return first.orElse(Long.MAX_VALUE);
    }

    private long connections() {
        return redis.ask(jedis -> jedis.clientList().lines().count());
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    private static void assertUnique(Load load) {
        IssuedIds ids = load.issued();
        assertThat(ids.duplicates()).as("%s", ids).isZero();
    }

    private static void report(String what, Duration outage, Duration ttl, String summary) {
        System.out.println("Redis " + what + " for " + outage.toMillis() + " ms at lease-ttl " + ttl.toMillis()
                + " ms: " + summary);
    }
}
