package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.idgen.GeneratedTable;
import dev.idgen.LongTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

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

    /** Stories of millions of ids are left to {@link #tableSaysWhatRepeatsBeyondTheAssumptions()}. */
    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_NONE, names = ".*_HIGH")
    void beyondTheAssumptionsIdsMayRepeat(BeyondAssumptions broken) throws IOException {
        assumeFalse(GeneratedTable.isWriting(), "The table is written by another test.");
        assertThat(Files.readString(PAGE)).contains(broken.row());
    }

    @LongTest
    void tableSaysWhatRepeatsBeyondTheAssumptions() throws IOException {
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
