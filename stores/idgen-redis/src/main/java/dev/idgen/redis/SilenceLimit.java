package dev.idgen.redis;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections that stay silent after something was sent, and Lettuce opens others. In a network that dropped
 * packets, TCP may take half a minute to notice that they pass again, and without them many minutes to give up.
 *
 * @param others what else there is to customize
 * @param longest the silence after which a connection is closed
 */
record SilenceLimit(NettyCustomizer others, Duration longest) implements NettyCustomizer {

    @Override
    public void afterBootstrapInitialized(Bootstrap bootstrap) {
        others.afterBootstrapInitialized(bootstrap);
    }

    @Override
    public void afterChannelInitialized(Channel channel) {
        others.afterChannelInitialized(channel);
        channel.pipeline().addFirst(new Silence(longest));
    }

    /** From something sent to something received. Only the connection's event loop uses it. */
    private static final class Silence extends ChannelDuplexHandler {

        private final Duration longest;
        private @Nullable Future<?> end;

        Silence(Duration longest) {
            this.longest = longest;
        }

        @Override
        public void write(ChannelHandlerContext connection, Object message, ChannelPromise promise) throws Exception {
            if (end == null) {
                end = connection
                        .executor()
                        .schedule(() -> connection.close(), longest.toMillis(), TimeUnit.MILLISECONDS);
            }
            super.write(connection, message, promise);
        }

        @Override
        public void channelRead(ChannelHandlerContext connection, Object message) throws Exception {
            if (end != null) {
                end.cancel(false);
                end = null;
            }
            super.channelRead(connection, message);
        }
    }
}
