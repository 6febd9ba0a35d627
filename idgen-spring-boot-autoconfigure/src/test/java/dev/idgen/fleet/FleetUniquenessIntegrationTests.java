package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Four processes of four threads each, their clocks hours apart and stepping all the time, draw from one Redis, and no id
 * comes twice: in peace, while Redis restarts, while it forgets everything, and while every number is used over and over.
 *
 * <p>{@code -Didgen.fleet.ids} sets how many ids each thread draws.
 */
@Tag(Fleet.TAG)
class FleetUniquenessIntegrationTests {

    private static final int IDS = Integer.getInteger("idgen.fleet.ids", 500_000);

    /** Buckets are locked for three seconds after an accident; before the next they are to have been used again. */
    private static final Duration BETWEEN_ACCIDENTS = Duration.ofMillis(4500);

    /** How long the paced runs take at least: longer than all accidents, unless the machine is slow. */
    private static final int PACED_SECONDS = 20;

    @TempDir
    private Path directory;

    /** What happens to Redis, some times. */
    @SuppressWarnings("ImmutableEnumChecker") // the lambdas keep no state
    enum Accident {
        /** A snapshot lacks what was written since: what a crash leaves where there is no append-only file. */
        RESTARTS_FROM_A_SNAPSHOT(3, "save \"\"", redis -> {
            redis.save();
            Wait.millis(300);
            redis.kill();
            redis.start();
        }),
        RESTARTS_WITH_AN_APPEND_ONLY_FILE(3, "appendonly yes", redis -> {
            redis.kill();
            redis.start();
        }),
        LOSSES_OF_ALL_DATA(2, "save \"\"", redis -> {
            redis.kill();
            redis.startEmpty();
        });

        private final int times;
        private final String setting;
        private final Consumer<RedisServer> accident;

        Accident(int times, String setting, Consumer<RedisServer> accident) {
            this.times = times;
            this.setting = setting;
            this.accident = accident;
        }
    }

    /** Workers take their time, with numbers so few that they come round every few seconds. */
    @ParameterizedTest
    @EnumSource
    void idsAreUniqueThroughAccidents(Accident accident) {
        try (RedisServer redis = RedisServer.running(accident.setting);
                Fleet fleet = start(
                        IDS,
                        redis,
                        "--fleet.rate=" + IDS / PACED_SECONDS,
                        "--fleet.layout=7/14",
                        "--idgen.sequence.lease-ttl=1s")) {
            fleet.go();
            for (int i = 0; i < accident.times; i++) {
                Wait.of(BETWEEN_ACCIDENTS);
                assertThat(i > 0 || fleet.isRunning()).isTrue();
                accident.accident.accept(redis);
            }
            fleet.assertUnique(accident.toString(), IDS);
        }
    }

    @Test
    void idsAreUniqueWhenClocksAreHoursApartAndStep() {
        try (RedisServer redis = RedisServer.running();
                Fleet fleet = start(IDS, redis)) {
            long before = redis.scriptCalls();
            fleet.go();
            fleet.assertUnique("clocks apart", IDS);
            long calls = redis.scriptCalls() - before;
            System.out.printf(
                    "Fleet on Redis: %.3f requests per 1,000 ids%n",
                    1000.0 * calls / (IDS * Fleet.SIZE * (double) Fleet.THREADS));
        }
    }

    /** The fleet wants all that there is of a small number space, so each number is used again as soon as it may be. */
    @Test
    void idsAreUniqueWhenNumbersComeRoundManyTimes() {
        int ids = Math.max(IDS / 4, 250_000);
        try (RedisServer redis = RedisServer.running();
                Fleet fleet = start(ids, redis, "--fleet.layout=6/14", "--idgen.sequence.lease-ttl=1s")) {
            fleet.go();
            fleet.freeze(0, Duration.ofSeconds(3));
            fleet.assertUnique("1,048,576 numbers come round", ids);
        }
    }

    /** Without it, no other test here would say anything. */
    @Test
    void idThatIsIssuedTwiceIsFound() {
        assertThat(IssuedIds.of(new long[] {5, 3, 5, 4}, 0).duplicates()).isOne();
    }

    private Fleet start(int ids, RedisServer redis, String... more) {
        return Fleet.start(
                directory,
                Stream.concat(
                                Stream.of("--spring.data.redis.port=" + redis.port(), "--fleet.ids=" + ids),
                                Stream.of(more))
                        .toList());
    }
}
