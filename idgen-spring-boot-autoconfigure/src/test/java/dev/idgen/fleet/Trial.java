package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import dev.idgen.IdgenException;
import dev.idgen.LongIdGenerator;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.SequenceUnavailableException.Reason;
import dev.idgen.autoconfigure.TypicalApplication;
import dev.idgen.fleet.Load.Call;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.TestNeed;
import dev.idgen.localredis.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Two instances of an application that together draw 2,000 ids a second from one namespace, while something happens to
 * their Redis; and others that start afterwards. For one thread.
 */
final class Trial implements AutoCloseable {

    private static final int INSTANCES = 2;

    /** How many ids are drawn in a second. */
    private static final int PER_SECOND = 2000;

    /** A generator whose node ids are leased. */
    private static final String GENERATOR = "orders";

    /** After a new namespace's first lease-ttl and the margin, instances hold regular numbers within this time. */
    private static final Duration WARM_UP = Duration.ofSeconds(4);

    private static final Duration AFTERMATH = Duration.ofSeconds(1);

    /** Calls are taken for recovered when none failed for this long. */
    private static final Duration RECOVERED_FOR = Duration.ofMillis(500);

    private static final int DRAWN_TO_MAKE_THEM_LEASE = 500;

    private final Duration leaseTtl;
    private final String[] properties;
    private final List<ConfigurableApplicationContext> instances = new ArrayList<>();
    private final List<IdService> services;
    private final Load load;
    private long begun;
    private boolean faulted;
    private @Nullable CompletableFuture<First> startingStrings;
    private @Nullable CompletableFuture<First> startingNumbers;

    private Trial(Duration leaseTtl, String... properties) {
        this.leaseTtl = leaseTtl;
        this.properties = properties;
        for (int i = 0; i < INSTANCES; i++) {
            instances.add(isMeasured() ? applicationWithNodes() : application(leaseTtl, properties));
        }
        this.services = instances.stream()
                .map(instance -> instance.getBean(IdService.class))
                .toList();
        this.load = Load.start(services, PER_SECOND);
        this.begun = System.nanoTime();
    }

    /** Starts the instances and their load, and returns when they hold what they hold in peace. */
    static Trial start(Duration leaseTtl, String... properties) {
        Trial trial = new Trial(leaseTtl, properties);
        Wait.of(leaseTtl.plus(WARM_UP));
        trial.awaitIds();
        return trial;
    }

    /**
     * Whether the faults in {@code benchmarks/measurements.md} are measured again, by
     * {@code -Didgen.faults.table=true}, which also takes those that are left out of the build.
     */
    static boolean isMeasured() {
        return Boolean.getBoolean("idgen.faults.table");
    }

    static String onlyMeasured() {
        return TestNeed.FAULT_TABLE.missing("only for the table of faults");
    }

    /** Some properties, and more. */
    static String[] with(String[] properties, String... more) {
        return Stream.of(properties, more).flatMap(Stream::of).toArray(String[]::new);
    }

    private static ConfigurableApplicationContext application(Duration leaseTtl, String... properties) {
        return new SpringApplicationBuilder(TypicalApplication.OnRedis.class)
                .web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off", "idgen.sequence.lease-ttl=" + leaseTtl.toMillis() + "ms")
                .properties(properties)
                .run();
    }

    /** An instance that issues snowflake ids, too. */
    private ConfigurableApplicationContext applicationWithNodes() {
        return application(leaseTtl, with(properties, "idgen.generators." + GENERATOR + ".type=snowflake"));
    }

    /** Lets something happen. What is measured begins with the first. */
    void happens(Runnable fault) {
        if (!faulted) {
            faulted = true;
            begun = System.nanoTime();
        }
        fault.run();
    }

    /** Lets time pass under load. */
    void goesOnFor(Duration duration) {
        Wait.of(duration);
    }

    /** Waits until calls succeed. */
    void awaitIds() {
        Wait.until("ids to be issued without errors", () -> {
            long from = System.nanoTime() - RECOVERED_FOR.toNanos();
            return load.since(from).anyMatch(call -> !call.failed())
                    && load.since(from).noneMatch(Call::failed);
        });
    }

    /** Waits until calls fail. */
    void awaitErrors() {
        Wait.until("calls to fail", () -> load.since(begun).anyMatch(Call::failed));
    }

    void awaitLeasingFrom(RedisServer server) {
        awaitLeasingFrom(() -> List.of(server));
    }

    /** Waits until all that was held so far has run out, so that what is issued then was granted since. */
    void outlivesWhatIsHeld() {
        goesOnFor(leaseTtl);
        awaitIds();
    }

    /**
     * Redis answers again: starts an instance for string ids and one for snowflake ids, if the table is to have them.
     */
    void startsOthers() {
        if (isMeasured()) {
            startingStrings = starting(
                    () -> application(leaseTtl, properties),
                    context -> context.getBean(IdService.class).nextId(""));
            startingNumbers = starting(
                    this::applicationWithNodes,
                    context -> context.getBean(GENERATOR, LongIdGenerator.class).next());
        }
    }

    /** The first id of an instance that starts now, and how long it took, the start of the application included. */
    private record First(String id, Duration after) {}

