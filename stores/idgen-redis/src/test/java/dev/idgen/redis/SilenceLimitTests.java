package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A connection that stays silent after a request is closed; an idle one is not. */
class SilenceLimitTests {

    private final EmbeddedChannel connection = new EmbeddedChannel();

    @BeforeEach
    void limit() {
        connection.freezeTime();
        new SilenceLimit(new NettyCustomizer() {}, Duration.ofSeconds(2)).afterChannelInitialized(connection);
    }

    private void pass(long millis) {
        connection.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        connection.runScheduledPendingTasks();
    }

    @Test
    void silentConnectionIsClosed() {
        connection.writeOutbound("request");
        pass(1999);
        connection.writeOutbound("another");
        assertThat(connection.isOpen()).isTrue();
        pass(1);
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void answerKeepsItOpenUntilTheNextRequestStaysUnanswered() {
        connection.writeOutbound("request");
        pass(1999);
        connection.writeInbound("answer");
        pass(60_000);
        assertThat(connection.isOpen()).isTrue();
        connection.writeOutbound("request");
        pass(2000);
        assertThat(connection.isOpen()).isFalse();
    }
}
