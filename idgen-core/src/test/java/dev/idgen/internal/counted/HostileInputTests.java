package dev.idgen.internal.counted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.idgen.DecodedId;
import dev.idgen.IdGenerator;
import dev.idgen.InvalidBusinessCodeException;
import dev.idgen.InvalidIdException;
import dev.idgen.LongIdGenerator;
import dev.idgen.Monotonicity;
import dev.idgen.TextForm;
import dev.idgen.internal.codec.HostileTexts;
import dev.idgen.internal.counted.NumberForm.Decimal;
import dev.idgen.internal.ids.IdForm;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.ids.LongIds;
import dev.idgen.internal.ids.RandomNumbers;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.stamped.GeneratorSettings;
import dev.idgen.internal.stamped.SchemeCases;
import dev.idgen.internal.stamped.node.ManualNodes;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.internal.store.memory.InMemoryRegister;
import dev.idgen.internal.string.StringIdFormat;
import dev.idgen.internal.string.StringIdService;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.SequenceSettings;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Whatever is handed in, what comes back is a value or the exception that the method's description names, and soon. A value
 * that comes back is written as a text that is read as the same value.
 */
class HostileInputTests {

    private static final int TEXTS_PER_TRY = 4;
    private static final long RANGE = 1_000_000_000_000L;
    private static final int LONGEST_MESSAGE = 600;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final TimeSource TIME = TimeSource.system();
    private static final CounterSequences COUNTERS = new CounterSequences(new InMemoryCounterStore(), PATIENCE, TIME);
    private static final StringIdFormat FORMAT = new StringIdFormat(ZoneOffset.UTC, BucketLayout.STANDARD, "a key");
    private static final StringIdService SERVICE = new StringIdService(
            FORMAT,
            () -> BucketSequence.start(
                    "hostile",
                    FORMAT.terms(),
                    patient(SequenceSettings.defaults()),
                    new InMemoryRegister(TIME),
                    BucketLayout.STANDARD,
                    TIME,
                    FORMAT::newWriter));
    private static final List<IdGenerator<?>> GENERATORS = generators();
    private static long inputs;

    @AfterAll
    static void close() {
        HostileTexts.report(HostileInputTests.class, inputs);
        SERVICE.close();
        COUNTERS.close();
    }

    private static SequenceSettings patient(SequenceSettings usual) {
        return new SequenceSettings(
                usual.leaseTtl(),
                PATIENCE,
                usual.requestTimeout(),
                usual.breakerWait(),
                usual.maxLead(),
                usual.maxSkew());
    }

    private static List<IdGenerator<?>> generators() {
        ManualTime time = new ManualTime(Instant.parse("2026-03-01T12:00:00.050Z"));
        GeneratorSettings settings = new GeneratorSettings(Duration.ofHours(1), PATIENCE);
        List<IdGenerator<?>> all = new ArrayList<>();
        SchemeCases.ALL.forEach(scheme ->
                all.add(scheme.on(ManualNodes.fixed(3, time), time, settings).generator()));
        CounterSettings counting = new CounterSettings(PATIENCE, 0);
        SegmentSettings ahead = new SegmentSettings(100, 100, Duration.ofSeconds(1), false);
        NumberForm.Linear numbers = new NumberForm.Linear("steps", 1000, 7, Long.MAX_VALUE);
        all.add(generator("steps", Monotonicity.FULL, numbers, COUNTERS.segments("steps", counting, ahead)));
        NumberForm.Ranges ranges = new NumberForm.Ranges(10, RANGE, Region.ALL);
        all.add(generator("ranges", Monotonicity.NONE, ranges, COUNTERS.ranges("ranges", ranges, counting, ahead)));
        NumberSequence decimals =
                COUNTERS.decimalNumbers("decimal", Decimal.PER_GENERATOR, Decimal.GENERATORS, counting);
        all.add(generator("decimal", Monotonicity.NONE, new Decimal(7, Region.ALL), decimals));
        all.add(new LongIds(
                new ClaimedNumbers(
                        "claimed",
                        new ClaimRange(5, Long.MAX_VALUE, Region.ALL),
                        10,
                        (generator, number) -> true,
                        new SecureRandom()),
                IdForm.LONG));
        for (String text : List.of("{0000000000}", "INV-{yyyyMM}-{00000000}", "{000000000}/{yyyy-MM-dd}")) {
            NumberTemplate template = new NumberTemplate(text);
            NumberForm.Linear form = new NumberForm.Linear(text, 1, 1, Long.MAX_VALUE);
            all.add(new CountedNumbers(
                            new CountedScheme(text, "counter", Monotonicity.FULL, form, template, ZoneOffset.UTC),
                            Periods.of(
                                    template,
                                    ZoneOffset.UTC,
                                    time,
                                    period -> COUNTERS.segments("texts" + text.length() + period, counting, ahead)))
                    .generator());
        }
        all.add(new Ids<>(new RandomNumbers("random"), IdForm.uuids()));
        all.add(SERVICE.forBusiness("ORDR"));
        for (IdGenerator<?> generator : List.copyOf(all)) {
            if (generator instanceof LongIdGenerator longs) {
                for (TextForm form : TextForm.values()) {
                    all.add(longs.text(form));
                }
            }
        }
        return all;
    }

