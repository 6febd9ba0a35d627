package dev.idgen.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.localredis.TestSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Comes last in a build: says on the console which tests were skipped, and fails if they must not be. {@code
 * -Didgen.docs.write=true} writes the servers of this build into the table of {@code docs/versioning.md}.
 */
class BuildSummaryTests {

    private static final Pattern TABLE =
            Pattern.compile("(?s)(<!-- contracts -->\\n.*?\\|---\\|---\\|---\\|\\n)(.*?)(<!-- end -->)");
    private static final Pattern ROW = Pattern.compile("\\| (.+?) (\\|.*)");

    private final TestSummary summary;

    BuildSummaryTests() throws IOException {
        summary = TestSummary.of(Path.of(System.getProperty("idgen.tests.runs")));
    }

    @Test
    void eachSkippedTestNamesWhatItNeedsAndNoRequiredGroupIsSkipped() {
        summary.skipped().forEach(line -> System.out.println("[WARNING] " + line));
        assertThat(summary.faults(System.getProperty("idgen.tests.require", "")))
                .as("tests that were skipped, but must not be")
                .isEmpty();
    }

    /** Rows of servers that this build did not have stay. */
    @Test
    void tableHasTheServersOfThisBuild() throws IOException {
        if (!Boolean.getBoolean("idgen.docs.write")) {
            return;
        }
        Path page = Path.of("..", "docs", "versioning.md");
        String text = Files.readString(page);
        Matcher table = TABLE.matcher(text);
        assertThat(table.find()).as("a table of servers in " + page).isTrue();
        Map<String, String> rows = new TreeMap<>();
        table.group(2).lines().forEach(line -> {
            Matcher row = ROW.matcher(line);
            assertThat(row.matches()).as(line).isTrue();
            rows.put(row.group(1), row.group(2));
        });
        String today = LocalDate.now(ZoneOffset.UTC).toString();
        summary.passed().forEach((server, runs) -> rows.put(server, "| " + runs + " passed | " + today + " |"));
        String written = rows.entrySet().stream()
                .map(row -> "| " + row.getKey() + " " + row.getValue() + "\n")
                .collect(Collectors.joining());
        Files.writeString(page, table.replaceFirst("$1" + Matcher.quoteReplacement(written) + "$3"));
    }
}
