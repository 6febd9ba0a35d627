package dev.idgen.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.Socket;
import org.junit.jupiter.api.RepeatedTest;

class EmbeddedRedisTests {
    @RepeatedTest(5)
    void killedServerStartsAgainOnItsPort() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.stopped()) {
            redis.start();
            new Socket(redis.host(), redis.port()).close();
            redis.kill();
            assertThatThrownBy(() -> new Socket(redis.host(), redis.port())).isInstanceOf(ConnectException.class);
            redis.start();
            new Socket(redis.host(), redis.port()).close();
            assertThat(redis.isRunning()).isTrue();
        }
    }
}
