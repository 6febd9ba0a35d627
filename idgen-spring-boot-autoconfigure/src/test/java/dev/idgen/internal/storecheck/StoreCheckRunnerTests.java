package dev.idgen.internal.storecheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.time.ForwardingTime;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.localredis.Wait;
import dev.idgen.store.Finding;
import dev.idgen.store.StoreCheck;
import dev.idgen.store.StoreUse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.event.Level;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class StoreCheckRunnerTests {

    private static final StoreUse USE = new StoreUse(true, List.of());
    private static final Finding EVICTION = new Finding("eviction", Level.WARN, "keys vanish. Stop it.");
    private static final Finding LAG = new Finding("lag", Level.INFO, "replicas lag.");

    private final ManualTime time = new ManualTime();
    private final AtomicInteger looks = new AtomicInteger();

    /** Answers as the test sets. */
    private final class ScriptedCheckup implements StoreCheck {

        private final BlockingQueue<List<Finding>> answers = new LinkedBlockingQueue<>();
        private final AtomicInteger failures = new AtomicInteger();
        private final List<Boolean> partial = new CopyOnWriteArrayList<>();

        @Override
        public List<Finding> examine(StoreUse use, boolean partial) throws InterruptedException {
            this.partial.add(partial);
            looks.incrementAndGet();
            if (failures.getAndDecrement() > 0) {
                throw new IllegalStateException("not there yet");
            }
            return answers.take();
        }
    }

    private final ScriptedCheckup checkup = new ScriptedCheckup();

    /** A line that is logged after its test would be part of the output of all later tests. */
    @AfterEach
    void nothingIsLoggedLater() {
        awaitEnd();
    }

    private static void awaitEnd() {
        Wait.until("the store check's thread ends", () -> threads() == 0);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("idgen-store-check-shelf"))
                .count();
    }

    @Test
    void findingIsLoggedOnceAndShownUnlessIgnored(CapturedOutput output) {
        checkup.answers.add(List.of(EVICTION, LAG));
        try (StoreCheckRunner checks = new StoreCheckRunner("shelf", checkup, USE, Set.of(), time)) {
            checks.start();
            Wait.until("the look", () -> checks.examinedAt() != null);
            awaitEnd(); // only then all is logged

            assertThat(output.toString().lines().filter(line -> line.contains("idgen store check")))
                    .satisfiesExactly(
                            line -> assertThat(line)
                                    .contains(" WARN ")
                                    .endsWith("idgen store check, eviction: keys vanish. Stop it."),
                            line -> assertThat(line)
                                    .contains(" INFO ")
                                    .endsWith("idgen store check, lag: replicas lag."));
            assertThat(checks.examinedAt()).isEqualTo(time.instant());
            assertThat(checks.findings())
                    .containsEntry("eviction", EVICTION.text())
                    .containsEntry("lag", LAG.text());
            assertThat(checks.measures().get(0).value().getAsDouble()).isEqualTo(1);
        }
        checkup.answers.add(List.of(EVICTION, LAG));
        try (StoreCheckRunner ignoring = new StoreCheckRunner("shelf", checkup, USE, Set.of("eviction"), time)) {
            ignoring.start();
            Wait.until("the look", () -> ignoring.examinedAt() != null);
            awaitEnd();
            assertThat(output).containsOnlyOnce("keys vanish");
            assertThat(ignoring.findings()).containsOnlyKeys("lag");
            assertThat(ignoring.measures().get(0).value().getAsDouble()).isZero();
        }
    }

    /** A single busy moment must not hide a server, so that the first two looks are at all servers. */
    @Test
    void storeThatDoesNotAnswerIsExaminedAgainAfterLongerAndLongerPauses() {
        Instant begun = time.instant();
        checkup.failures.set(9);
        checkup.answers.add(List.of());
        try (StoreCheckRunner checks = new StoreCheckRunner("shelf", checkup, USE, Set.of(), time)) {
            checks.start();
            Wait.until("the look", () -> checks.examinedAt() != null);
            assertThat(looks).hasValue(10);
            assertThat(checkup.partial.subList(0, 4)).containsExactly(false, false, true, true);
            assertThat(Duration.between(begun, time.instant()))
                    .isEqualTo(Duration.ofSeconds(1 + 2 + 4 + 8 + 16 + 32 + 60 + 60 + 60 + 60));
        }
    }

    @Test
    void storeThatIsNotUsedIsNotExamined() {
        try (StoreCheckRunner checks =
                new StoreCheckRunner("shelf", checkup, new StoreUse(false, List.of()), Set.of(), time)) {
            checks.start();
            assertThat(threads()).isZero();
            assertThat(checks.findings()).isEmpty();
        }
    }

    /** Clocks whose pauses last until they are cut short. */
    private static final class LongPauses extends ForwardingTime {

        @Override
        public void pause(long nanos) {
            super.pause(TimeUnit.HOURS.toNanos(1));
        }
    }

    @Test
    void closeBeforeTheFirstLookLogsTheFindings(CapturedOutput output) {
        checkup.answers.add(List.of(EVICTION));
        StoreCheckRunner checks = new StoreCheckRunner("shelf", checkup, USE, Set.of(), new LongPauses());
        checks.start();
        checks.close();
        assertThat(output).containsOnlyOnce("idgen store check, eviction: keys vanish");
        awaitEnd();
        assertThat(checkup.partial).containsExactly(true);
    }

    @Test
    void closeExaminesAFailingStoreOnceMore(CapturedOutput output) {
        checkup.failures.set(1000);
        StoreCheckRunner checks = new StoreCheckRunner("shelf", checkup, USE, Set.of(), new LongPauses());
        checks.start();
        checks.close();
        awaitEnd();
        assertThat(looks).hasValue(1);
        assertThat(output).doesNotContain("idgen store check,");
    }

    @Test
    void closeDoesNotWaitForAStoreThatHangs(CapturedOutput output) {
        StoreCheckRunner checks = new StoreCheckRunner("shelf", checkup, USE, Set.of(), time);
        checks.start();
        Wait.until("the look", () -> looks.get() == 1);
        checks.close();
        awaitEnd();
        assertThat(output).doesNotContain("idgen store check,");
    }

    /** As around a snapshot of the process. */
    @Test
    void stopEndsTheLooks() {
        checkup.answers.add(List.of(EVICTION));
        try (StoreCheckRunner checks = new StoreCheckRunner("shelf", checkup, USE, Set.of(), new LongPauses())) {
            checks.start();
            checks.stop();
            awaitEnd();
            assertThat(looks).hasValue(0);
        }
    }

    /** A look that is under way when it is stopped must not be logged after the next start. */
    @Test
    void stopForgetsFindingsAndStartLooksAgain() {
        try (StoreCheckRunner checks = new StoreCheckRunner("shelf", checkup, USE, Set.of(), time)) {
            checks.start();
            Wait.until("the look", () -> looks.get() == 1);
            checks.stop();
            awaitEnd();
            checkup.answers.add(List.of(EVICTION));
            checks.start();
            Wait.until("the look", () -> checks.findings().containsKey("eviction"));
            checks.stop();
            assertThat(checks.findings()).isEmpty();
            assertThat(checks.examinedAt()).isNull();
        }
    }
}
