package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.idgen.IdGenerator;
import dev.idgen.IdService;
import dev.idgen.IdgenException;
import dev.idgen.internal.codec.HostileTexts;
import dev.idgen.internal.generator.CounterStoreType;
import dev.idgen.internal.generator.GeneratorType;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.env.MapPropertySource;

/**
 * Whatever the properties say, the application starts or an analysis says which of them is wrong; nothing stumbles over a
 * value, and nothing hangs. What has started issues ids or says why not.
 *
 * <p>{@code -Didgen.hostile.tries=100000} tries harder, {@code -Didgen.hostile.seed} elsewhere.
 */
class HostileConfigurationTests {

    private static final int TRIES = Integer.getInteger("idgen.hostile.tries", 60);
    private static final long FIRST_SEED = Long.getLong("idgen.hostile.seed", 1);
    private static final long PATIENCE_SECONDS = 600;
    private static final List<GeneratorType> TYPES = Stream.of(GeneratorType.values())
            .filter(type -> type != GeneratorType.EXISTING)
            .toList();

    /** What code throws that did not expect a value. */
    private static final List<Class<? extends Throwable>> STUMBLES = List.of(
            NullPointerException.class,
            ArithmeticException.class,
            IndexOutOfBoundsException.class,
            NegativeArraySizeException.class,
            ClassCastException.class,
            IllegalStateException.class,
            UnsupportedOperationException.class,
            Error.class);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.idgen");
    private final Level level = logger.getLevel();

    @BeforeEach
    void quieten() {
        logger.setLevel(Level.OFF);
    }

    @AfterEach
    void close() {
        logger.setLevel(level);
        threads.shutdownNow();
    }

    @Test
    void applicationStartsOrSaysWhatIsWrong() throws Exception {
        List<Property> all = Property.all();
        int started = 0;
        List<String> problems = new ArrayList<>();
        for (long seed = FIRST_SEED; seed < FIRST_SEED + TRIES; seed++) {
            Map<String, Object> properties = properties(new SplittableRandom(seed), all);
            String what = "seed " + seed + " " + properties + ": ";
            Future<Boolean> start = threads.submit(() -> startsOrSaysWhy(properties));
            try {
                started += start.get(PATIENCE_SECONDS, TimeUnit.SECONDS) ? 1 : 0;
            } catch (ExecutionException e) {
                StringWriter trace = new StringWriter();
                e.getCause().printStackTrace(new PrintWriter(trace));
                problems.add(what + trace);
            } catch (TimeoutException e) {
                problems.add(what + "hangs");
            }
        }
        assertThat(problems).isEmpty();
        assertThat(started).as("of %d applications have started", TRIES).isPositive();
    }

    private static Map<String, Object> properties(RandomGenerator random, List<Property> all) {
        Map<String, Object> properties = new TreeMap<>();
        if (random.nextInt(10) > 0) {
            properties.put("idgen.store", "memory");
        }
        GeneratorType type = TYPES.get(random.nextInt(TYPES.size()));
        for (String typical : TypicalProperties.of("a", type)) {
            int at = typical.indexOf('=');
            properties.put(typical.substring(0, at), typical.substring(at + 1));
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            Property property = all.get(random.nextInt(all.size()));
            String setting = property.name().substring(property.name().lastIndexOf('.') + 1);
            boolean applies = !property.name().startsWith("idgen.generators")
                    || type.settings().contains(setting)
                    || random.nextInt(8) == 0;
            if (applies && !property.name().equals("idgen.generators")) {
                properties.put(property.name().replace("*", "a"), value(random, property));
            }
        }
        if (random.nextInt(20) == 0) {
            properties.put("idgen.generators[" + HostileTexts.next(random, r -> "order") + "].type", "tsid");
        }
        return properties;
    }

    private static String value(RandomGenerator random, Property property) {
        String value = random.nextInt(3) == 0
                ? HostileTexts.next(random, r -> plausible(r, property))
                : plausible(random, property);
        return value.replace("${", "$"); // what Spring puts in place of it is not tested here
    }

