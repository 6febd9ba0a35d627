package dev.idgen.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * The results of harnesses: one file for each of them with a JSON object for each row of a table, whose names are the
 * table's headings, from which {@code Report} writes the page. The folder is {@code target/results} of this module, or the system property
 * {@code results}.
 */
final class Results {

    /** Names the table of a row. */
    static final String TABLE = "table";

    static final String ENDING = ".jsonl";

    private static final JsonMapper JSON = new JsonMapper();

    private final Path file;

    private Results(Path file) {
        this.file = file;
    }

    /** Whether to measure for a short time only. */
    static boolean quick() {
        return Boolean.getBoolean("quick");
    }

    static Path folder() {
        return Path.of(System.getProperty("results", "benchmarks/target/results"));
    }

    /** Begins the results of a harness anew. */
    static Results of(Class<?> harness) throws IOException {
        Files.createDirectories(folder());
        Path file = folder().resolve(harness.getSimpleName() + ENDING);
        Files.deleteIfExists(file);
        return new Results(file);
    }

    /**
     * Adds a row.
     *
     * @param headingsAndValues by turns; values are texts and numbers
     */
    void add(String table, Object... headingsAndValues) throws IOException {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put(TABLE, table);
        for (int i = 0; i < headingsAndValues.length; i += 2) {
            row.put((String) headingsAndValues[i], headingsAndValues[i + 1]);
        }
        String line = JSON.writeValueAsString(row);
        System.out.println(line);
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
