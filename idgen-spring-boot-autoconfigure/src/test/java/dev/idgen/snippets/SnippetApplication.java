package dev.idgen.snippets;

import dev.idgen.autoconfigure.TypicalApplication;
import dev.idgen.autoconfigure.TypicalProperties;
import dev.idgen.localredis.RedisServer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application that a snippet configures. */
final class SnippetApplication {

    private SnippetApplication() {}

    static ApplicationContextRunner with(String yaml) {
        return TypicalApplication.onRedis()
                .withInitializer(
                        context -> context.getEnvironment().getPropertySources().addLast(Page.properties(yaml)));
    }

    /** The same without Redis. */
    static ApplicationContextRunner inMemory(String yaml) {
        return with(yaml).withPropertyValues("idgen.store=memory");
    }

    /** With a Redis that may answer slowly. */
    static ApplicationContextRunner withRedis(String yaml, RedisServer redis) {
        return with(yaml)
                .withPropertyValues("spring.data.redis.port=" + redis.port(), "spring.data.redis.timeout=30s")
                .withPropertyValues(TypicalProperties.patient());
    }
}
