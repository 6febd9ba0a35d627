package dev.idgen.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stores the results of harnesses, from which {@code Report} writes the page. Each harness has a file with a JSON
 * object per table row, whose names are the table's headings. The folder is this module's {@code target/results}, or
 * the system property {@code results}.
 */
final class Results {

    /** The name of the field with a row's table. */
    static final String TABLE = "table";

    static final String ENDING = ".jsonl";

    private static final JsonMapper JSON = new JsonMapper();

    private final Path file;

    private Results(Path file) {
        this.file = file;
    }

    /** Whether to measure only for a short time. */
    static boolean quick() {
        return Boolean.getBoolean("quick");
    }

    static Path folder() {
        return Path.of(System.getProperty("results", "benchmarks/target/results"));
    }

    /** Clears the results of a harness. */
    static Results of(Class<?> harness) throws IOException {
        Files.createDirectories(folder());
        Path file = folder().resolve(harness.getSimpleName() + ENDING);
        Files.deleteIfExists(file);
        return new Results(file);
    }

    /**
     * Adds a row.
     *
     * @param headingsAndValues headings and values in turns; values are strings and numbers
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
