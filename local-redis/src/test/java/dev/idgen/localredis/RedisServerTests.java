package dev.idgen.localredis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class RedisServerTests {

    private static void connect(RedisServer redis) throws IOException {
        new Socket(InetAddress.getLoopbackAddress(), redis.port()).close();
    }

    /** Repeated, because a port that is taken by another process shows in some runs only. */
    @RepeatedTest(5)
    void killedServerRefusesConnectionsAndRestartsOnItsPort() throws Exception {
        try (RedisServer redis = RedisServer.stopped()) {
            redis.start();
            connect(redis);
            redis.kill();
            assertThatThrownBy(() -> connect(redis)).isInstanceOf(ConnectException.class);
            redis.start();
            connect(redis);
            assertThat(redis.isAwake()).isTrue();
        }
    }

    @Test
    void serverWithWrongSettingFailsToStartAndQuotesIt() {
        assertThatIllegalStateException()
                .isThrownBy(() -> RedisServer.running("maxmemory much"))
                .withMessageContaining("does not start")
                .withMessageContaining("maxmemory");
    }

    /** Prints it, because {@code compatibility/servers} reads it. */
    @Test
    void versionNamesProgram() {
        System.out.println("Servers here are " + RedisProgram.version() + ".");
        assertThat(RedisProgram.version()).matches("(Redis|Valkey) \\d+\\.\\d+\\.\\d+");
    }
}
