package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.DecodedId;
import dev.idgen.IdService;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.store.redis.RedisRegister;
import dev.idgen.localredis.RedisServer;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

class RedisIntegrationTests {

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(IdgenAutoConfiguration.class));

    private final ApplicationContextRunner boot = runner.withConfiguration(
                    AutoConfigurations.of(DataRedisAutoConfiguration.class))
            .withPropertyValues("spring.data.redis.url=redis://" + redis.address());

    // Drivers

    @Test
    void connectionFactoryOfSpringBootIsUsed() {
        boot.run(context -> {
            assertThat(context).hasSingleBean(IdService.class);
            assertThat(context).getBean(Register.class).isInstanceOf(RedisRegister.class);
            assertIssuesIds(context.getBean(IdService.class));
        });
    }

    @Test
    void lettuceFactoryWithoutClientResourcesIsUsed() {
        LettuceConnectionFactory own = new LettuceConnectionFactory(server());
        assertThat(own.getClientConfiguration().getClientResources()).isEmpty();

        withFactory(() -> own).run(context -> assertIssuesIds(context.getBean(IdService.class)));
    }

    @Test
    void jedisFactoryIsUsed() {
        withFactory(() -> new JedisConnectionFactory(server())).run(context -> {
            assertThat(context).hasSingleBean(IdService.class);
            assertIssuesIds(context.getBean(IdService.class));
        });
    }

    @Test
    void primaryFactoryOfTwoIsUsed() {
        RedisStandaloneConfiguration nobody = new RedisStandaloneConfiguration("127.0.0.1", 1);

        runner.withBean("other", RedisConnectionFactory.class, () -> new LettuceConnectionFactory(nobody))
                .withBean(
                        "chosen",
                        RedisConnectionFactory.class,
                        () -> new LettuceConnectionFactory(server()),
                        definition -> definition.setPrimary(true))
                .run(context -> assertIssuesIds(context.getBean(IdService.class)));
    }

    @Test
    void passwordAndDatabaseOfApplicationAreUsed() {
        try (RedisServer guarded = RedisServer.stopped("requirepass open-sesame")) {
            guarded.start();
            boot.withPropertyValues("spring.data.redis.url=redis://:open-sesame@127.0.0.1:" + guarded.port() + "/3")
                    .run(context -> {
                        assertIssuesIds(context.getBean(IdService.class));
                        assertThat(context.getBean(StringRedisTemplate.class).hasKey("{idgen:3:default}"))
                                .as("in database 3, where the template looks too")
                                .isTrue();
                    });
        }
    }

    private static void assertIssuesIds(IdService ids) {
        Instant before = Instant.now();

        List<String> batch = ids.nextIds("ORDR", 5000);

        assertThat(batch).hasSize(5000).doesNotHaveDuplicates();
        DecodedId decoded = ids.decode(batch.get(4999));
        assertThat(decoded.text("business")).isEqualTo("ORDR");
        assertThat(decoded.instant())
                .isBetween(before.minusSeconds(1), Instant.now().plusSeconds(1));
    }

    // What instances share

    @Test
    void twoInstancesOfNamespaceIssueDifferentNumbers() {
        boot.withPropertyValues("idgen.namespace=pair", "idgen.string.scramble=false")
                .run(one -> boot.withPropertyValues("idgen.namespace=pair", "idgen.string.scramble=false")
                        .run(other -> {
                            Set<String> digits = new HashSet<>();
                            for (int i = 0; i < 1000; i++) {
                                digits.add(one.getBean(IdService.class).nextId().substring(15));
                                digits.add(
                                        other.getBean(IdService.class).nextId().substring(15));
                            }
                            assertThat(digits).hasSize(2000);
                        }));
    }

    @Test
    void everyKeyBelongsToNamespace() {
        boot.withPropertyValues("idgen.namespace=keys.of-1").run(context -> {
            context.getBean(IdService.class).nextId();

            StringRedisTemplate template = context.getBean(StringRedisTemplate.class);
            Set<String> keys = template.keys("*keys.of-1*");
            assertThat(keys).contains("{idgen:3:keys.of-1}");
            assertThat(keys).allMatch(key -> key.matches("\\{idgen:3:keys\\.of-1(:[0-9]{1,3})?\\}"));
        });
    }

    // The application's connection factory

    @Test
    void applicationsFactoryIsLeftAsItWas() {
        ClientResources resources = DefaultClientResources.create();
        ClientOptions options = ClientOptions.builder().autoReconnect(false).build();
        LettuceConnectionFactory own = new LettuceConnectionFactory(
                server(),
                LettuceClientConfiguration.builder()
                        .clientResources(resources)
                        .clientOptions(options)
                        .commandTimeout(Duration.ofSeconds(42))
                        .build());
        LettuceClientConfiguration before = own.getClientConfiguration();
        try (GenericApplicationContext parent = new GenericApplicationContext()) {
            parent.registerBean(RedisConnectionFactory.class, () -> own);
            parent.refresh();

            runner.withParent(parent).run(context -> assertIssuesIds(context.getBean(IdService.class)));

            assertThat(own.getClientConfiguration()).isSameAs(before);
            assertThat(before.getClientOptions()).containsSame(options);
            assertThat(before.getClientResources()).containsSame(resources);
            assertThat(before.getCommandTimeout()).isEqualTo(Duration.ofSeconds(42));
            assertThat(((RedisClient) own.getRequiredNativeClient()).getOptions())
                    .isSameAs(options);
            assertThat(ping(own)).isEqualTo("PONG");
            own.resetConnection();
            assertThat(ping(own))
                    .as("over a new connection, on the same event loops")
                    .isEqualTo("PONG");
        } finally {
            resources.shutdown();
        }
    }

    private ApplicationContextRunner withFactory(Supplier<RedisConnectionFactory> factory) {
        return runner.withBean(RedisConnectionFactory.class, factory);
    }

    private static String ping(RedisConnectionFactory factory) {
        try (RedisConnection connection = factory.getConnection()) {
            return connection.ping();
        }
    }

    private static RedisStandaloneConfiguration server() {
        return new RedisStandaloneConfiguration(RedisServer.HOST, redis.port());
    }
}
