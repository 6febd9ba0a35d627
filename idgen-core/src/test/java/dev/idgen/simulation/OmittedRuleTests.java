package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.string.sequence.OmittedRule;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each rule of buckets that {@code docs/proof.md} names is needed in some story. */
@Tag("protocol")
@ExtendWith(Silence.class)
class OmittedRuleTests {

    private static final long SEEDS = Long.getLong("idgen.simulation.search", 2000);

    /** Few stories need the rarest rule, so the search begins shortly before the one found last. */
    private static final long NEEDS_MISSING = 465;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyRuleIsNeeded(OmittedRule rule) {
        Stream<Scenario> stories = Directed.needing(rule)
                .map(Stream::of)
                .orElseGet(() -> LongStream.range(rule == OmittedRule.MISSING ? NEEDS_MISSING : 0, SEEDS)
                        .mapToObj(Scenarios::of));
        assertThat(stories.anyMatch(story -> !World.play(story, rule).isClean()))
                .as("one of the stories needs the rule")
                .isTrue();
    }
}
