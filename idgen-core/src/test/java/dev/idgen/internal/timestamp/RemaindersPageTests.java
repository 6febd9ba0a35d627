package dev.idgen.internal.timestamp;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.ids.IdSource;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.timestamp.StandardSchemes.Mode;
import dev.idgen.internal.timestamp.node.LocalNodeSource;
import dev.idgen.internal.timestamp.node.NodeSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Counts how ids that are drawn slowly spread over n shards by {@code id % n}, for the rows of stamped ids in
 * {@code docs/generated/shards.md}. Time is logical and chance is seeded, so all figures come out the same each time.
 */
class RemaindersPageTests {

    private static final int[] SHARDS = {4, 64, 1024};
    private static final int IDS = 1 << 19;
    private static final int FLEET = 4;
    private static final long SEED = 20_260_101;

    /** Shards that differ by no more than chance has it: of 1024 with 512 ids each the fullest has 1.15 times as many. */
    private static final double EVEN = 1.25;

    static Stream<Arguments> schemes() {
        return Stream.of(
                arguments("`snowflake`", StandardSchemes.snowflake()),
                arguments("`tsid`", StandardSchemes.tsid()),
                arguments("`instagram`", StandardSchemes.instagram()),
                arguments("`js-safe`", StandardSchemes.jsSafe()),
                arguments("`trace-id`", StandardSchemes.traceId(0)),
                arguments("`sonyflake`", StandardSchemes.sonyflake()),
                arguments("`eight-byte`", StandardSchemes.eightByte(Mode.SPREAD, 0)));
    }

    /** The ids of a fleet, one each one to four ticks, of an instance that chance picks. */
    private static LongSupplier slowly(Scheme<Long> scheme, int instances, boolean isScrambled) {
        ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
        Random chance = new Random(SEED);
        List<IdSource> fleet = IntStream.rangeClosed(1, instances)
                .mapToObj(i -> {
                    NodeSource nodes = LocalNodeSource.fixed(i, time);
                    IdSource ids = new Stamper(
                            "test",
                            scheme,
                            () -> nodes,
                            time,
                            GeneratorSettings.defaults(),
                            new NodeEntropy(() -> new Entropy(SEED, i)));
                    return isScrambled ? new ScrambledNumbers(ids, "key") : ids;
                })
                .toList();
        Duration tick = scheme.scale().tick();
        return () -> {
            time.advance(tick.multipliedBy(1 + chance.nextInt(4)));
            return fleet.get(chance.nextInt(instances)).nextLong();
        };
    }

    /** How many times its share the fullest of so many shards has, for each of {@link #SHARDS}. */
    private static String fullest(LongSupplier ids) {
        int[][] counts = IntStream.of(SHARDS).mapToObj(int[]::new).toArray(int[][]::new);
        for (int i = 0; i < IDS; i++) {
            long id = ids.getAsLong();
            for (int[] shards : counts) {
                shards[(int) Math.floorMod(id, (long) shards.length)]++;
            }
        }
        return Stream.of(counts)
                .map(shards -> times(IntStream.of(shards).max().getAsInt() / ((double) IDS / shards.length)))
                .collect(joining(" | "));
    }

    private static String times(double factor) {
        return factor < EVEN ? "1" : String.format(Locale.ROOT, factor < 1.95 ? "**%.1f**" : "**%.0f**", factor);
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void pageSaysHowManyTimesItsShareTheFullestShardHas(String name, Scheme<Long> scheme) {
        String one = fullest(slowly(scheme, 1, false));
        String several = fullest(slowly(scheme, FLEET, false));
        String rows = one.equals(several)
                ? String.format("| %s | 1 or %d | %s |\n", name, FLEET, one)
                : String.format("| %1$s | 1 | %2$s |\n| %1$s | %3$d | %4$s |\n", name, one, FLEET, several);
        assertThat(Path.of("..", "docs", "generated", "shards.md")).content().contains(rows);
        assertThat(fullest(slowly(scheme, 1, true)))
                .isEqualTo(fullest(slowly(scheme, FLEET, true)))
                .isEqualTo("1 | 1 | 1");
    }
}
