package dev.idgen.benchmarks;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import redis.embedded.RedisServer;

/** A Redis on this machine for the time of a measurement. */
final class LocalRedis {

    private static final int PORT = 16_379;

    private LocalRedis() {}

    /** What is measured. */
    interface Measurement {
        void with(LettuceConnectionFactory factory) throws Exception;
    }

    static void run(Measurement measurement) throws Exception {
        RedisServer server = RedisServer.newRedisServer()
                .port(PORT)
                .bind("127.0.0.1")
                .setting("save \"\"")
                .build();
        server.start();
        LettuceConnectionFactory factory = new LettuceConnectionFactory("127.0.0.1", PORT);
        factory.afterPropertiesSet();
        factory.start();
        try {
            measurement.with(factory);
        } finally {
            factory.destroy();
            server.stop();
        }
    }
}
