package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.DecodedId;
import dev.idgen.IdGenerator;
import dev.idgen.InvalidBusinessCodeException;
import dev.idgen.InvalidIdException;
import dev.idgen.LongIdGenerator;
import dev.idgen.TextForm;
import dev.idgen.internal.codec.HostileTexts;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.string.StringIdFormat;
import dev.idgen.internal.string.StringIdService;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.SequenceFixture;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.timestamp.GeneratorSettings;
import dev.idgen.internal.timestamp.SchemeCases;
import dev.idgen.internal.timestamp.node.ManualNodes;
import dev.idgen.standalone.Counters;
import dev.idgen.standalone.Generators;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Whatever is handed in, what comes back is a value or the exception that the method's description names, and soon. A value
 * that comes back is written as a text that is read as the same value.
 */
class HostileInputTests {

    private static final int TEXTS_PER_TRY = 4;
    private static final int LONGEST_MESSAGE = 600;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final TimeSource TIME = TimeSource.system();

    @AutoClose
    private static final Counters COUNTERS = Counters.inMemory();

    private static final StringIdFormat FORMAT = new StringIdFormat(ZoneOffset.UTC, BucketLayout.STANDARD, "a key");

    @AutoClose
    private static final StringIdService SERVICE = new StringIdService(
            FORMAT,
            () -> BucketSequence.start(
                    "hostile",
                    FORMAT.terms(),
                    SequenceFixture.patient(PATIENCE),
                    new InMemoryLeaseStore(TIME),
                    BucketLayout.STANDARD,
                    TIME,
                    FORMAT::newWriter));

    private static final List<Issued<?>> ISSUED = issued();

    /** A generator, and an id of it. */
    private record Issued<T>(IdGenerator<T> generator, T id) {

        static <T> Issued<T> by(IdGenerator<T> generator) {
            return new Issued<>(generator, generator.next());
        }

        String text() {
            return generator.format(id);
        }
    }

    private static List<Issued<?>> issued() {
        ManualTime time = new ManualTime(Instant.parse("2026-03-01T12:00:00.050Z"));
        GeneratorSettings settings = new GeneratorSettings(Duration.ofHours(1), PATIENCE);
        List<IdGenerator<?>> all = new ArrayList<>(List.of(
                COUNTERS.segment("segment"),
                COUNTERS.multiCounter("ranges", 10, 1_000_000_000_000L),
                COUNTERS.decimalId("decimal", 7),
                COUNTERS.randomClaim("claimed", Long.MAX_VALUE - 1),
                COUNTERS.counter("plain", "{0000000000}"),
                COUNTERS.counter("monthly", "INV-{yyyyMM}-{00000000}"),
                COUNTERS.counter("daily", "{000000000}/{yyyy-MM-dd}"),
                Generators.uuidV4(),
                SERVICE.forBusiness("ORDR")));
        SchemeCases.ALL.forEach(scheme ->
                all.add(scheme.on(ManualNodes.fixed(3, time), time, settings).generator()));
        List.copyOf(all).forEach(generator -> {
            if (generator instanceof LongIdGenerator longs) {
                EnumSet.complementOf(EnumSet.of(TextForm.TYPEID)).stream()
                        .map(longs::text)
                        .forEach(all::add);
            }
        });
        return all.stream().<Issued<?>>map(Issued::by).toList();
    }

    @Test
    void textsAreReadOrRefused() {
        HostileTexts.forEachSeed(random -> {
            for (Issued<?> issued : ISSUED) {
                for (int i = 0; i < TEXTS_PER_TRY; i++) {
                    textIsReadOrRefused(issued, HostileTexts.next(random, r -> issued.text()), random);
                }
            }
        });
    }

    @Test
    void valuesAreDecodedOrRefused() {
        HostileTexts.forEachSeed(random -> ISSUED.forEach(issued -> valueIsDecodedOrRefused(issued, random)));
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
                    assertThat(id != null).as("taken: %s", Quote.of(code)).isEqualTo(wellFormed);
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

    /** Called by the fuzzer of .github/workflows/fuzz.yml, which looks for texts that take another path. */
    public static void fuzzerTestOneInput(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        ISSUED.forEach(issued -> textIsReadOrRefused(issued, text, new Random(input.length)));
    }

    private static <T> void textIsReadOrRefused(Issued<T> issued, String text, RandomGenerator random) {
        IdGenerator<T> generator = issued.generator();
        T id = orRefused(() -> generator.parse(text), InvalidIdException.class, generator + ": " + text);
        if (id != null) {
            agrees(generator, id);
        }
        if (issued.id() instanceof String) {
            @SuppressWarnings("unchecked")
            T asId = (T) text;
            decodedOrRefused(generator, asId, random);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> void valueIsDecodedOrRefused(Issued<T> issued, RandomGenerator random) {
        T id = issued.id();
        if (id instanceof Long number) {
            id = (T) (Long) number(random, number);
        } else if (id instanceof UUID uuid) {
            id = (T) new UUID(
                    number(random, uuid.getMostSignificantBits()), number(random, uuid.getLeastSignificantBits()));
        }
        decodedOrRefused(issued.generator(), id, random);
    }

    private static <T> void decodedOrRefused(IdGenerator<T> generator, T id, RandomGenerator random) {
        String what = generator + ": " + id;
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
        return switch (random.nextInt(4)) {
            case 0 -> Instant.MIN;
            case 1 -> Instant.MAX;
            case 2 -> Instant.ofEpochMilli(random.nextLong());
            default -> Instant.ofEpochMilli(random.nextLong(1L << 42));
        };
    }

    /** What a call returns, or null if it throws the exception expected. */
    private static <T> T orRefused(Callable<T> call, Class<? extends RuntimeException> expected, String what) {
        try {
            return call.call();
        } catch (Exception e) {
            assertThat(e).as(() -> "for " + Quote.of(what)).isExactlyInstanceOf(expected);
            assertThat(e.getMessage()).as(() -> "message for " + Quote.of(what)).hasSizeBetween(10, LONGEST_MESSAGE);
            return null;
        }
    }
}
