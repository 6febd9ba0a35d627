package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.idgen.IdService;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.SequenceUnavailableException.Reason;
import dev.idgen.TcpProxy;
import dev.idgen.localredis.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Redis away when the application starts, and what is left when it ends. */
class RedisOutageIntegrationTests {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static Stream<Named<BiFunction<String, Integer, RedisConnectionFactory>>> drivers() {
        return Stream.of(
                Named.of(
                        "Lettuce",
                        (host, port) -> new LettuceConnectionFactory(new RedisStandaloneConfiguration(host, port))),
                Named.of(
                        "Jedis",
                        (host, port) -> new JedisConnectionFactory(new RedisStandaloneConfiguration(host, port))));
    }

    @ParameterizedTest
    @MethodSource("drivers")
    void idsFlowOnceRedisThatWasDownAtStartIsUp(BiFunction<String, Integer, RedisConnectionFactory> driver) {
        try (RedisServer redis = RedisServer.stopped()) {
            runner(() -> driver.apply(RedisServer.HOST, redis.port())).run(context -> {
                assertThat(context).hasNotFailed();
                IdService ids = context.getBean(IdService.class);

                SequenceUnavailableException down =
                        catchThrowableOfType(SequenceUnavailableException.class, ids::nextId);

                assertThat(down.reason()).isEqualTo(Reason.NOT_JOINED);
                assertThat(down)
                        .hasMessageStartingWith("no sequence number after ")
                        .hasMessageContaining("the store has granted nothing since the start")
                        .hasMessageContaining("latest failure: ")
                        .hasMessageContaining(String.valueOf(redis.port()))
                        .hasCauseInstanceOf(Exception.class);
                assertThat(down).hasMessageContaining("onnect");

                redis.start();

                await().atMost(PATIENCE)
                        .ignoreExceptionsInstanceOf(SequenceUnavailableException.class)
                        .untilAsserted(
                                () -> assertThat(ids.nextIds("ORDR", 100)).hasSize(100));
            });
        }
    }

    @Test
    void firstCallFindsAnIdWhereTheFirstConnectionWasNotGreetedInTime() {
        AtomicInteger connections = new AtomicInteger();
        try (RedisServer redis = RedisServer.running();
                TcpProxy proxy = new TcpProxy(redis.port(), () -> new Greeting(connections.incrementAndGet() > 1))) {
            runner(() -> new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", proxy.port())))
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        assertThat(context.getBean(IdService.class).nextId("ORDR"))
                                .hasSize(27);
                        assertThat(connections).hasValueGreaterThan(1);
                    });
        }
    }

    /** A connection on which the server is silent unless it greets. */
    private record Greeting(boolean greets) implements TcpProxy.Connection {

        @Override
        public boolean passRequest(byte[] bytes, int length) {
            if (!greets) {
                LockSupport.parkNanos(PATIENCE.toNanos());
            }
            return greets;
        }

        @Override
        public boolean passAnswer(byte[] bytes, int length) {
            return greets;
        }
    }

    @ParameterizedTest
    @MethodSource("drivers")
    void contextStartsWhereServerAcceptsConnectionsButNeverAnswers(
            BiFunction<String, Integer, RedisConnectionFactory> driver) throws IOException {
        try (SilentServer silent = new SilentServer()) {
            runner(() -> driver.apply("127.0.0.1", silent.port())).run(context -> {
                assertThat(context).hasNotFailed();

                SequenceUnavailableException unanswered = catchThrowableOfType(
                        SequenceUnavailableException.class, context.getBean(IdService.class)::nextId);

                assertThat(unanswered.reason()).isEqualTo(Reason.NOT_JOINED);
                assertThat(unanswered).hasMessageContaining("latest failure: ");
            });
        }
    }

    @ParameterizedTest
    @MethodSource("drivers")
    void threadsAreGoneAfterContextClosed(BiFunction<String, Integer, RedisConnectionFactory> driver) {
        Set<Thread> before = threads();
        try (RedisServer redis = RedisServer.stopped()) {
            redis.start();
            runner(() -> driver.apply(RedisServer.HOST, redis.port())).run(context -> {
                context.getBean(IdService.class).nextIds("", 10_000);
                assertThat(started(before)).anyMatch(name -> name.equals("idgen-default"));
            });

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(started(before))
                            .noneMatch(name -> name.startsWith("idgen-") || name.startsWith("lettuce-")));
        }
    }

    @Test
    void threadsAreGoneAfterContextClosedThatNeverReachedRedis() {
        Set<Thread> before = threads();
        try (RedisServer redis = RedisServer.stopped()) {
            runner(() -> new LettuceConnectionFactory(RedisServer.HOST, redis.port()))
                    .run(context -> assertThat(started(before)).anyMatch(name -> name.equals("idgen-default")));

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(started(before))
                            .noneMatch(name -> name.startsWith("idgen-") || name.startsWith("lettuce-")));
        }
    }

    private static Set<Thread> threads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }

    /** Names of the threads alive now that were not before. */
    private static List<String> started(Set<Thread> before) {
        return threads().stream()
                .filter(thread -> !before.contains(thread))
                .map(Thread::getName)
                .toList();
    }

    private static ApplicationContextRunner runner(java.util.function.Supplier<RedisConnectionFactory> factory) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(IdgenAutoConfiguration.class))
                .withBean(RedisConnectionFactory.class, factory);
    }

    /** Lets clients connect and reads nothing of what they send. */
    private static final class SilentServer implements AutoCloseable {

        private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final List<Socket> accepted = new ArrayList<>();

        SilentServer() throws IOException {
            Thread acceptor = new Thread(this::accept, "silent-server");
            acceptor.setDaemon(true);
            acceptor.start();
        }

        int port() {
            return server.getLocalPort();
        }

        private void accept() {
            try {
                for (; ; ) {
                    Socket socket = server.accept();
                    synchronized (accepted) {
                        accepted.add(socket);
                    }
                }
            } catch (IOException e) {
                // closed
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
            synchronized (accepted) {
                for (Socket socket : accepted) {
                    socket.close();
                }
            }
        }
    }
}
