package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.idgen.CounterWentBackException;
import dev.idgen.internal.counted.CounterSequences;
import dev.idgen.internal.counted.CounterSettings;
import dev.idgen.internal.counted.NumberSequence;
import dev.idgen.internal.store.redis.RedisCounterStore;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisServer;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

/** A Redis that comes back with older data, or with none: an instance that had later numbers stops before it repeats one. */
class RolledBackCountersIntegrationTests extends AttackedServers {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final RedisServer redis = server();
    private final CounterSequences counters = opened(new CounterSequences(
            RedisCounterStore.create(
                    runner(
                            new RedisStandaloneConfiguration(RedisServer.HOST, redis.port()),
                            TIMEOUT,
                            TimeSource.system()),
                    "rolled-back"),
            TIMEOUT,
            TimeSource.system()));
    private final NumberSequence orders = counters.merged("orders", new CounterSettings(TIMEOUT, 0));

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void olderDataStopsAnInstanceThatHasLaterNumbers(boolean lost) {
        counters.warmUp(TIMEOUT);
        takeUntil(10);
        redis.save();
        takeUntil(25);

        redis.kill();
        if (lost) {
            redis.startEmpty();
        } else {
            redis.start();
        }

        assertThatExceptionOfType(CounterWentBackException.class)
                .isThrownBy(() -> orders.next())
                .satisfies(e -> assertThat(e.expected()).isEqualTo(25))
                .satisfies(e -> assertThat(e.found()).isEqualTo(lost ? 0 : 10));
        assertThatExceptionOfType(CounterWentBackException.class).isThrownBy(() -> orders.next());
        orders.raiseTo(25);
        assertThat(orders.next()).isEqualTo(26);
    }

    private void takeUntil(long last) {
        long number;
        do {
            number = orders.next();
        } while (number < last);
    }
}
