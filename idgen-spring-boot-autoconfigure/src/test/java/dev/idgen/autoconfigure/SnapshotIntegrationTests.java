package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.IdgenException;
import dev.idgen.LongIdGenerator;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.internal.ids.Ids;
import dev.idgen.localredis.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.DefaultLifecycleProcessor;
import org.springframework.core.SpringProperties;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** An application that is stopped and started again, as Spring does it around a snapshot of the process. */
class SnapshotIntegrationTests {

    private static final Duration MOST = Duration.ofSeconds(60);
    private static final int WEB_SERVER_PHASE = SmartLifecycle.DEFAULT_PHASE - 2048;

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    private final Set<Thread> othersThreads = threads(SnapshotIntegrationTests::isNamedByIdgen);

    private final ApplicationContextRunner plain = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DataRedisAutoConfiguration.class,
                    IdgenAutoConfiguration.class,
                    IdgenDatabaseAutoConfiguration.class,
                    IdgenGeneratorsAutoConfiguration.class))
            .withPropertyValues("spring.data.redis.url=redis://" + redis.address());

    private final ApplicationContextRunner all = plain.withBean(DataSource.class, SnapshotIntegrationTests::database)
            .withPropertyValues("idgen.sequence.acquire-timeout=20s", "idgen.counter.request-timeout=20s")
            .withPropertyValues(
                    Stream.of("order", "hidden", "invoice", "daily", "ticket", "ranges", "decimal", "row", "voucher")
                            .map(name -> "idgen.generators." + name + ".acquire-timeout=20s")
                            .toArray(String[]::new))
            .withPropertyValues(
                    "idgen.jdbc.initialize-schema=always",
                    "idgen.generators.order.type=snowflake",
                    "idgen.generators.hidden.type=tsid",
                    "idgen.generators.hidden.scramble=true",
                    "idgen.generators.session.type=uuid-v7",
                    "idgen.generators.device.type=uuid-v1",
                    "idgen.generators.document.type=ulid",
                    "idgen.generators.invoice.type=counter",
                    "idgen.generators.daily.type=counter",
                    "idgen.generators.daily.template=D-{yyyyMMdd}-{000000}",
                    "idgen.generators.ticket.type=segment",
                    "idgen.generators.ticket.segment.hand-back=true",
                    "idgen.generators.ranges.type=multi-counter",
                    "idgen.generators.ranges.counters=10",
                    "idgen.generators.decimal.type=decimal-id",
                    "idgen.generators.decimal.launch-id=1",
                    "idgen.generators.row.type=counter",
                    "idgen.generators.row.store=jdbc",
                    "idgen.generators.voucher.type=random-claim",
                    "idgen.generators.voucher.max=1000000000000");

    private static DataSource database() {
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return database;
    }

    @AfterEach
    void forget() {
        SpringProperties.setProperty(DefaultLifecycleProcessor.CHECKPOINT_PROPERTY_NAME, null);
    }

    // Stopped

    @Test
    void stoppedNothingRunsAndNothingIsConnected() {
        all.run(context -> {
            draw(context);
            drawUntilTheClockIsShared(context);
            assertThat(ownThreads())
                    .contains("idgen-clock", "idgen-default", "idgen-counter", "idgen-node-10")
                    .anyMatch(name -> name.startsWith("idgen-jdbc"));
            assertThat(connections()).isPositive();

            context.stop();

            await("threads of idgen's end", () -> ownThreads().isEmpty());
            await("connections are closed", () -> connections() == 0);
        });
    }

    /** Which has no resources to share, so that idgen has its own, with threads that it did not name. */
    @Test
    void stoppedWithAConnectionFactoryOfTheApplicationNothingRuns() {
        Predicate<Thread> lettuces = thread -> thread.getName().startsWith("lettuce-");
        Set<Thread> others = threads(lettuces);
        BooleanSupplier running =
                () -> threads(lettuces.and(thread -> !others.contains(thread))).size() > 0;
        RedisStandaloneConfiguration server = new RedisStandaloneConfiguration(RedisServer.HOST, redis.port());
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(IdgenAutoConfiguration.class))
                .withBean(RedisConnectionFactory.class, () -> new LettuceConnectionFactory(server))
                .run(context -> {
                    assertThat(context.getBean(IdService.class).nextId()).isNotNull();
                    assertThat(running.getAsBoolean()).isTrue();

                    context.stop();
                    await(
                            "threads end",
                            () -> !running.getAsBoolean() && ownThreads().isEmpty());

                    context.start();
                    assertThat(context.getBean(IdService.class).nextId()).isNotNull();
                });
    }

    @Test
    void stoppedWithAnotherDriverNothingRunsAndNothingIsConnected() {
        RedisStandaloneConfiguration server = new RedisStandaloneConfiguration(RedisServer.HOST, redis.port());
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(IdgenAutoConfiguration.class, IdgenGeneratorsAutoConfiguration.class))
                .withPropertyValues("idgen.generators.order.type=snowflake")
                .withBean(RedisConnectionFactory.class, () -> new JedisConnectionFactory(server))
                .run(context -> {
                    draw(context);
                    assertThat(ownThreads()).anyMatch(name -> name.startsWith("idgen-redis"));
                    String holder = fact(context, "order", "holder");

                    context.stop();
                    await("threads of idgen's end", () -> ownThreads().isEmpty());
                    await("connections are closed", () -> connections() == 0);

                    context.start();
                    draw(context);
                    assertThat(fact(context, "order", "holder")).isNotEqualTo(holder);
                });
    }

    @Test
    void stoppedAllRefuse() {
        all.run(context -> {
            draw(context);
            context.stop();

            IdGenerators generators = context.getBean(IdGenerators.class);
            for (String name : generators.names()) {
                assertThatThrownBy(() -> generators.get(name).next()).as(name).isInstanceOf(IdgenException.class);
            }
            assertThatThrownBy(() -> context.getBean(IdService.class).nextId())
                    .isInstanceOf(IdgenException.class)
                    .hasMessageContaining("closed");
        });
    }

    // Started again

    @Test
    void startedAgainIdsGoOn() {
        all.run(context -> {
            List<Object> ids = draw(context);
            for (int restart = 0; restart < 3; restart++) {
                restart(context);
                ids.addAll(draw(context));
            }
            assertThat(ids).doesNotHaveDuplicates();
        });
    }

    @Test
    void startedAgainCountersGoOnWithoutGapsWhereNumbersAreHandedBack() {
        all.run(context -> {
            LongIdGenerator ticket = context.getBean(IdGenerators.class).getLong("ticket");
            long last = ticket.nextLong();
            for (int restart = 0; restart < 3; restart++) {
                restart(context);
                assertThat(ticket.nextLongs(2)).containsExactly(last + 1, last + 2);
                last += 2;
            }
        });
    }

    /** Nothing that the process was known by before is there after it: two that go on from one snapshot are strangers. */
    @Test
    void startedAgainNamesAndRandomNodeIdsAreOthers() {
        all.run(context -> {
            Set<Object> holders = new HashSet<>();
            Set<Object> nodes = new HashSet<>();
            int starts = 4;
            for (int start = 0; start < starts; start++) {
                holders.add(fact(context, "order", "holder"));
                nodes.add(fact(context, "device", "nodeId"));
                restart(context);
            }
            assertThat(holders).hasSize(starts);
            assertThat(nodes).hasSize(starts);
        });
    }

    /** There are two node ids, and leases last much longer than the test. */
    @Test
    void nodeIdsAreGivenBack() {
        plain.withPropertyValues(
                        "idgen.generators.small.type=js-safe",
                        "idgen.generators.small.node-bits=1",
                        "idgen.generators.small.acquire-timeout=20s")
                .run(context -> {
                    for (int start = 0; start < 3; start++) {
                        assertThat(context.getBean(LongIdGenerator.class).nextLong())
                                .isPositive();
                        restart(context);
                    }
                });
    }

    @Test
    void startedWithoutHavingBeenStoppedNothingChanges() {
        all.run(context -> {
            String holder = fact(context, "order", "holder");

            context.start();

            assertThat(fact(context, "order", "holder")).isEqualTo(holder);
            draw(context);
        });
    }

    /** With settings that another instance has changed the namespace to meanwhile it must not go on. */
    @Test
    void startFailsWhereTheFirstOneWould() {
        plain.withPropertyValues("idgen.namespace=changed").run(context -> {
            context.stop();
            flush();
            plain.withPropertyValues("idgen.namespace=changed", "idgen.string.scramble=false")
                    .run(other -> assertThat(other).hasNotFailed());

            assertThatThrownBy(context::start).hasRootCauseInstanceOf(NamespaceDisagreementException.class);
            assertThat(context.getBean(IdgenLifecycle.class).isRunning()).isFalse();
            await("threads of idgen's end", () -> ownThreads().isEmpty());
        });
    }

    // Among other beans

    /** Draws an id when it is started, when it is stopped, and when it is destroyed: as long as a web server may serve. */
    private static final class User implements SmartLifecycle, DisposableBean {

        private final IdService ids;
        private final IdGenerators generators;
        private final List<String> drawn;
        private volatile boolean running;

        User(IdService ids, IdGenerators generators, List<String> drawn) {
            this.ids = ids;
            this.generators = generators;
            this.drawn = drawn;
        }

        @Override
        public void start() {
            draw("started");
            running = true;
        }

        @Override
        public void stop() {
            draw("stopped");
            running = false;
        }

        @Override
        public void destroy() {
            draw("destroyed");
        }

        private void draw(String when) {
            assertThat(ids.nextId()).isNotNull();
            assertThat((Object) generators.get("order").next()).isNotNull();
            assertThat((Object) generators.get("invoice").next()).isNotNull();
            drawn.add(when);
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public int getPhase() {
            return WEB_SERVER_PHASE;
        }
    }

    private record Diary(List<String> drawn) {}

    @Configuration(proxyBeanMethods = false)
    static class Users {

        @Bean
        User user(IdService ids, IdGenerators generators, Diary diary) {
            return new User(ids, generators, diary.drawn());
        }
    }

    @Test
    void idsAreThereForWhatIsStoppedBeforeAndStartedAfterAndUntilTheContextIsClosed() {
        List<String> drawn = new ArrayList<>();
        all.withBean(Diary.class, () -> new Diary(drawn))
                .withUserConfiguration(Users.class)
                .run(SnapshotIntegrationTests::restart);
        assertThat(drawn).containsExactly("started", "stopped", "started", "stopped", "destroyed");
    }

    /** Records what there is when Spring starts the first of all beans, which is just after it makes a snapshot. */
    private static final class First implements SmartLifecycle {

        private final BooleanSupplier quiet;
        private volatile boolean wasQuiet;

        First(BooleanSupplier quiet) {
            this.quiet = quiet;
        }

        @Override
        public void start() {
            wasQuiet = quiet.getAsBoolean();
        }

        @Override
        public void stop() {}

        @Override
        public boolean isRunning() {
            return false;
        }

        @Override
        public int getPhase() {
            return Integer.MIN_VALUE;
        }
    }

    /** There Spring stops nothing, since it has not started anything yet. */
    @Test
    void nothingRunsWhereTheSnapshotIsMadeAtTheEndOfTheRefresh() {
        assertThat(new DefaultLifecycleProcessor().isRunning())
                .isFalse(); // it has read the property, and makes no snapshot
        SpringProperties.setProperty(DefaultLifecycleProcessor.CHECKPOINT_PROPERTY_NAME, "onRefresh");
        BooleanSupplier quiet = () -> {
            await("threads of idgen's end", () -> ownThreads().isEmpty());
            await("connections are closed", () -> connections() == 0);
            return true;
        };
        all.withBean(First.class, () -> new First(quiet)).run(context -> {
            assertThat(context.getBean(First.class).wasQuiet).isTrue();
            assertThat(context.getBean(IdgenLifecycle.class).isRunning()).isTrue();
            draw(context);
        });
    }

    // What there is

    private static void restart(ConfigurableApplicationContext context) {
        context.stop();
        context.start();
    }

    private static List<Object> draw(ApplicationContext context) {
        IdGenerators generators = context.getBean(IdGenerators.class);
        List<Object> ids = new ArrayList<>();
        for (String name : generators.names()) {
            for (Object id : generators.get(name).next(5)) {
                ids.add(name + " " + id);
            }
        }
        IdService strings = context.getBean(IdService.class);
        ids.addAll(strings.nextIds("ORDR", 100));
        ids.add(strings.nextIdAsync("ORDR").join());
        return ids;
    }

    private void drawUntilTheClockIsShared(ApplicationContext context) {
        IdService strings = context.getBean(IdService.class);
        await("the clock is shared", () -> {
            for (int i = 0; i < 10_000; i++) {
                strings.nextId();
            }
            return ownThreads().contains("idgen-clock");
        });
    }

    private static String fact(ApplicationContext context, String generator, String fact) {
        Ids<?> its = (Ids<?>) context.getBean(IdGenerators.class).get(generator);
        return Objects.requireNonNull(its.source().facts().get(fact)).toString();
    }

    private Set<String> ownThreads() {
        return threads(thread -> isNamedByIdgen(thread) && !othersThreads.contains(thread)).stream()
                .map(Thread::getName)
                .collect(Collectors.toSet());
    }

    private static boolean isNamedByIdgen(Thread thread) {
        return thread.getName().startsWith("idgen-");
    }

    private static Set<Thread> threads(Predicate<Thread> which) {
        return Thread.getAllStackTraces().keySet().stream().filter(which).collect(Collectors.toSet());
    }

    /** How many connections the server has, without the one that asks. */
    private static long connections() {
        RedisClient client = client();
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            return connection.sync().clientList().lines().count() - 1;
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
        }
    }

    private static void flush() {
        RedisClient client = client();
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            connection.sync().flushall();
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
        }
    }

    private static RedisClient client() {
        return RedisClient.create("redis://" + redis.address());
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + MOST.toNanos();
        while (!condition.getAsBoolean()) {
            if (deadline - System.nanoTime() < 0) {
                throw new AssertionError("waited in vain until " + what);
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }
}