    private static IdGenerator<?> generator(
            String name, Monotonicity monotonicity, NumberForm form, NumberSequence numbers) {
        CountedScheme scheme = new CountedScheme(name, "counted", monotonicity, form);
        return new CountedNumbers(scheme, Periods.none(numbers)).generator();
    }

    @Test
    void textsAreReadOrRefused() {
        HostileTexts.forEachSeed(random -> {
            for (IdGenerator<?> generator : GENERATORS) {
                for (int i = 0; i < TEXTS_PER_TRY; i++) {
                    textIsReadOrRefused(generator, HostileTexts.next(random, r -> text(generator)), random);
                }
            }
        });
    }

    @Test
    void valuesAreDecodedOrRefused() {
        HostileTexts.forEachSeed(random -> {
            for (IdGenerator<?> generator : GENERATORS) {
                valueIsDecodedOrRefused(generator, random);
            }
        });
    }

    @Test
    void businessCodesAreWrittenOrRefused() {
        HostileTexts.forEachSeed(random -> {
            for (int i = 0; i < TEXTS_PER_TRY; i++) {
                String code = HostileTexts.next(random, r -> "ORDR".substring(r.nextInt(4)));
                boolean wellFormed = code.matches("[0-9A-Za-z]{0,4}");
                for (Callable<String> call : List.<Callable<String>>of(
                        () -> SERVICE.nextId(code),
                        () -> SERVICE.nextIds(code, 2).get(1),
                        () -> SERVICE.nextIdAsync(code).join(),
                        () -> SERVICE.forBusiness(code).next())) {
                    String id = orRefused(call, InvalidBusinessCodeException.class, code);
                    assertThat(id != null).as("taken: %s", shown(code)).isEqualTo(wellFormed);
                    if (id != null) {
                        DecodedId parts = SERVICE.decode(id);
                        assertThat(parts.text("business")).isEqualTo(code);
                        assertThat(parts.number("bucket")).isBetween(0L, 255L);
                        assertThat(parts.number("number")).isBetween(0L, (1L << 18) - 1);
                    }
                }
            }
        });
    }

    @Test
    void rangesAreGivenOrRefused() {
        HostileTexts.forEachSeed(random -> {
            Instant from = instant(random);
            Instant to = instant(random);
            orRefused(() -> SERVICE.range(from, to), IllegalArgumentException.class, from + " to " + to);
        });
    }

