package dev.idgen.reactive;

import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenEntityAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.data.GeneratedId;
import dev.idgen.entities.spring.MissingIds.R2dbcIds;
import dev.idgen.entities.spring.MissingIds.ReactiveMongoIds;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.GeneratorType;
import dev.idgen.internal.lease.UnreliableLeaseStore;
import dev.idgen.internal.lease.UnreliableLeaseStore.Fate;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.sql.SqlIdentifier;
import reactor.blockhound.BlockHound;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A process of its own, since BlockHound changes the JDK's classes: does each of the ways to an id on a thread of Reactor, where
 * nothing may block, once while the stock is empty and once while it is not, and prints what came of it.
 */
final class WatchedApplication {

    static final String OUTCOME = "outcome: ";

    /** What each type is called. Fields and ids that exist have no default. */
    static final List<String> TYPES = Stream.of(GeneratorType.values())
            .filter(type -> type != GeneratorType.CUSTOM && type != GeneratorType.EXISTING)
            .map(PropertyNames::of)
            .toList();

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Counted down when an id was requested, whether it is there yet or not. */
    private static volatile CountDownLatch requested = new CountDownLatch(1);

    private WatchedApplication() {}

    private static <T> Mono<T> reporting(Mono<T> id) {
        return id.doOnSubscribe(subscription -> requested.countDown());
    }

    record Receipt(@Id @GeneratedId(business = "ORDR") String id, int amount) {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        IdgenAutoConfiguration.class,
        IdgenGeneratorsAutoConfiguration.class,
        IdgenEntityAutoConfiguration.class
    })
    static class Application {

        @Bean
        UnreliableLeaseStore store(TimeSource time) {
            UnreliableLeaseStore leaseStore = new UnreliableLeaseStore(new InMemoryLeaseStore(time));
            leaseStore.decide(Fate.FAILED); // so that the stock is empty for certain
            return leaseStore;
        }

        @Bean
        RelationalMappingContext relationalMapping() {
            return new RelationalMappingContext();
        }

        @Bean
        MongoMappingContext mongoMapping() {
            return new MongoMappingContext();
        }
    }

    public static void main(String[] arguments) {
        BlockHound.install();
        Map<String, Function<ConfigurableApplicationContext, Mono<?>>> ways = new LinkedHashMap<>();
        ways.put("service", context -> {
            IdService ids = context.getBean(IdService.class);
            return reporting(Mono.fromFuture(() -> ids.nextIdAsync("ORDR")));
        });
        ways.put("r2dbc", context -> {
            R2dbcIds ids = context.getBean(R2dbcIds.class);
            return reporting(Mono.from(ids.onBeforeConvert(new Receipt(null, 1), SqlIdentifier.quoted("receipts"))));
        });
        ways.put(
                "mongodb",
                context -> reporting(Mono.from(
                        context.getBean(ReactiveMongoIds.class).onBeforeConvert(new Receipt(null, 1), "receipts"))));
        ways.put("blocking", context -> {
            IdService ids = context.getBean(IdService.class);
            return Mono.fromCallable(() -> ids.nextId("ORDR"));
        });
        ways.forEach((name, way) -> {
            try (ConfigurableApplicationContext context = start()) {
                Mono<?> id = way.apply(context);
                print(
                        name + " without stock",
                        outcome(
                                id,
                                () -> context.getBean(UnreliableLeaseStore.class)
                                        .decide(Fate.ANSWERED)));
                context.getBean(IdService.class).nextId("ORDR"); // here it may wait for stock
                print(name + " with stock", outcome(id, () -> {}));
            }
        });
        firstIds();
        System.exit(0); // threads of Reactor may be left
    }

    private static void firstIds() {
        List<String> properties = new ArrayList<>(List.of(
                "--idgen.store=memory",
                "--idgen.generators.decimal-id.launch-id=1",
                "--idgen.generators.random-claim.max=1000000"));
        for (String type : TYPES) {
            properties.add("--idgen.generators." + type + ".type=" + type);
            if (!type.equals("uuid-v4")) { // it never waits
                properties.add("--idgen.generators." + type + ".acquire-timeout=60s");
            }
        }
        try (ConfigurableApplicationContext context = start(properties.toArray(String[]::new))) {
            IdGenerators generators = context.getBean(IdGenerators.class);
            for (String type : TYPES) {
                Mono<?> id =
                        reporting(Mono.fromFuture(() -> generators.get(type).nextAsync()));
                print(
                        type,
                        outcome(
                                id,
                                () -> context.getBean(UnreliableLeaseStore.class)
                                        .decide(Fate.ANSWERED)));
            }
        }
    }

    private static ConfigurableApplicationContext start(String... more) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        List<String> arguments = new ArrayList<>(List.of(
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn",
                "--idgen.sequence.acquire-timeout=60s",
                "--idgen.sequence.breaker-wait=50ms"));
        arguments.addAll(List.of(more));
        return application.run(arguments.toArray(String[]::new));
    }

    /** Subscribes on a thread that must not block, and does something once the id was requested there. */
    private static String outcome(Mono<?> id, Runnable afterwards) {
        CountDownLatch done = new CountDownLatch(1);
        AtomicReference<Object> outcome = new AtomicReference<>("nothing");
        requested = new CountDownLatch(1);
        Schedulers.parallel().schedule(() -> {
            id.doOnNext(outcome::set)
                    .doOnError(outcome::set)
                    .doFinally(signal -> {
                        requested.countDown();
                        done.countDown();
                    })
                    .subscribe(value -> {}, failure -> {});
        });
        try {
            requested.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            afterwards.run();
            done.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            return "interrupted";
        }
        return outcome.get().toString();
    }

    private static void print(String name, String outcome) {
        System.out.println(OUTCOME + name + ": " + outcome.lines().findFirst().orElse(""));
    }
}
