package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import dev.idgen.localredis.RedisServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The applications of {@code docs/redis.md} that have a second Redis. */
class SeveralRedisTests {

    /** As the page says in words. */
    @Configuration(proxyBeanMethods = false)
    static class CacheRedis {

        @Bean(defaultCandidate = false)
        LettuceConnectionFactory cacheConnectionFactory() {
            return new LettuceConnectionFactory("cache.example.com", 6379);
        }

        @Bean(defaultCandidate = false)
        StringRedisTemplate cacheTemplate(@Qualifier("cacheConnectionFactory") LettuceConnectionFactory factory) {
            return new StringRedisTemplate(factory);
        }
    }

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    @AutoClose
    static final RedisServer second = RedisServer.running();

    @Test
    void idsComeFromTheOneThatIsMarkedForThem(@TempDir Path folder) throws Exception {
        try (CompiledSnippets java =
                CompiledSnippets.of(Page.of("docs/redis.md").blocks("java"), folder)) {
            SnippetApplication.with("spring.data.redis.port: " + redis.port())
                    .withPropertyValues("ids.redis.host=" + RedisServer.HOST, "ids.redis.port=" + second.port())
                    .withPropertyValues("idgen.namespace=marked")
                    .withUserConfiguration(java.type("IdsRedis"))
                    .run(context -> {
                        assertThat(context.getBean(IdService.class).nextId("ORDR"))
                                .contains("ORDR");
                        assertThat(context.getBean(StringRedisTemplate.class).keys("{idgen:3:marked*"))
                                .as("in the Redis of everything else")
                                .isEmpty();
                        RedisConnectionFactory ids =
                                context.getBean("idsConnectionFactory", RedisConnectionFactory.class);
                        assertThat(new StringRedisTemplate(ids).keys("{idgen:3:marked*"))
                                .isNotEmpty();
                    });
        }
    }

    @Test
    void idsComeFromTheOneThatIsNotTheCaches() {
        SnippetApplication.with("spring.data.redis.port: " + redis.port())
                .withUserConfiguration(CacheRedis.class)
                .run(context -> {
                    assertThat(context.getBean(IdService.class).nextId("ORDR")).contains("ORDR");
                    assertThat(context.getBean(StringRedisTemplate.class).keys("{idgen:3:*"))
                            .isNotEmpty();
                    assertThat(context.getBean("cacheTemplate", StringRedisTemplate.class)
                                    .getConnectionFactory())
                            .isInstanceOfSatisfying(
                                    LettuceConnectionFactory.class,
                                    cache -> assertThat(cache.getHostName()).isEqualTo("cache.example.com"));
                    assertThat(context.getBeansOfType(RedisConnectionFactory.class))
                            .hasSize(2);
                });
    }
}
