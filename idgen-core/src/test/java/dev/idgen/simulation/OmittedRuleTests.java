package dev.idgen.simulation;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.Silence;
import dev.idgen.internal.lease.OmittedRule;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each rule that {@code docs/proof.md} names is needed in some story. */
@Tag("protocol")
@ExtendWith(Silence.class)
class OmittedRuleTests {

    private static final long SEEDS = Long.getLong("idgen.simulation.search", 2000);

    private static final Map<OmittedRule, Consumer<Tales>> TALES = Map.ofEntries(
            entry(OmittedRule.EPOCH, Tales::masterComesBack),
            entry(OmittedRule.LATER, Tales::clockIsSetBackBehindLoss),
            entry(OmittedRule.SWAP_GROUP, Tales::swapMeetsLostGroup),
            entry(OmittedRule.SWAP_RUN, Tales::swapReachesSuccessor),
            entry(OmittedRule.SWAP_LIMIT, Tales::swapNotesDoubtMuchLater),
            entry(OmittedRule.SETTLES_MARGIN, Tales::replacedMasterGrantsRegularNumbersLast),
            entry(OmittedRule.OPENS_MARGIN, Tales::twoMastersNoteDoubtsInOneSlot),
            entry(OmittedRule.LATEST, Tales::clockIsSetBackToDoubt),
            entry(OmittedRule.REACHES, Tales::holderExtendsWindowThatClosesWithinTheMargin),
            entry(OmittedRule.REACHES_MARGIN, Tales::holderExtendsWindowThatClosesWithinTheMargin));

    private static final Map<OmittedRule, Consumer<Tales>> NODE_ID_TALES = Map.of(
            OmittedRule.SETTLES, Tales::lostNodeIdIsLeasedAnew,
            OmittedRule.BOUND, Tales::lostNodeIdIsLeasedAnew,
            OmittedRule.REACHES, Tales::holderRenewsNodeIdThatClosesWithinTheMargin,
            OmittedRule.REACHES_MARGIN, Tales::holderRenewsNodeIdThatClosesWithinTheMargin);

    /** The seed that each search begins with. Any one is right, but from these the story is near. */
    private static final Map<OmittedRule, Long> FIRST_SEEDS = Map.of(
            OmittedRule.CONFIRMED, 2L,
            OmittedRule.MISSING, 3L,
            OmittedRule.BOUND, 6L,
            OmittedRule.STAY, 7L,
            OmittedRule.ENTERED, 19L,
            OmittedRule.REENTERED, 42L,
            OmittedRule.NODE_UNHEARD, 17L,
            OmittedRule.NODE_HELD, 17L);

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyRuleIsNeeded(OmittedRule rule) {
        Consumer<Tales> tale = TALES.get(rule);
        if (tale == null) {
            long first = FIRST_SEEDS.getOrDefault(rule, 0L);
            assertThat(LongStream.range(first, first + SEEDS)
                            .mapToObj(Scenarios::of)
                            .anyMatch(story -> !World.play(story, rule).isClean()))
                    .as("one of the stories needs the rule")
                    .isTrue();
        } else {
            assertNeeded(rule, tale);
        }
    }

    @Test
    void rulesOfGroupsAreNeededForNodeIdsToo() {
        NODE_ID_TALES.forEach(OmittedRuleTests::assertNeeded);
    }

    private static void assertNeeded(OmittedRule rule, Consumer<Tales> tale) {
        assertThat(isClean(tale, rule)).as("without the rule: %s", rule).isFalse();
        assertThat(isClean(tale, OmittedRule.NONE)).as("with all rules").isTrue();
    }

    private static boolean isClean(Consumer<Tales> tale, OmittedRule rule) {
        Tales tales = new Tales(rule);
        tale.accept(tales);
        return tales.isClean();
    }
}
