package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.GeneratedTable;
import dev.idgen.internal.string.sequence.OmittedRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
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
    private static final long SEEDS = Long.getLong("idgen.simulation.search", 60);

    @Test
    void everyRuleIsNeeded() throws IOException {
        String page = Files.readString(PAGE);
        StringBuilder table = new StringBuilder("""
                | rule | found without it | story |
                |---|---|---|
                """);
        for (OmittedRule rule : OmittedRule.values()) {
            if (rule != OmittedRule.NONE) {
                table.append(row(rule, GeneratedTable.isWriting() ? search(rule) : story(page, rule)));
            }
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

    private static Scenario scenario(String story) {
        return Directed.named(story).orElseGet(() -> Scenarios.of(Long.parseLong(story)));
    }

    /** The story written for a rule, or else the first seed that shows a duplicate, or else windows that overlap. */
    private static String search(OmittedRule rule) {
        Optional<String> written = Directed.nameFor(rule);
        if (written.isPresent()) {
            return written.get();
        }
        String overlap = "";
        for (long seed = 0; seed < SEEDS; seed++) {
            Outcome outcome = World.play(Scenarios.of(seed), rule);
            if (outcome.duplicates() > 0) {
                return Long.toString(seed);
            }
            if (outcome.overlaps() > 0 && overlap.isEmpty()) {
                overlap = Long.toString(seed);
            }
        }
        assertThat(overlap).as("a story that needs: %s", rule).isNotEmpty();
        return overlap;
    }

    private static String row(OmittedRule rule, String story) {
        Outcome outcome = World.play(scenario(story), rule);
        assertThat(outcome.isClean()).as("story %s without: %s", story, rule).isFalse();
        String found = outcome.duplicates() > 0
                ? String.format(Locale.ROOT, "%,d of %,d ids issued twice", outcome.duplicates(), outcome.ids())
                : String.format(Locale.ROOT, "%,d pairs of windows that overlap", outcome.overlaps());
        return "| %s | %s | %s |\n".formatted(rule, found, story);
    }

    private static String story(String page, OmittedRule rule) {
        Matcher row = Pattern.compile("\\| " + Pattern.quote(rule.toString()) + " \\|[^|]*\\| ([^|]*) \\|")
                .matcher(page);
        assertThat(row.find()).as("row of '%s' in %s", rule, PAGE).isTrue();
        return row.group(1);
    }
}
