package dev.idgen.redis;

import dev.idgen.autoconfigure.TypicalApplication;
import dev.idgen.localredis.RedisServer;
import io.lettuce.core.resource.ClientResources;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Applications on a Redis of a test. They share Lettuce's threads. */
final class RedisApplications {

    private RedisApplications() {}

    /** Calls wait for as long as only a broken run takes. */
    static ApplicationContextRunner on(RedisServer server) {
        return TypicalApplication.onRedis(
                        "spring.data.redis.port=" + server.port(), "idgen.sequence.acquire-timeout=30s")
                .withBean(ClientResources.class, () -> Driver.LETTUCE_THREADS);
    }

    static ApplicationContextRunner on(RedisServer server, Driver driver) {
        return on(server).withPropertyValues("spring.data.redis.client-type=" + driver);
    }
}
