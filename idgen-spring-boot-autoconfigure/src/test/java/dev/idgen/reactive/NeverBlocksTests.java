package dev.idgen.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads of Reactor never wait for an id: BlockHound watches {@link WatchedApplication}, and is seen to notice one that does. */
class NeverBlocksTests {

    private static final String ID = "\\d{15}ORDR\\d{8}";

    private static final Map<String, String> outcomes = new LinkedHashMap<>();

    @BeforeAll
    static void run(@TempDir Path directory) throws IOException, InterruptedException {
        Path log = directory.resolve("log");
        List<String> options = List.of(
                "-XX:+AllowRedefinitionToAddDeleteMethods", // BlockHound wants it
                "-XX:+EnableDynamicAgentLoading",
                "-XX:TieredStopAtLevel=1"); // it lives for seconds
        JavaProcess.run(log, options, WatchedApplication.class, List.of());
        for (String line : Files.readAllLines(log)) {
            if (line.startsWith(WatchedApplication.OUTCOME)) {
                String[] outcome =
                        line.substring(WatchedApplication.OUTCOME.length()).split(": ", 2);
                outcomes.put(outcome[0], outcome[1]);
            }
        }
        assertThat(outcomes).as(Files.readString(log)).hasSize(8 + WatchedApplication.TYPES.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"service", "r2dbc", "mongodb"})
    void idIsIssuedWithoutBlocking(String way) {
        assertThat(outcomes.get(way + " without stock")).matches(".*" + ID + ".*");
        assertThat(outcomes.get(way + " with stock")).matches(".*" + ID + ".*");
    }

    @ParameterizedTest
    @FieldSource("dev.idgen.reactive.WatchedApplication#TYPES")
    void firstIdOfAGeneratorIsIssuedWithoutBlocking(String type) {
        assertThat(outcomes.get(type)).matches("[0-9A-Za-z-]+");
    }

    @Test
    void blockingCallIsReportedIfTheStockIsEmpty() {
        assertThat(outcomes.get("blocking without stock")).contains("BlockingOperationError");
        assertThat(outcomes.get("blocking with stock")).matches(ID);
    }
}
