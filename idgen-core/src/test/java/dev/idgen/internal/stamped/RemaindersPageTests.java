package dev.idgen.internal.stamped;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.GeneratedTable;
import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.counted.NumberForm;
import dev.idgen.internal.ids.IdSource;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.stamped.StandardSchemes.Mode;
import dev.idgen.internal.stamped.node.LocalNodeSource;
import dev.idgen.internal.stamped.node.NodeSource;
import dev.idgen.internal.store.memory.InMemoryRegister;
import dev.idgen.internal.string.StringIdFormat;
import dev.idgen.internal.string.StringIdService;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.SequenceSettings;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Counts how ids that are drawn slowly spread over n shards by {@code id % n}, for the table in {@code docs/sharding.md}, which {@code
 * -Didgen.docs.write=true} writes anew. Time is logical and chance is seeded, so all figures come out the same each time.
 */
class RemaindersPageTests {

    private static final Path PAGE = Path.of("..", "docs", "sharding.md");

    private static final int[] SHARDS = {4, 64, 1024};
    private static final int IDS = 1 << 19;
    private static final int FLEET = 4;
    private static final long SEED = 20_260_101;

    /** The numbers of string ids are leased on a thread of its own, on a machine that may be busy. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Shards that differ by no more than chance has it: of 1024 with 512 ids each the fullest has 1.15 times as many. */
    private static final double EVEN = 1.25;

    private static final Map<String, Scheme<Long>> SCHEMES = schemes();

    private static Map<String, Scheme<Long>> schemes() {
        Map<String, Scheme<Long>> schemes = new LinkedHashMap<>();
        schemes.put("`snowflake`", StandardSchemes.snowflake());
        schemes.put("`tsid`", StandardSchemes.tsid());
        schemes.put("`instagram`", StandardSchemes.instagram());
        schemes.put("`js-safe`", StandardSchemes.jsSafe());
        schemes.put("`trace-id`", StandardSchemes.traceId(0));
        schemes.put("`sonyflake`", StandardSchemes.sonyflake());
        schemes.put("`eight-byte`", StandardSchemes.eightByte(Mode.SPREAD, 0));
        return schemes;
    }

    /** A snowflake as most write it: each millisecond begins with 0. */
    private static Scheme<Long> fromZero() {
        return Scheme.longs("snowflake")
                .epoch(StandardSchemes.snowflake().epoch())
                .tick("timestamp", 41)
                .node("worker", 10)
                .sequence("sequence", 12)
                .firstNumber(0, 0)
                .build();
    }

    /** The ids of a fleet, one each one to four ticks, of an instance that chance picks. */
    private static LongSupplier slowly(Scheme<Long> scheme, int instances, Function<IdSource, IdSource> form) {
        ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
        Random chance = new Random(SEED);
        List<IdSource> fleet = new ArrayList<>();
        for (int i = 1; i <= instances; i++) {
            Entropy entropy = new Entropy(SEED, i);
            NodeSource nodes = LocalNodeSource.fixed(i, time);
            fleet.add(form.apply(
                    new Stamper("test", scheme, () -> nodes, time, GeneratorSettings.defaults(), () -> entropy)));
        }
        Duration tick = scheme.scale().tick();
        return () -> {
            time.advance(tick.multipliedBy(1 + chance.nextInt(4)));
            return fleet.get(chance.nextInt(instances)).nextLong();
        };
    }

    /** Numbers that instances fetch in blocks of 100. */
    private static LongSupplier counted(NumberForm numbers, int instances) {
        Random chance = new Random(SEED);
        long[] next = new long[instances];
        long[] last = {0};
        return () -> {
            int i = chance.nextInt(instances);
            if (next[i] % 100 == 0) {
                next[i] = last[0];
                last[0] += 100;
            }
            return numbers.id(++next[i]);
        };
    }

    /** Each launch has a number, and a generator that the store counted out. */
    private static LongSupplier decimal(int instances) {
        Random chance = new Random(SEED);
        long[] drawn = new long[instances];
        return () -> {
            int i = chance.nextInt(instances);
            return new NumberForm.Decimal(i + 1, Region.ALL)
                    .id(drawn[i]++ + (long) i * NumberForm.Decimal.PER_GENERATOR);
        };
    }

    /** The eight digits at the end, of 64 at a time. */
    private static LongSupplier digits(StringIdService strings) {
        List<String> ids = new ArrayList<>();
        return () -> {
            if (ids.isEmpty()) {
                ids.addAll(strings.nextIds("ORDR", 64));
            }
            String id = ids.remove(ids.size() - 1);
            return Long.parseLong(id.substring(id.length() - 8));
        };
    }

