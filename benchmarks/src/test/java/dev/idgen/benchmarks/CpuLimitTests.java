package dev.idgen.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuLimitTests {

    private static final double CORES = 0.2;

    @TempDir
    Path groups;

    private static Path groupIn(Path folder) throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            return found.findFirst().orElseThrow();
        }
    }

    @Test
    void secondVersionHasQuotaAndPeriodInOneFileAndTheFirstInTwoOfItsController() throws IOException {
        CpuLimit limit = CpuLimit.in(groups, CORES);
        Path group = groupIn(groups);
        assertThat(group.resolve("cpu.max")).hasContent("20000 100000");
        assertThat(limit.prefix()).endsWith(group.resolve("cgroup.procs").toString());

        Path controller = Files.createDirectory(groups.resolve("cpu"));
        limit = CpuLimit.in(groups, CORES);
        group = groupIn(controller);
        assertThat(group.resolve("cpu.cfs_period_us")).hasContent("100000");
        assertThat(group.resolve("cpu.cfs_quota_us")).hasContent("20000");
        assertThat(limit.prefix()).endsWith(group.resolve("cgroup.procs").toString());
    }

    @Test
    void usageIsWhatCameSince() throws IOException {
        CpuLimit limit = CpuLimit.in(groups, CORES);
        Path stat = groupIn(groups).resolve("cpu.stat");
        Files.writeString(stat, "usage_usec 9\nnr_periods 100\nnr_throttled 40\nthrottled_usec 7\n");
        CpuLimit.Usage before = limit.usage();
        Files.writeString(stat, "usage_usec 9\nnr_periods 150\nnr_throttled 45\nthrottled_usec 7\n");

        assertThat(limit.usage().since(before)).isEqualTo(new CpuLimit.Usage(50, 5));
    }
}
