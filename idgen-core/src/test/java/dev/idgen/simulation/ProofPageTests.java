package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.GeneratedTable;
import dev.idgen.internal.string.sequence.OmittedRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@code docs/proof.md} says of the simulation; {@code -Didgen.docs.write=true} writes its table. */
@Tag("protocol")
@ExtendWith(Silence.class)
class ProofPageTests {

    private static final Path PAGE = Path.of("..", "docs", "proof.md");
    private static final long SEEDS = Long.getLong("idgen.simulation.search", 2000);

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyRuleIsNeeded(OmittedRule rule) {
        Stream<Scenario> stories = Directed.needing(rule)
                .map(Stream::of)
                .orElseGet(() -> LongStream.range(firstSeed(rule), SEEDS).mapToObj(Scenarios::of));
        assertThat(stories.anyMatch(story -> !World.play(story, rule).isClean()))
                .as("one of the stories needs the rule")
                .isTrue();
    }

    @Test
    void beyondTheAssumptionsIdsMayRepeat() throws IOException {
        StringBuilder table = new StringBuilder("""
                | what happens | ids issued twice | pairs of windows that overlap |
                |---|---|---|
                """);
        for (BeyondAssumptions broken : BeyondAssumptions.ALL) {
            table.append(broken.row());
        }
        GeneratedTable.check(PAGE, "beyond", table);
    }

    /** The search begins shortly before the story it found last: few stories need the rarest rules. */
    private static long firstSeed(OmittedRule rule) {
        return switch (rule) {
            case BOUND -> 130;
            case MISSING -> 8;
            case LATER -> 3;
            default -> 0;
        };
    }
}