    private static String plausible(RandomGenerator random, Property property) {
        String type = property.type();
        if (property.name().endsWith("fields")) {
            return random.ints(1 + random.nextInt(4), 0, 6)
                    .mapToObj(
                            kind -> List.of("timestamp", "node", "sequence", "thread", "random", "constant=5")
                                            .get(kind) + ":" + random.nextInt(70))
                    .toList()
                    .toString()
                    .replaceAll("[\\[\\]]", "");
        }
        if (property.name().endsWith("generators.*.store")) {
            return constant(random, CounterStoreType.class.getName());
        }
        if (property.name().endsWith("template")) {
            return pick(
                    random, "{000}", "A-{yyyy}-{000000000000000000}", "{yyyyMMdd}{0}", "{0000000000000000000}", "{}");
        }
        return switch (type.substring(type.lastIndexOf('.') + 1)) {
            case "Duration" -> duration(random);
            case "Integer", "Long" -> number(random);
            case "Boolean" -> pick(random, "true", "false", "yes", "2");
            case "ZoneId" ->
                pick(random, "UTC", "Z", "+18:00", "+18:01", "-12:34:56", "Europe/Berlin", "Asia/Tokyo", "EST", "GMT0");
            case "Instant" ->
                pick(
                        random,
                        "2025-01-01T00:00:00Z",
                        "2100-01-01T00:00:00Z",
                        "1969-12-31T23:59:59.999Z",
                        "2025-01-01T00:00:00.000000001Z",
                        "-1000000000-01-01T00:00:00Z",
                        "+1000000000-12-31T23:59:59.999999999Z");
            default -> constant(random, type);
        };
    }

    private static String constant(RandomGenerator random, String type) {
        try {
            Object[] constants = Class.forName(type).getEnumConstants();
            return constants == null ? "some text" : constants[random.nextInt(constants.length)].toString();
        } catch (ClassNotFoundException e) {
            return "some text";
        }
    }

    private static String duration(RandomGenerator random) {
        return random.nextBoolean()
                ? pick(random, "0", "1ns", "-1s", "PT0S", "1h", "106751991167301d", "PT2562047788015215H", "P-1D", "1y")
                : number(random) + pick(random, "ns", "us", "ms", "s", "m", "h", "d", "");
    }

    private static String number(RandomGenerator random) {
        return switch (random.nextInt(4)) {
            case 0 -> pick(random, "0", "-1", "1", "2147483647", "-2147483648", "2147483648", "9223372036854775807");
            case 1 -> Long.toString(random.nextLong() >> random.nextInt(64));
            default -> Integer.toString(random.nextInt(1 << random.nextInt(1, 18)));
        };
    }

    private static String pick(RandomGenerator random, String... texts) {
        return texts[random.nextInt(texts.length)];
    }

    /** Returns whether it has started. */
    private static boolean startsOrSaysWhy(Map<String, Object> properties) {
        boolean[] started = new boolean[1];
        TypicalApplication.withoutStore()
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new MapPropertySource("hostile", properties)))
                .run(context -> {
                    Throwable failure = context.getStartupFailure();
                    started[0] = failure == null;
                    if (failure == null) {
                        issuesIdsOrSaysWhy(context);
                    } else {
                        assertExplained(failure);
                    }
                });
        return started[0];
    }

    private static void issuesIdsOrSaysWhy(AssertableApplicationContext context) throws Exception {
        for (IdService service : context.getBeansOfType(IdService.class).values()) {
            comesOrSaysWhy(service.nextIdAsync("ORDR"));
        }
        for (IdGenerator<?> generator :
                context.getBeansOfType(IdGenerator.class).values()) {
            assertThat(generator.scheme().domain()).isNotBlank();
            comesOrSaysWhy(generator.nextAsync());
        }
    }

    private static void comesOrSaysWhy(CompletableFuture<?> id) throws Exception {
        try {
            assertThat(id.get(1, TimeUnit.SECONDS)).isNotNull();
        } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOfAny(IdgenException.class, DateTimeException.class);
        } catch (TimeoutException e) {
            id.cancel(true); // the acquire-timeout may be longer
        }
    }

    private static void assertExplained(Throwable failure) {
        // Below a failed conversion no code of idgen runs.
        for (Throwable cause = failure;
                cause != null && !(cause instanceof ConversionFailedException);
                cause = cause.getCause()) {
            for (Class<? extends Throwable> stumble : STUMBLES) {
                if (stumble.isInstance(cause) && !cause.getClass().getName().startsWith("org.springframework")) {
                    throw new AssertionError("stumbles", failure);
                }
            }
        }
        FailureAnalysis analysis = FailureAnalyses.of(failure, new GenericApplicationContext());
        if (analysis == null) {
            throw new AssertionError("unexplained", failure);
        }
        assertThat(analysis.getDescription()).isNotBlank();
        assertThat(analysis.getAction()).isNotBlank();
        assertThat(analysis.getDescription()).contains("idgen.");
    }
}
