package dev.idgen.internal.store.redis;

import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.localredis.RedisServer;
import io.lettuce.core.resource.ClientResources;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Applications on a Redis of a test. They share Lettuce's threads, because threads of their own take two seconds to end. */
final class RedisApplications {

    /** End with the JVM. */
    static final ClientResources LETTUCE_THREADS = ClientResources.create();

    private RedisApplications() {}

    /** Calls wait for as long as only a broken run takes. */
    static ApplicationContextRunner on(RedisServer server) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataRedisAutoConfiguration.class,
                        IdgenAutoConfiguration.class,
                        IdgenGeneratorsAutoConfiguration.class))
                .withBean(ClientResources.class, () -> LETTUCE_THREADS)
                .withPropertyValues("spring.data.redis.port=" + server.port(), "idgen.sequence.acquire-timeout=30s");
    }

    static ApplicationContextRunner on(RedisServer server, Driver driver) {
        return on(server).withPropertyValues("spring.data.redis.client-type=" + driver);
    }
}