    @Test
    void templatesAreUsedOrRefused() {
        HostileTexts.forEachSeed(random -> {
            for (int i = 0; i < TEXTS_PER_TRY; i++) {
                String template = HostileTexts.next(random, r -> "INV-{yyyyMM}-{000000}");
                NumberTemplate made =
                        orRefused(() -> new NumberTemplate(template), IllegalArgumentException.class, template);
                if (made != null) {
                    long day = LocalDate.of(2026, 3, 1).toEpochDay();
                    long number = random.nextLong(made.max() + 1);
                    assertThat(made.bits(made.of(day, number)).low()).isEqualTo(number);
                }
            }
        });
    }

    private static <T> String text(IdGenerator<T> generator) {
        return generator.format(generator.next());
    }

    private static <T> void textIsReadOrRefused(IdGenerator<T> generator, String text, RandomGenerator random) {
        T id = orRefused(() -> generator.parse(text), InvalidIdException.class, generator + ": " + shown(text));
        if (id != null) {
            agrees(generator, id);
        }
        if (generator.next() instanceof String) {
            @SuppressWarnings("unchecked")
            T asId = (T) text;
            decodedOrRefused(generator, asId, random);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> void valueIsDecodedOrRefused(IdGenerator<T> generator, RandomGenerator random) {
        T issued = generator.next();
        T id;
        if (issued instanceof Long number) {
            id = (T) (Long) number(random, number);
        } else if (issued instanceof UUID uuid) {
            id = (T) new UUID(
                    number(random, uuid.getMostSignificantBits()), number(random, uuid.getLeastSignificantBits()));
        } else {
            id = issued;
        }
        decodedOrRefused(generator, id, random);
    }

    private static <T> void decodedOrRefused(IdGenerator<T> generator, T id, RandomGenerator random) {
        String what = generator + ": " + shown(String.valueOf(id));
        DecodedId parts = orRefused(() -> generator.decode(id), InvalidIdException.class, what);
        if (parts != null) {
            agrees(generator, id);
        }
        Instant by = instant(random);
        DecodedId then = orRefused(() -> generator.decode(id, by), InvalidIdException.class, what + " by " + by);
        if (parts != null && then != null) {
            assertThat(then.parts()).as(what).isEqualTo(parts.parts());
        }
    }

    private static <T> void agrees(IdGenerator<T> generator, T id) {
        String text = generator.format(id);
        T read = generator.parse(text);
        assertThat(generator.format(read)).as("%s: %s", generator, id).isEqualTo(text);
        assertThat(generator.decode(read)).as("%s: %s", generator, id).isEqualTo(generator.decode(id));
    }

    /** Any number, or the given one with some bits turned. */
    private static long number(RandomGenerator random, long near) {
        return switch (random.nextInt(5)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextLong() >> random.nextInt(64);
            case 2 -> (random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE) ^ random.nextInt(3);
            case 3 -> near;
            default -> near ^ 1L << random.nextInt(64) ^ 1L << random.nextInt(64);
        };
    }

    private static Instant instant(RandomGenerator random) {
        return switch (random.nextInt(5)) {
            case 0 -> Instant.MIN;
            case 1 -> Instant.MAX;
            case 2 -> Instant.ofEpochMilli(random.nextLong());
            case 3 ->
                Instant.ofEpochSecond(
                        random.nextLong(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond()), random.nextInt());
            default -> Instant.ofEpochMilli(random.nextLong(1L << 42));
        };
    }

    /** What a call returns, or null if it throws the exception expected. */
    private static <T> T orRefused(Callable<T> call, Class<? extends RuntimeException> expected, String what) {
        inputs++;
        try {
            return call.call();
        } catch (Exception e) {
            if (e.getClass() != expected) {
                return fail(e.getClass() + " for " + shown(what), e);
            }
            assertThat(e.getMessage()).as("message for %s", shown(what)).hasSizeBetween(10, LONGEST_MESSAGE);
            return null;
        }
    }

    private static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        text.chars().limit(200).forEach(c -> {
            if (c > ' ' - 1 && c < 127) {
                shown.append((char) c);
            } else {
                shown.append(String.format("\\u%04x", c));
            }
        });
        return shown.toString();
    }
}
