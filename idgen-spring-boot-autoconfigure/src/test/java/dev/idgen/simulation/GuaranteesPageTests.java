package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.GeneratedTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Keeps the tables in {@code docs/guarantees.md} as the simulation finds them; {@code -Didgen.docs.write=true} writes them
 * anew, with the first seeds that show something.
 */
@ExtendWith(Silence.class)
class GuaranteesPageTests {

    private static final Path PAGE = Path.of("..", "docs", "guarantees.md");

    @Test
    void everyRuleIsNeeded() throws IOException {
        String page = Files.readString(PAGE);
        StringBuilder table = new StringBuilder("""
                | rule | found without it | story |
                |---|---|---|
                """);
        for (Rule rule : Omissions.rules()) {
            table.append(Omissions.row(rule, GeneratedTable.isWriting() ? Omissions.search(rule) : story(page, rule)));
        }
        GeneratedTable.check(PAGE, "rules", table);
    }

    @Test
    void beyondTheAssumptionsIdsMayRepeat() throws IOException {
        StringBuilder table = new StringBuilder("""
                | what happens | ids issued twice | pairs of grants whose windows overlap | what instances say |
                |---|---|---|---|
                """);
        for (BeyondAssumptions broken : BeyondAssumptions.values()) {
            table.append(broken.row());
        }
        GeneratedTable.check(PAGE, "beyond", table);
    }

    private static String story(String page, Rule rule) {
        Matcher row = Pattern.compile("\\| " + Pattern.quote(rule.name()) + " \\|[^|]*\\| ([^|]*) \\|")
                .matcher(page);
        assertThat(row.find()).as("row of '%s' in %s", rule, PAGE).isTrue();
        return row.group(1);
    }
}