    /** String ids on a store in memory. */
    static StringIdService strings(@Nullable String scrambleKey, TimeSource time) {
        StringIdFormat format = new StringIdFormat(ZoneOffset.UTC, BucketLayout.STANDARD, scrambleKey);
        SequenceSettings defaults = SequenceSettings.defaults();
        SequenceSettings patient = new SequenceSettings(
                defaults.leaseTtl(),
                PATIENCE,
                defaults.requestTimeout(),
                defaults.breakerWait(),
                defaults.maxLead(),
                defaults.maxSkew());
        InMemoryRegister register = new InMemoryRegister(time);
        return new StringIdService(
                format,
                () -> BucketSequence.start(
                        "memory", format.terms(), patient, register, BucketLayout.STANDARD, time, format::newWriter));
    }

    /** How many times its share the fullest of so many shards has, for each of {@link #SHARDS}. */
    private static double[] fullest(LongSupplier ids) {
        int[][] counts = IntStream.of(SHARDS).mapToObj(int[]::new).toArray(int[][]::new);
        for (int i = 0; i < IDS; i++) {
            long id = ids.getAsLong();
            for (int[] shards : counts) {
                shards[(int) Math.floorMod(id, (long) shards.length)]++;
            }
        }
        return IntStream.range(0, SHARDS.length)
                .mapToDouble(i -> IntStream.of(counts[i]).max().getAsInt() / ((double) IDS / SHARDS[i]))
                .toArray();
    }

    private static String row(String name, String instances, double[] fullest) {
        return "| " + name + " | " + instances + " | "
                + IntStream.range(0, SHARDS.length)
                        .mapToObj(i -> times(fullest[i]))
                        .collect(joining(" | "))
                + " |\n";
    }

    private static String times(double factor) {
        return factor < EVEN ? "1" : String.format(Locale.ROOT, factor < 1.95 ? "**%.1f**" : "**%.0f**", factor);
    }

    /** One row if it makes no difference how many instances there are. */
    private static String rows(String name, IntFunction<LongSupplier> fleet) {
        double[] one = fullest(fleet.apply(1));
        double[] several = fullest(fleet.apply(FLEET));
        String both = row(name, "1 or " + FLEET, one);
        return both.equals(row(name, "1 or " + FLEET, several))
                ? both
                : row(name, "1", one) + row(name, String.valueOf(FLEET), several);
    }

    private static double[] worst(List<double[]> all) {
        return IntStream.range(0, SHARDS.length)
                .mapToDouble(
                        i -> all.stream().mapToDouble(each -> each[i]).max().getAsDouble())
                .toArray();
    }

    @Test
    void tableSaysHowManyTimesItsShareTheFullestShardHas() throws IOException {
        StringBuilder table = new StringBuilder("| type | instances | ")
                .append(IntStream.of(SHARDS).mapToObj(n -> "n = " + n).collect(joining(" | ")))
                .append(" |\n|---|---|")
                .append("---|".repeat(SHARDS.length))
                .append('\n');
        SCHEMES.forEach((name, scheme) ->
                table.append(rows(name, instances -> slowly(scheme, instances, Function.identity()))));
        table.append(rows(
                "a snowflake whose milliseconds begin with 0",
                instances -> slowly(fromZero(), instances, Function.identity())));
        List<double[]> scrambled = new ArrayList<>();
        SCHEMES.values().forEach(scheme -> {
            for (int instances : new int[] {1, FLEET}) {
                scrambled.add(fullest(slowly(scheme, instances, plain -> new ScrambledNumbers(plain, "key"))));
            }
        });
        table.append(row("any type above with `scramble: true`", "1 or " + FLEET, worst(scrambled)));
        NumberForm.Linear all = new NumberForm.Linear("test", 1, 1, Long.MAX_VALUE);
        table.append(rows("`counter`, `segment`", instances -> counted(all, instances)));
        table.append(rows(
                "the same with `idgen.region: 1/4`", instances -> counted(all.in(new Region(1, 4)), instances)));
        table.append(rows("`decimal-id`", RemaindersPageTests::decimal));
        for (String key : new String[] {"default", null}) {
            try (StringIdService strings = strings(key, new ManualTime())) {
                table.append(row(
                        "string ids, the eight digits" + (key == null ? " with `idgen.string.scramble: false`" : ""),
                        "1",
                        fullest(digits(strings))));
            }
        }
        GeneratedTable.check(PAGE, "remainders", table);
    }

    /** What the page says without a figure: each remainder of a power of two that the first number's random bits reach is as likely. */
    @Test
    void firstNumbersReachHalfTheBitsOfTheSequence() {
        assertThat(SCHEMES).allSatisfy((name, scheme) -> {
            int bits = scheme.composition().sequenceBits();
            assertThat(scheme.firstNumber().spreadBits()).isEqualTo(bits / 2);
        });
    }
}
