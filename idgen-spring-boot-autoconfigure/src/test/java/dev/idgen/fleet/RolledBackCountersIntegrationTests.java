package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.idgen.CounterWentBackException;
import dev.idgen.internal.counter.CounterSequences;
import dev.idgen.internal.counter.CounterSettings;
import dev.idgen.internal.counter.CountingNumbers;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisServer;
import dev.idgen.redis.RedisCounterStore;
import dev.idgen.store.NumberSequence;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

/**
 * A Redis that comes back with older data, or with none: an instance with later numbers stops before it repeats one.
 */
class RolledBackCountersIntegrationTests extends AttackedServers {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private RedisServer redis;
    private NumberSequence orders;

    @BeforeEach
    void takeNumbersBeforeAndAfterASnapshot() {
        redis = server();
        RedisCounterStore store = new RedisCounterStore(
                runner(new RedisStandaloneConfiguration(RedisServer.HOST, redis.port())), "rolled-back");
        CounterSequences counters = opened(new CounterSequences(store, Duration.ofSeconds(2), TimeSource.system()));
        counters.warmUp(TIMEOUT);
        orders = counters.merged(CountingNumbers.ALL, new CounterSettings(TIMEOUT, 0))
                .of("orders", Long.MAX_VALUE);
        takeUntil(10);
        redis.save();
        takeUntil(25);
        redis.kill();
    }

    private void takeUntil(long last) {
        long number;
        do {
            number = orders.next();
        } while (number < last);
    }

    private void assertStops(long found) {
        assertThatExceptionOfType(CounterWentBackException.class)
                .isThrownBy(() -> orders.next())
                .satisfies(e -> assertThat(e.expected()).isEqualTo(25))
                .satisfies(e -> assertThat(e.found()).isEqualTo(found));
    }

    @Test
    void nextAfterReturnOfOlderDataThrowsUntilCounterIsRaised() {
        redis.start();

        assertStops(10);
        orders.raiseTo(25);
        assertThat(orders.next()).isEqualTo(26);
    }

    @Test
    void nextAfterLossOfAllDataThrowsAgainAndAgain() {
        redis.startEmpty();

        assertStops(0);
        assertStops(0);
    }
}
