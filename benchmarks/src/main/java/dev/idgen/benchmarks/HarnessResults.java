package dev.idgen.benchmarks;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Reads the {@link Results} of harnesses. */
final class HarnessResults {

    private static final JsonMapper JSON = new JsonMapper();

    private HarnessResults() {}

    static List<Table> tables(Path folder) throws IOException {
        Map<String, Table> tables = new LinkedHashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + Results.ENDING)) {
            for (Path file : files) {
                for (String line : Files.readAllLines(file)) {
                    add(line, tables);
                }
            }
        }
        return List.copyOf(tables.values());
    }

    @SuppressWarnings("unchecked")
    private static void add(String line, Map<String, Table> tables) {
        Map<String, Object> row = JSON.readValue(line, LinkedHashMap.class);
        String name = (String) row.remove(Results.TABLE);
        tables.computeIfAbsent(name, n -> new Table(n, List.copyOf(row.keySet()), new ArrayList<>()))
                .rows()
                .add(List.copyOf(row.values()));
    }
}
