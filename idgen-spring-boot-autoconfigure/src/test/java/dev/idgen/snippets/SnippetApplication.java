package dev.idgen.snippets;

import dev.idgen.autoconfigure.TypicalApplication;
import dev.idgen.autoconfigure.TypicalProperties;
import dev.idgen.localredis.RedisServer;
import java.util.Arrays;
import java.util.Set;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertiesPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.util.StringUtils;

/** An application that a snippet configures. */
final class SnippetApplication {

    private SnippetApplication() {}

    static ApplicationContextRunner with(String yaml) {
        EnumerablePropertySource<?> snippet = Page.properties(yaml);
        return TypicalApplication.onRedis().withInitializer(context -> {
            MutablePropertySources sources = context.getEnvironment().getPropertySources();
            sources.addLast(snippet);
            sources.addLast(patience(snippet));
        });
    }

    /** A busy machine answers late. What the snippet sets comes before. */
    private static PropertySource<?> patience(EnumerablePropertySource<?> snippet) {
        String[] counters = Arrays.stream(snippet.getPropertyNames())
                .filter(name -> name.matches("idgen\\.generators\\.[^.]+\\.type"))
                .filter(name -> Set.of("counter", "segment").contains(String.valueOf(snippet.getProperty(name))))
                .map(name -> name.replaceAll("^idgen\\.generators\\.|\\.type$", ""))
                .toArray(String[]::new);
        return new PropertiesPropertySource(
                "patience", StringUtils.splitArrayElementsIntoProperties(TypicalProperties.patient(counters), "="));
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
