package dev.idgen.internal.store.redis;

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
 */
final class SilenceLimit implements NettyCustomizer {

    private final NettyCustomizer others;
    private final Duration longest;

    /**
     * @param others what else there is to customize
     * @param longest the silence after which a connection is closed
     */
    SilenceLimit(NettyCustomizer others, Duration longest) {
        this.others = others;
        this.longest = longest;
    }

    @Override
    public void afterBootstrapInitialized(Bootstrap bootstrap) {
        others.afterBootstrapInitialized(bootstrap);
    }

    @Override
    public void afterChannelInitialized(Channel channel) {
        others.afterChannelInitialized(channel);
        channel.pipeline().addFirst(new Silence());
    }

    /** Only the connection's event loop uses it. */
    private final class Silence extends ChannelDuplexHandler {

        private @Nullable Future<?> end;

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
            broken();
            super.channelRead(connection, message);
        }

        @Override
        public void channelInactive(ChannelHandlerContext connection) throws Exception {
            broken();
            super.channelInactive(connection);
        }

        private void broken() {
            if (end != null) {
                end.cancel(false);
                end = null;
            }
        }
    }
}
