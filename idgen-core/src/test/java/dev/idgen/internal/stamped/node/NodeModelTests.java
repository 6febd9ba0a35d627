package dev.idgen.internal.stamped.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.stamped.node.NodeModel.Without;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random stories of instances, failovers and losses: the rules keep windows of a node id apart, and each of them is needed. */
class NodeModelTests {

    private static final int STORIES = 1500;
    private static final int MOST_STORIES = 20_000;

    @Test
    void windowsOfANodeIdNeverOverlap() {
        int leases = 0;
        int renewals = 0;
        for (int seed = 0; seed < STORIES; seed++) {
            NodeModel model = new NodeModel(seed, Without.NOTHING);
            model.play();
            assertThat(model.overlap()).as("seed %s", seed).isEmpty();
            leases += model.leases();
            renewals += model.renewals();
        }
        assertThat(leases).isGreaterThan(2 * STORIES);
        assertThat(renewals).isGreaterThan(2 * STORIES);
    }

    /**
     * Two rules that the proof needs are not found out in 100,000 stories, since the margin hides them: that a doubt is never made
     * earlier, and that a renewal records no less than the holder was told. {@link NodeRuleTests} fails without them.
     */
    @ParameterizedTest
    @EnumSource(
            value = Without.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NOTHING", "LATER", "NO_LESS"})
    void everyRuleIsNeeded(Without rule) {
        int stories = 0;
        boolean found = false;
        for (; stories < MOST_STORIES && !found; stories++) {
            NodeModel model = new NodeModel(rule.firstSeed() + stories, rule);
            model.play();
            found = model.overlap().isPresent();
        }
        assertThat(found).as("found without %s, in %s stories", rule, stories).isTrue();
    }
}
