package dev.idgen.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import dev.idgen.autoconfigure.IdgenRedis;
import dev.idgen.localredis.RedisServer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Ids use the Redis that is chosen, with the Spring Boot that it was built with. */
class SeveralRedisTests {

    /** They end with the JVM. */
    private static final RedisServer SPRINGS = RedisServer.running();

    private static final RedisServer IDS = RedisServer.running();

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Marked {

        @Bean(defaultCandidate = false)
        @IdgenRedis
        LettuceConnectionFactory idsRedis() {
            return new LettuceConnectionFactory(RedisServer.HOST, IDS.port());
        }
    }

    @Test
    void idsUseTheOneThatIsMarked() {
        SpringApplication application = new SpringApplication(Marked.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.setWebApplicationType(WebApplicationType.NONE);
        try (ConfigurableApplicationContext context = application.run(
                "--idgen.namespace=marked",
                "--idgen.sequence.acquire-timeout=30s",
                "--spring.data.redis.port=" + SPRINGS.port())) {
            assertThat(context.getBean(IdService.class).nextId("ORDR")).contains("ORDR");
            String keys = "{idgen:4:marked*";
            RedisConnectionFactory ids = context.getBean("idsRedis", RedisConnectionFactory.class);
            assertThat(new StringRedisTemplate(ids).keys(keys)).isNotEmpty();
            assertThat(context.getBean("stringRedisTemplate", StringRedisTemplate.class).keys(keys))
                    .isEmpty();
        }
    }
}
