package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.localredis.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two fleets of four processes with four threads each, on two Redis servers that know nothing of each other, and no id comes twice.
 *
 * <p>Runs with {@code -Didgen.region.ids=100000000}, which says how many ids are drawn in all.
 */
@EnabledIfSystemProperty(named = "idgen.region.ids", matches = "\\d+")
@Tag(Fleet.TAG)
class RegionsOfFleetsIntegrationTests {

    private static final int THREADS = 4;
    private static final int PARTS = 16;
    private static final int EACH = (int) (Long.getLong("idgen.region.ids", 0) / (2L * Fleet.SIZE * THREADS));
    private static final Duration MOST = Duration.ofMinutes(30);

    @TempDir
    private Path directory;

    @AutoClose
    private final RedisServer here = RedisServer.running();

    @AutoClose
    private final RedisServer there = RedisServer.running();

    @Test
    void idsOfTwoRegionsAreUnique() {
        IssuedIds.Count count;
        try (Fleet fleet = Fleet.start(
                directory, List.of(here, there), List.of("--fleet.threads=" + THREADS, "--fleet.ids=" + EACH))) {
            fleet.go();
            fleet.awaitAll(MOST).forEach(System.out::println);
            count = IssuedIds.count(fleet.files(), PARTS);
        }
        System.out.println("Regions: " + count);
        assertThat(count).isEqualTo(new IssuedIds.Count(2L * Fleet.SIZE * THREADS * EACH, 0));
    }
}
