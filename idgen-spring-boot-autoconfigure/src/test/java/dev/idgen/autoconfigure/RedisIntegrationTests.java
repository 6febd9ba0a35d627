package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idgen.IdService;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.SequenceUnavailableException.Reason;
import dev.idgen.TcpProxy;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** An application whose ids come from Redis, which may be down when the application starts. */
class RedisIntegrationTests {

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(IdgenAutoConfiguration.class))
            .withPropertyValues(TypicalProperties.patient());

    private ApplicationContextRunner connected(String driver, int port) {
        return runner.withBean(RedisConnectionFactory.class, () -> TypicalApplication.connection(driver, port));
    }

    @Test
    void passwordAndDatabaseOfTheApplicationAreUsed() {
        try (RedisServer guarded = RedisServer.stopped("requirepass open-sesame")) {
            guarded.start();
            TypicalApplication.onRedis(TypicalProperties.patient())
                    .withPropertyValues("spring.data.redis.url=redis://:open-sesame@127.0.0.1:" + guarded.port() + "/3")
                    .run(context -> {
                        assertThat(context.getBean(IdService.class).nextId("ORDR"))
                                .contains("ORDR");
                        assertThat(context.getBean(StringRedisTemplate.class).hasKey("{idgen:4:default:0}"))
                                .as("in database 3, where the template looks too")
                                .isTrue();
                    });
        }
    }

    // The application's connection factory

    @Test
    void connectionFactoryOfTheApplicationIsLeftUnchanged() {
        ClientResources resources = DefaultClientResources.create();
        ClientOptions options = ClientOptions.builder().autoReconnect(false).build();
        LettuceConnectionFactory own = new LettuceConnectionFactory(
                new RedisStandaloneConfiguration(RedisServer.HOST, redis.port()),
                LettuceClientConfiguration.builder()
                        .clientResources(resources)
                        .clientOptions(options)
                        .commandTimeout(Duration.ofSeconds(42))
                        .build());
        LettuceClientConfiguration before = own.getClientConfiguration();
        try (GenericApplicationContext parent = new GenericApplicationContext()) {
            parent.registerBean(RedisConnectionFactory.class, () -> own);
            parent.refresh();

            runner.withParent(parent)
                    .run(context -> assertThat(context.getBean(IdService.class).nextIds("ORDR", 5000))
                            .doesNotHaveDuplicates());

            assertThat(own.getClientConfiguration()).isSameAs(before);
            assertThat(before.getClientOptions()).containsSame(options);
            assertThat(before.getClientResources()).containsSame(resources);
            assertThat(before.getCommandTimeout()).isEqualTo(Duration.ofSeconds(42));
            assertThat(((RedisClient) own.getRequiredNativeClient()).getOptions())
                    .isSameAs(options);
            assertThat(own.getConnection().ping()).isEqualTo("PONG");
            own.resetConnection();
            assertThat(own.getConnection().ping())
                    .as("over a new connection, on the same event loops")
                    .isEqualTo("PONG");
        } finally {
            resources.shutdown();
        }
    }

    // Redis is down when the application starts

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void idsFlowOnceRedisThatWasDownAtStartIsUp(String driver) {
        try (RedisServer down = RedisServer.stopped()) {
            connected(driver, down.port())
                    .withPropertyValues("idgen.sequence.acquire-timeout=100ms")
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        IdService ids = context.getBean(IdService.class);
                        awaitRefusal(ids, "latest failure: ", String.valueOf(down.port()), "onnect");
                        assertThat(catchThrowable(ids::nextId))
                                .hasMessageStartingWith("no sequence number after ")
                                .hasMessageContaining("the store has granted nothing since the start")
                                .hasCauseInstanceOf(Exception.class);

                        down.start();

                        Wait.until("ids", () -> catchThrowable(() -> ids.nextIds("ORDR", 100)) == null);
                    });
        }
    }

    @Test
    void firstCallFindsAnIdWhereTheFirstConnectionIsNotGreeted() {
        AtomicInteger connections = new AtomicInteger();
        try (TcpProxy proxy = new TcpProxy(redis.port(), () -> new Greeting(connections.incrementAndGet() > 1))) {
            connected("lettuce", proxy.port()).run(context -> {
                assertThat(context).hasNotFailed();
                assertThat(context.getBean(IdService.class).nextId("ORDR")).hasSize(27);
                assertThat(connections).hasValueGreaterThan(1);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void applicationStartsWhereTheServerNeverAnswers(String driver) {
        try (TcpProxy silent = new TcpProxy(redis.port(), () -> new Greeting(false))) {
            connected(driver, silent.port())
                    .withPropertyValues("idgen.sequence.acquire-timeout=100ms")
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        awaitRefusal(context.getBean(IdService.class), "latest failure: ");
                    });
        }
    }

    /** A connection on which the server is silent unless it greets. */
    private record Greeting(boolean greets) implements TcpProxy.Connection {

        @Override
        public boolean passRequest(byte[] bytes, int length) {
            if (!greets) {
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(10));
            }
            return greets;
        }

        @Override
        public boolean passAnswer(byte[] bytes, int length) {
            return greets;
        }
    }

    /** A call may give up before the first request has failed. */
    private static void awaitRefusal(IdService ids, String... texts) {
        Wait.until("a refusal that says " + List.of(texts), () -> {
            SequenceUnavailableException refusal =
                    catchThrowableOfType(SequenceUnavailableException.class, ids::nextId);
            assertThat(refusal.reason()).isEqualTo(Reason.NOT_JOINED);
            return Stream.of(texts).allMatch(refusal.getMessage()::contains);
        });
    }

    @ParameterizedTest
    @CsvSource({"lettuce, true", "jedis, true", "lettuce, false"})
    void threadsEndWithTheContextWhetherRedisIsUpOrNot(String driver, boolean up) {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (RedisServer down = RedisServer.stopped()) {
            connected(driver, up ? redis.port() : down.port())
                    .withPropertyValues("idgen.namespace=threads-" + driver)
                    .run(context -> {
                        if (up) {
                            context.getBean(IdService.class).nextIds("", 10_000);
                        }
                        assertThat(started(before)).contains("idgen-threads-" + driver);
                    });

            Wait.until(
                    "threads end",
                    () -> started(before).stream()
                            .noneMatch(name -> name.startsWith("idgen-") || name.startsWith("lettuce-")));
        }
    }

    /** Names of the threads alive now that were not before. */
    private static List<String> started(Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .map(Thread::getName)
                .toList();
    }
}
