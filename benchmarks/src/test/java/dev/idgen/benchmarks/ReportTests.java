package dev.idgen.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

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
                <!-- begin DecodeBenchmark -->
                <!-- end DecodeBenchmark -->
                <!-- begin LongIdBenchmark -->
                <!-- end LongIdBenchmark -->
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

    private Element chart(String name) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        Document document = factory.newDocumentBuilder()
                .parse(docs.resolve("charts/" + name + ".svg").toFile());
        return document.getDocumentElement();
    }

    private static double[] widths(Element svg) {
        NodeList bars = svg.getElementsByTagName("rect");
        return IntStream.range(0, bars.getLength())
                .mapToDouble(i -> Double.parseDouble(((Element) bars.item(i)).getAttribute("width")))
                .toArray();
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
    void machineNamesTheVersionsComparedWith() throws Exception {
        Report.write(page, results);

        assertThat(page)
                .content()
                .containsPattern("CosId \\d+\\.\\d+")
                .containsPattern("Lable UniqueID \\d")
                .doesNotContain("${");
    }

    @Test
    void barsAreAsLongAsTheirValues() throws Exception {
        result("SegmentBenchmark-1.json");

        Report.write(page, results);

        Element svg = chart("SegmentBenchmark");
        double[] widths = widths(svg);
        assertThat(widths).hasSize(3);
        assertThat(widths[1] / widths[0]).isBetween(0.49, 0.51);
        assertThat(widths[2] / widths[0]).isBetween(0.74, 0.76);
        assertThat(svg.getTextContent()).contains("CosId SegmentChainId").doesNotContain("`");
        assertThat(Files.readString(docs.resolve("charts/SegmentBenchmark.svg")))
                .contains("prefers-color-scheme: dark", "class=\"ours\"", "class=\"peer\"", "class=\"limit\"");
    }

    @Test
    void logarithmicBarsTellTheOrderOfMagnitude() throws Exception {
        Files.writeString(results.resolve("RedisHarness.jsonl"), """
                {"table":"redis","threads":1,"":"ids","per second":9e6,"of raw increments":900.0}
                {"table":"redis","threads":200,"":"raw increments (`INCR`)","per second":10000.0,"of raw increments":1.0}
                {"table":"redis","threads":200,"":"a < b & c","per second":100000.0,"of raw increments":10.0}
                {"table":"redis","threads":200,"":"ids","per second":1000000.0,"of raw increments":100.5}
                {"table":"redis","threads":200,"":"other","per second":"not done after 60 s","of raw increments":"–"}
                """);

        Report.write(page, results);

        Element svg = chart("redis");
        double[] widths = widths(svg);
        assertThat(widths).hasSize(3);
        assertThat(widths[1] / widths[0]).isBetween(1.98, 2.02);
        assertThat(widths[2] / widths[0]).isBetween(2.98, 3.02);
        assertThat(svg.getTextContent()).contains("a < b & c", "logarithmic");
        assertThat(page).content().contains("""
                | threads | | per second | of raw increments |
                |---|---|---|---|
                | 1 | ids | 9,000,000 | 900 |
                """).contains("| 200 | other | not done after 60 s | – |\n");
    }

    @Test
    void parametersArePartOfTheLabel() throws Exception {
        result("DecodeBenchmark-1.json");

        Report.write(page, results);

        assertThat(page).content().contains("""
                | | 1 thread | spread, % |
                |---|---|---|
                | decode ulid | 20 | – |
                """);
    }

    @Test
    void whatWaitsIsNotShownWithManyThreads() throws Exception {
        for (int threads : new int[] {1, 64}) {
            Files.writeString(results.resolve("LongIdBenchmark-" + threads + ".json"), """
                    [{"benchmark": "dev.idgen.benchmarks.LongIdBenchmark.sonyflake", "threads": %1$d,
                      "primaryMetric": {"score": 50.0, "scoreUnit": "ops/us", "rawData": [[50.0]]}},
                     {"benchmark": "dev.idgen.benchmarks.LongIdBenchmark.instagram", "threads": %1$d,
                      "primaryMetric": {"score": 20.0, "scoreUnit": "ops/us", "rawData": [[20.0]]}}]
                    """.formatted(threads));
        }

        Report.write(page, results);

        assertThat(page).content().contains("| sonyflake | 50 | – |").contains("| instagram | 20 | 20 |");
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
                .hasMessage(
                        "the page has no place 'other', only [machine, DecodeBenchmark, LongIdBenchmark, lag, SegmentBenchmark, redis]");
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
