package dev.idgen.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTests {

    private static final Path REAL_PAGE = Path.of("../docs/measurements.md");
    private static final Path SUMMARY = Path.of("../docs/benchmarks.md");

    @TempDir
    Path results;

    @TempDir
    Path docs;

    private Path page;

    @BeforeEach
    void anEmptyPage() throws IOException {
        page = docs.resolve("measurements.md");
        Files.writeString(page, """
                Before.
                <!-- begin machine -->
                <!-- end machine -->
                <!-- begin lag -->
                <!-- end lag -->
                <!-- begin SegmentBenchmark -->
                old
                <!-- end SegmentBenchmark -->
                <!-- begin redis -->
                as it was
                <!-- end redis -->
                After.
                """);
    }

    private void result(String file) throws IOException {
        try (InputStream in = getClass().getResourceAsStream("/" + file)) {
            Files.copy(in, results.resolve(file));
        }
    }

    @Test
    void benchmarksShowThreadsSideBySideWithRatiosToTheBestPeer() throws Exception {
        result("SegmentBenchmark-1.json");
        result("SegmentBenchmark-8.json");

        Report.write(page, results);

        assertThat(page).content().contains("""
                | | 1 thread | 8 threads | spread, % | times the best peer |
                |---|---|---|---|---|
                | `AtomicLong.incrementAndGet` | 200 | 100 | 10 | – |
                | segment | 100 | 50 | 0 | 0.67, – |
                | CosId `SegmentChainId` | 150 | – | 0 | – |

                ![Millions per second with 8 threads](charts/SegmentBenchmark.svg)
                <!-- end SegmentBenchmark -->
                """);
    }

    @Test
    void whatWasNotMeasuredStaysAsItWas() throws Exception {
        Report.write(page, results);

        assertThat(page)
                .content()
                .startsWith("Before.\n<!-- begin machine -->\nMeasured on ")
                .contains("\nold\n<!-- end SegmentBenchmark -->")
                .endsWith("\nas it was\n<!-- end redis -->\nAfter.\n");
    }

    @Test
    void resultThatIsNoRateIsRefused() throws Exception {
        Files.writeString(results.resolve("Other-1.json"), """
                [{"benchmark": "dev.idgen.benchmarks.Other.timed", "threads": 1,
                  "primaryMetric": {"score": 50.0, "scoreUnit": "ns/op", "rawData": [[50.0]]}}]
                """);

        assertThatThrownBy(() -> Report.write(page, results))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("benchmarks are to count operations per microsecond, not ns/op");
    }

    @Test
    void tableWithoutAPlaceIsRefused() throws Exception {
        Files.writeString(results.resolve("Other.jsonl"), "{\"table\":\"other\",\"a\":1}\n");

        assertThatThrownBy(() -> Report.write(page, results))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the page has no place 'other', only [machine, lag, SegmentBenchmark, redis]");
    }

    @Test
    void columnsThatNameARowAreJoinedAndOthersLeftOut() throws Exception {
        Files.writeString(results.resolve("StampLagHarness.jsonl"), """
                {"table":"lag","ids":"string","rate":"full","threads":8,"within 1 ms, %":99.5,"within 2 ms, %":100,"max, ms":2}
                """);

        Report.write(page, results);

        assertThat(page).content().contains("""
                | | within 1 ms, % | max, ms |
                |---|---|---|
                | string, full, 8 | 99.5 | 2 |
                """);
    }

    @Test
    void summaryHasTheFiguresOfTheMeasurements() throws IOException {
        String summary = Files.readString(SUMMARY);
        assertThat(Summary.of(Files.readString(REAL_PAGE), summary)).isEqualTo(summary);
    }

    @Test
    void pageHasAPlaceForEveryTableThatIsMeasured() throws IOException {
        String measured =
                "machine StringIdBenchmark LongIdBenchmark WideIdBenchmark SegmentBenchmark DecodeBenchmark redis"
                        + " counters restart burst sustained latency service start memory littlecpu lag growth virtual";
        assertThat(new Page(Files.readString(REAL_PAGE)).places()).containsExactlyInAnyOrder(measured.split(" ", -1));
    }
}
