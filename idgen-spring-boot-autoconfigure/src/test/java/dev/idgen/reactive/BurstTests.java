package dev.idgen.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asynchronous callers that wait need no threads of their own, on few processors either. */
class BurstTests {

    private static final Pattern OUTCOME = Pattern.compile("failed (\\d+), threads (\\d+)");
    private static final int FEW = 50;

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void waitingCallersShareAFewThreads(int processors, @TempDir Path directory)
            throws IOException, InterruptedException {
        Path log = directory.resolve("log");
        List<String> options = List.of("-XX:ActiveProcessorCount=" + processors, "-XX:TieredStopAtLevel=1");
        JavaProcess.run(log, options, BurstApplication.class, List.of());
        Matcher outcome = OUTCOME.matcher(Files.readString(log));
        assertThat(outcome.find()).as(Files.readString(log)).isTrue();
        assertThat(outcome.group(1)).isEqualTo(Integer.toString(2 * BurstApplication.CALLERS));
        assertThat(Integer.parseInt(outcome.group(2))).isLessThan(FEW);
    }
}
