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
import dev.idgen.localredis.Wait;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.DefaultLifecycleProcessor;
import org.springframework.core.SpringProperties;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import redis.clients.jedis.Jedis;

/** An application that is stopped and started again, as Spring does it around a snapshot of the process. */
class SnapshotIntegrationTests {

    private static final int WEB_SERVER_PHASE = SmartLifecycle.DEFAULT_PHASE - 2048;

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    private final Set<Thread> threadsOfOthers = threads();

    private final ApplicationContextRunner plain = TypicalApplication.onRedis(
                    "spring.data.redis.url=redis://" + redis.address())
            .withConfiguration(AutoConfigurations.of(IdgenDatabaseAutoConfiguration.class));

    private final ApplicationContextRunner all = plain.withBean(DataSource.class, TypicalApplication::database)
            .withPropertyValues(TypicalProperties.patient(
                    "order", "hidden", "invoice", "daily", "ticket", "ranges", "decimal", "row", "voucher"))
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
                    "idgen.generators.ticket.segment.give-back=true",
                    // so that no request is under way when the application stops
                    "idgen.generators.ticket.segment.min-step=1000",
                    "idgen.generators.ticket.segment.max-step=1000",
                    "idgen.generators.ranges.type=multi-counter",
                    "idgen.generators.ranges.counters=10",
                    "idgen.generators.decimal.type=decimal-id",
                    "idgen.generators.decimal.launch-id=1",
                    "idgen.generators.row.type=counter",
                    "idgen.generators.row.store=jdbc",
                    "idgen.generators.voucher.type=random-claim",
                    "idgen.generators.voucher.max=1000000000000");

    @AfterEach
    void forget() {
        SpringProperties.setProperty(DefaultLifecycleProcessor.CHECKPOINT_PROPERTY_NAME, null);
    }

    // Stopped and started again

    @Test
    void stoppedNothingRunsAndNothingIsConnectedAndAllRefuse() {
        all.run(context -> {
            draw(context);
            drawUntilTheClockIsShared(context.getBean(IdService.class));
            assertThat(ownThreads())
                    .contains("idgen-clock", "idgen-default", "idgen-counter", "idgen-node-10")
                    .anyMatch(name -> name.startsWith("idgen-jdbc"));
            assertThat(connections()).isPositive();

            context.stop();

            awaitQuiet("idgen-");
            IdGenerators generators = context.getBean(IdGenerators.class);
            for (String name : generators.names()) {
                assertThatThrownBy(() -> generators.get(name).next()).as(name).isInstanceOf(IdgenException.class);
            }
            assertThatThrownBy(() -> context.getBean(IdService.class).nextId())
                    .isInstanceOf(IdgenException.class)
                    .hasMessageContaining("closed");
        });
    }

    /** Lettuce has no resources to share then, so that idgen has its own, with threads that it did not name. */
    @ParameterizedTest
    @CsvSource({"lettuce, lettuce-", "jedis, idgen-redis"})
    void stoppedWithAConnectionFactoryOfTheApplicationNothingRuns(String driver, String thread) {
        TypicalApplication.withoutStore()
                .withPropertyValues(TypicalProperties.patient("order"))
                .withPropertyValues("idgen.generators.order.type=snowflake")
                .withBean(RedisConnectionFactory.class, () -> TypicalApplication.connection(driver, redis.port()))
                .run(context -> {
                    draw(context);
                    assertThat(ownThreads()).anyMatch(name -> name.startsWith(thread));
                    String holder = fact(context, "order", "holder");

                    context.stop();
                    awaitQuiet("idgen-", "lettuce-");

                    context.start();
                    draw(context);
                    assertThat(fact(context, "order", "holder")).isNotEqualTo(holder);
                });
    }

    /** Nothing that the process was known by remains: two processes that go on from one snapshot are strangers. */
    @Test
    void startedAgainIdsGoOnUnderOtherNamesAndRandomNodeIds() {
        all.run(context -> {
            List<Object> ids = draw(context);
            Set<Object> holders = new HashSet<>(Set.of(fact(context, "order", "holder")));
            Set<Object> nodes = new HashSet<>(Set.of(fact(context, "device", "nodeId")));
            LongIdGenerator ticket = context.getBean(IdGenerators.class).getLong("ticket");
            int restarts = 3;
            for (int i = 0; i < restarts; i++) {
                long last = ticket.nextLong();
                restart(context);
                assertThat(ticket.nextLongs(2)).as("numbers are handed back").containsExactly(last + 1, last + 2);
                ids.addAll(draw(context));
                holders.add(fact(context, "order", "holder"));
                nodes.add(fact(context, "device", "nodeId"));
            }
            assertThat(ids).doesNotHaveDuplicates();
            assertThat(holders).hasSize(restarts + 1);
            assertThat(nodes).hasSize(restarts + 1);

            context.start();
            assertThat(holders).as("started without having been stopped").contains(fact(context, "order", "holder"));
            draw(context);
        });
    }

    /** With settings that another instance has changed the namespace to meanwhile it must not go on. */
    @Test
    void startFailsWhereTheFirstOneWould() {
        plain.withPropertyValues("idgen.namespace=changed").run(context -> {
            context.stop();
            redis.ask(Jedis::flushAll);
            plain.withPropertyValues("idgen.namespace=changed", "idgen.string.scramble=false")
                    .run(other -> assertThat(other).hasNotFailed());

            assertThatThrownBy(context::start).hasRootCauseInstanceOf(NamespaceDisagreementException.class);
            assertThat(context.getBean(IdgenLifecycle.class).isRunning()).isFalse();
            awaitQuiet("idgen-");
        });
    }

    // Among other beans

    /** Does something whenever it is started, stopped and destroyed. */
    private static final class Actor implements SmartLifecycle, DisposableBean {

        private final int phase;
        private final Consumer<String> act;
        private volatile boolean running;

        Actor(int phase, Consumer<String> act) {
            this.phase = phase;
            this.act = act;
        }

        @Override
        public void start() {
            act.accept("started");
            running = true;
        }

        @Override
        public void stop() {
            act.accept("stopped");
            running = false;
        }

        @Override
        public void destroy() {
            act.accept("destroyed");
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public int getPhase() {
            return phase;
        }
    }

    private static final List<String> SERVED = new ArrayList<>();

    @Configuration(proxyBeanMethods = false)
    static class WithServer {

        /** As long as a web server may serve. */
        @Bean
        Actor server(IdService ids, IdGenerators generators) {
            return new Actor(WEB_SERVER_PHASE, event -> {
                assertThat(ids.nextId()).isNotNull();
                assertThat((Object) generators.get("order").next()).isNotNull();
                assertThat((Object) generators.get("invoice").next()).isNotNull();
                SERVED.add(event);
            });
        }
    }

    @Test
    void idsAreAvailableToBeansThatStopBeforeAndStartAfterAndUntilTheContextIsClosed() {
        all.withUserConfiguration(WithServer.class).run(SnapshotIntegrationTests::restart);
        assertThat(SERVED).containsExactly("started", "stopped", "started", "stopped", "destroyed");
    }

    /** There Spring stops nothing, since it has not started anything yet. It makes the snapshot just before it starts beans. */
    @Test
    void nothingRunsWhenTheSnapshotIsMadeAtTheEndOfTheRefresh() {
        assertThat(new DefaultLifecycleProcessor().isRunning())
                .isFalse(); // it has read the property, and makes no snapshot
        SpringProperties.setProperty(DefaultLifecycleProcessor.CHECKPOINT_PROPERTY_NAME, "onRefresh");
        List<String> quiet = new ArrayList<>();
        Consumer<String> snapshot = event -> {
            if (event.equals("started")) {
                awaitQuiet("idgen-");
                quiet.add(event);
            }
        };
        all.withBean(Actor.class, () -> new Actor(Integer.MIN_VALUE, snapshot)).run(context -> {
            assertThat(quiet).hasSize(1);
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

    private void drawUntilTheClockIsShared(IdService strings) {
        Wait.until("the clock is shared", () -> {
            strings.nextIds("", 10_000).forEach(id -> strings.nextId());
            return ownThreads().contains("idgen-clock");
        });
    }

    private static String fact(ApplicationContext context, String generator, String fact) {
        Ids<?> ids = (Ids<?>) context.getBean(IdGenerators.class).get(generator);
        return Objects.requireNonNull(ids.source().facts().get(fact)).toString();
    }

    /** Spring Boot keeps the threads of its Lettuce until the context is closed. */
    private void awaitQuiet(String... prefixes) {
        Wait.until(
                "threads end",
                () -> ownThreads().stream()
                        .noneMatch(name -> Stream.of(prefixes).anyMatch(name::startsWith)));
        Wait.until("the connections are closed", () -> connections() == 0);
    }

    private Set<String> ownThreads() {
        return threads().stream()
                .filter(thread -> !threadsOfOthers.contains(thread))
                .map(Thread::getName)
                .collect(Collectors.toSet());
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("(idgen|lettuce)-.*"))
                .collect(Collectors.toSet());
    }

    /** How many connections the server has, without the one that looks. */
    private static long connections() {
        return redis.<String>ask(Jedis::clientList).lines().count() - 1;
    }
}