    /** @param draw takes an id, or throws if there is none yet */
    private static CompletableFuture<First> starting(
            Supplier<ConfigurableApplicationContext> application, Function<ConfigurableApplicationContext, ?> draw) {
        long started = System.nanoTime();
        return CompletableFuture.supplyAsync(
                () -> {
                    String[] id = new String[1];
                    try (ConfigurableApplicationContext context = application.get()) {
                        Wait.until("the first id", () -> {
                            try {
                                id[0] = draw.apply(context).toString();
                                return true;
                            } catch (IdgenException e) {
                                return false;
                            }
                        });
                        return new First(id[0], Duration.ofNanos(System.nanoTime() - started));
                    }
                },
                task -> new Thread(task, "starting").start());
    }

    /** Waits until both instances have asked each of some servers to run a script, and makes them lease meanwhile. */
    void awaitLeasingFrom(Supplier<List<RedisServer>> servers) {
        Map<RedisServer, Long> before = new HashMap<>();
        servers.get().forEach(server -> before.put(server, server.scriptCalls()));
        Wait.until("leases from all servers", () -> {
            draw();
            return servers.get().stream()
                    .allMatch(server -> server.scriptCalls() > before.getOrDefault(server, 0L) + INSTANCES);
        });
    }

    /** Makes the instances lease, and returns why the latest that could not did not. */
    String draw() {
        String failure = "none failed";
        for (IdService ids : services) {
            try {
                ids.nextIds("", DRAWN_TO_MAKE_THEM_LEASE);
            } catch (SequenceUnavailableException e) {
                failure = String.valueOf(e.getMessage());
            }
        }
        return failure;
    }

    /** Ends the load and notes what became of it. */
    Outcome end(String what) {
        awaitIds();
        Wait.of(AFTERMATH);
        load.end();
        Outcome outcome = outcome(what);
        System.out.println(outcome.row());
        if (isMeasured()) {
            outcome.writeTo(Path.of("../benchmarks/measurements.md"));
        }
        IssuedIds ids = issued();
        assertThat(ids.duplicates()).as("duplicates in %s", ids).isZero();
        return outcome;
    }

    private IssuedIds issued() {
        return startingStrings == null
                ? load.issued()
                : load.issued(startingStrings.join().id());
    }

    private Outcome outcome(String what) {
        Map<Reason, Integer> errors = new EnumMap<>(Reason.class);
        load.since(begun).filter(Call::failed).forEach(call -> errors.merge(call.reason(), 1, Integer::sum));
        long recovery = load.since(begun)
                .filter(Call::failed)
                .mapToLong(call -> call.begun() + call.nanos() - begun)
                .max()
                .orElse(0);
        return new Outcome(
                what,
                errors,
                longestGood(),
                Duration.ofNanos(recovery),
                after(startingStrings),
                after(startingNumbers));
    }

    private static @Nullable Duration after(@Nullable CompletableFuture<First> starting) {
        return starting == null ? null : starting.join().after();
    }

    private Duration longestGood() {
        return Duration.ofNanos(load.since(begun)
                .filter(call -> !call.failed())
                .mapToLong(Call::nanos)
                .max()
                .orElse(0));
    }

    /**
     * What became of the calls from when something happened.
     *
     * @param what what happened
     * @param errors how many calls failed for which reason
     * @param longestGood the longest call that returned an id
     * @param recovery from when it happened until the last call that failed, 0 if none did
     * @param firstString from when Redis answered again until the first string id of an instance that started then,
     *     null if none did
     * @param firstNumber likewise, until the first snowflake id
     */
    record Outcome(
            String what,
            Map<Reason, Integer> errors,
            Duration longestGood,
            Duration recovery,
            @Nullable Duration firstString,
            @Nullable Duration firstNumber) {

        /** Replaces the row of the same fault, or adds one. Processes that measure other faults write, too. */
        private void writeTo(Path page) {
            try (FileChannel file = FileChannel.open(page, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                FileLock held = file.lock();
                String text = Files.readString(page);
                String before = text.replaceFirst("(?m)^\\| " + Pattern.quote(what) + " \\|.*\\R", "");
                int end = before.indexOf("<!-- end -->", before.indexOf("<!-- faults -->"));
                String after = new StringBuilder(before)
                        .insert(end, row() + "\n")
                        .toString()
                        .replaceFirst("(<!-- faults -->\\RMeasured on )\\S+", "$1" + LocalDate.now(ZoneOffset.UTC));
                file.truncate(0);
                file.write(StandardCharsets.UTF_8.encode(after), 0);
                held.release();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** A row of the table in {@code benchmarks/measurements.md}. */
        private String row() {
            String failed = errors.entrySet().stream()
                    .map(error -> String.format(Locale.ROOT, "%,d `%s`", error.getValue(), error.getKey()))
                    .collect(Collectors.joining(", "));
            return String.format(
                    Locale.ROOT,
                    "| %s | %s | %.1f ms | %s |",
                    what,
                    failed.isEmpty() ? "none" : failed + ", until " + seconds(recovery),
                    longestGood.toNanos() / 1e6,
                    firstString == null || firstNumber == null
                            ? ""
                            : seconds(firstString) + ", " + seconds(firstNumber));
        }

        private static String seconds(Duration duration) {
            return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
        }
    }

    @Override
    public void close() {
        load.end();
        Stream.of(startingStrings, startingNumbers).filter(Objects::nonNull).forEach(CompletableFuture::join);
        instances.forEach(ConfigurableApplicationContext::close);
    }
}
