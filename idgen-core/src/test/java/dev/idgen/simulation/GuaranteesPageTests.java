package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.GeneratedTable;
import dev.idgen.internal.string.sequence.OmittedRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Keeps the tables in {@code docs/guarantees.md} as the simulation finds them; {@code -Didgen.docs.write=true} writes them anew. */
@ExtendWith(Silence.class)
class GuaranteesPageTests {

    private static final Path PAGE = Path.of("..", "docs", "guarantees.md");
    private static final long SEEDS = Long.getLong("idgen.simulation.search", 2000);

    @Test
    void everyRuleIsNeeded() throws IOException {
        StringBuilder table = new StringBuilder("""
                | rule | without it, windows overlap in |
                |---|---|
                """);
        for (OmittedRule rule : OmittedRule.values()) {
            if (rule != OmittedRule.NONE) {
                table.append("| %s | %s |\n".formatted(rule, storyThatNeeds(rule)));
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

    private static String storyThatNeeds(OmittedRule rule) {
        Optional<String> written = Directed.nameFor(rule);
        Stream<Scenario> stories = written.flatMap(Directed::named)
                .map(Stream::of)
                .orElseGet(() -> LongStream.range(0, SEEDS).mapToObj(Scenarios::of));
        assertThat(stories.anyMatch(story -> !World.play(story, rule).isClean()))
                .as("a story that needs: %s", rule)
                .isTrue();
        return written.map(name -> "the story \"" + name + "\"").orElse("a story of chance");
    }
}
