package dev.idgen.snippets;

import dev.idgen.autoconfigure.TypicalApplication;
import dev.idgen.autoconfigure.TypicalProperties;
import dev.idgen.localredis.RedisServer;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;

/** An application that a snippet configures. */
final class SnippetApplication {

    private SnippetApplication() {}

    static ApplicationContextRunner with(String yaml) {
        EnumerablePropertySource<?> snippet = Page.properties(yaml);
        return TypicalApplication.onRedis().withInitializer(context -> {
            MutablePropertySources sources = context.getEnvironment().getPropertySources();
            sources.addLast(snippet);
            sources.addLast(new MapPropertySource("patience of counters", patience(snippet)));
        });
    }

    /** A busy machine counts late. What the snippet sets comes before. */
    private static Map<String, Object> patience(EnumerablePropertySource<?> snippet) {
        return Arrays.stream(snippet.getPropertyNames())
                .filter(name -> name.matches("idgen\\.generators\\.[^.]+\\.type"))
                .filter(name -> Set.of("counter", "segment").contains(String.valueOf(snippet.getProperty(name))))
                .collect(Collectors.toMap(name -> name.replaceAll("type$", "acquire-timeout"), name -> "30s"));
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
