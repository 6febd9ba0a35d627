package dev.idgen.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.IdService;
import dev.idgen.autoconfigure.IdgenRedis;
import dev.idgen.localredis.RedisServer;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Ids use the Redis that is chosen, with the Spring Boot that it was built with. */
@ExtendWith(OutputCaptureExtension.class)
class SeveralRedisTests {

    private static final RedisServer SPRINGS = RedisServer.running();
    private static final RedisServer IDS = RedisServer.running();

    @AfterAll
    static void stop() {
        SPRINGS.close();
        IDS.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Marked {

        @Bean(defaultCandidate = false)
        @IdgenRedis
        LettuceConnectionFactory idsRedis() {
            return new LettuceConnectionFactory(RedisServer.HOST, IDS.port());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Undecided {

        @Bean
        LettuceConnectionFactory idsRedis() {
            return new LettuceConnectionFactory(RedisServer.HOST, IDS.port());
        }

        @Bean
        LettuceConnectionFactory cacheRedis() {
            return new LettuceConnectionFactory(RedisServer.HOST, SPRINGS.port());
        }

        @Bean
        StringRedisTemplate stringRedisTemplate(@Qualifier("cacheRedis") RedisConnectionFactory cache) {
            return new StringRedisTemplate(cache);
        }
    }

    @Import(Undecided.class)
    record Wanting(IdService ids) {}

    @Test
    void idsUseTheOneThatIsMarked() {
        try (ConfigurableApplicationContext context = run(Marked.class, "--idgen.namespace=marked")) {
            assertThat(context.getBean(IdService.class).nextId("ORDR")).contains("ORDR");
            String keys = "{idgen:3:marked*";
            RedisConnectionFactory ids = context.getBean("idsRedis", RedisConnectionFactory.class);
            assertThat(new StringRedisTemplate(ids).keys(keys)).isNotEmpty();
            assertThat(context.getBean("stringRedisTemplate", StringRedisTemplate.class).keys(keys))
                    .isEmpty();
        }
    }

    @Test
    void oneOfSeveralHasToBeChosen(CapturedOutput output) {
        assertThatThrownBy(() -> run(Wanting.class)).isInstanceOf(Exception.class);

        assertThat(output)
                .contains(
                        "There is no IdService because 'idgen.redis.connection-factory' is not set",
                        "'cacheRedis'",
                        "'idsRedis'",
                        "@IdgenRedis")
                .doesNotContain("\tat ");
    }

    private static ConfigurableApplicationContext run(Class<?> type, String... arguments) {
        SpringApplication application = new SpringApplication(type);
        application.setBannerMode(Banner.Mode.OFF);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(Map.of(
                "spring.data.redis.port", SPRINGS.port(),
                "spring.main.log-startup-info", false,
                "idgen.sequence.acquire-timeout", "30s"));
        return application.run(arguments);
    }
}
