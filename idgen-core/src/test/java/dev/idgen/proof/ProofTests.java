package dev.idgen.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.idgen.GeneratedTable;
import dev.idgen.localredis.TestNeed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The protocol keeps windows apart, and needs each of its rules and assumptions for that. {@code docs/generated/proof-rules.md} shows which step needs it. */
@Tag("protocol")
class ProofTests {

    private static final Path PAGE = Path.of("..", "docs", "generated", "proof-rules.md");

    /** In place of the step that a sentence is needed for, if a proof has no such sentence. */
    private static final String UNUSED = "";

    private static final Map<List<Object>, String> BROKEN = new ConcurrentHashMap<>();

    @BeforeAll
    static void z3IsThere() {
        assumeTrue(Z3.isThere(), () -> TestNeed.Z3.missing("z3-turnkey has no library for this system"));
    }

    @ParameterizedTest
    @EnumSource
    void everyStepKeepsTheInvariant(Protocol protocol) {
        try (Z3 z3 = new Z3()) {
            assertThat(protocol.with(Kept.all()))
                    .isNotEmpty()
                    .allSatisfy(obligation -> assertThat(z3.isProved(obligation))
                            .as(obligation.name())
                            .isTrue());
        }
    }

    /** A proof that does not mention a sentence does not need it, but then another one does. */
    @ParameterizedTest
    @EnumSource
    void everySentenceIsNeeded(Sentence sentence) {
        assertThat(Arrays.stream(Protocol.values()).map(protocol -> broken(protocol, sentence)))
                .doesNotContain(Protocol.NOTHING)
                .anyMatch(step -> !step.equals(UNUSED));
    }

    /** Else an obligation would say nothing. */
    @ParameterizedTest
    @EnumSource
    void everyStepCanHappen(Protocol protocol) {
        try (Z3 z3 = new Z3()) {
            assertThat(protocol.with(Kept.all()))
                    .allSatisfy(obligation -> assertThat(z3.canBe(obligation.premises()))
                            .as(obligation.name())
                            .isTrue());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NEWS", "LOST", "CYCLE_IS_LONG", "SLOT_MARGIN", "SETTLES_MARGIN", "REACHES_MARGIN"})
    void aMillisecondLessIsTooLittle(Sentence time) {
        try (Z3 z3 = new Z3()) {
            assertThat(Arrays.stream(Protocol.values()).flatMap(protocol -> protocol.with(Kept.almost(time)).stream()))
                    .anyMatch(obligation -> !z3.isProved(obligation));
        }
    }

    @ParameterizedTest
    @CsvSource({"assumption, true", "rule, false"})
    void pageShowsWhichStepNeedsEachSentence(String kind, boolean isAssumption) throws IOException {
        GeneratedTable.check(PAGE, kind + "s of the proof", table(kind, isAssumption));
    }

    private static String table(String kind, boolean isAssumption) {
        StringBuilder table = new StringBuilder(
                "| " + kind
                        + " | recovery number | regular number | recovery node id | regular node id |\n|---|---|---|---|---|\n");
        for (Sentence sentence : Sentence.values()) {
            if (sentence.isAssumption() != isAssumption) {
                continue;
            }
            table.append("| ").append(sentence).append(" |");
            for (Protocol protocol : Protocol.values()) {
                String step = broken(protocol, sentence);
                table.append(step.isEmpty() ? " |" : " " + step + " |");
            }
            table.append('\n');
        }
        return table.toString();
    }

    private static String broken(Protocol protocol, Sentence sentence) {
        return BROKEN.computeIfAbsent(
                List.of(protocol, sentence),
                key -> protocol.brokenWithout(sentence).orElse(UNUSED));
    }
}
