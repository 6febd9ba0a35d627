package dev.idgen.internal.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.event.Level;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class DoctorTests {

    private static final StoreUse USE = new StoreUse(true, List.of());
    private static final Finding EVICTION = new Finding("eviction", Level.WARN, "keys vanish. Stop it.");
    private static final Finding LAG = new Finding("lag", Level.INFO, "it lags.");
    private static final long PATIENCE_SECONDS = 20;

    private final ManualTime time = new ManualTime();
    private final AtomicInteger looks = new AtomicInteger();

    /** Looks as it is told to. */
    private final class ToldCheckup implements Checkup {

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

    private final ToldCheckup checkup = new ToldCheckup();

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline).isNegative();
            Thread.sleep(5);
        }
    }

    /** A line that is logged after its test would be part of the output of all later tests. */
    @AfterEach
    void nothingIsLoggedLater() throws InterruptedException {
        await(() -> threads() == 0);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("idgen-doctor-shelf"))
                .count();
    }

    @Test
    void eachFindingIsSaidInALineAndShown(CapturedOutput output) throws InterruptedException {
        checkup.answers.add(List.of(EVICTION, LAG));
        try (Doctor doctor = new Doctor("shelf", checkup, USE, Set.of(), time)) {
            doctor.start();
            await(() -> doctor.examinedAt() != null);

            assertThat(output.toString().lines().filter(line -> line.contains("idgen doctor")))
                    .satisfiesExactly(
                            line -> assertThat(line)
                                    .contains(" WARN ")
                                    .endsWith("idgen doctor, eviction: keys vanish. Stop it."),
                            line -> assertThat(line).contains(" INFO ").endsWith("idgen doctor, lag: it lags."));
            assertThat(doctor.examinedAt()).isEqualTo(time.instant());
            assertThat(doctor.findings())
                    .containsEntry("eviction", EVICTION.text())
                    .containsEntry("lag", LAG.text());
            assertThat(doctor.measures().get(0).value().getAsDouble()).isEqualTo(1);
            await(() -> threads() == 0);
        }
    }

    @Test
    void whatIsIgnoredIsNotSaid(CapturedOutput output) throws InterruptedException {
        checkup.answers.add(List.of(EVICTION, LAG));
        try (Doctor doctor = new Doctor("shelf", checkup, USE, Set.of("eviction"), time)) {
            doctor.start();
            await(() -> doctor.examinedAt() != null);
            assertThat(output).doesNotContain("keys vanish");
            assertThat(doctor.findings()).containsOnlyKeys("lag");
            assertThat(doctor.measures().get(0).value().getAsDouble()).isZero();
        }
    }

    @Test
    void storeThatDoesNotAnswerIsAskedAgainWithLongerAndLongerPauses() throws InterruptedException {
        Instant begun = time.instant();
        checkup.failures.set(9);
        checkup.answers.add(List.of());
        try (Doctor doctor = new Doctor("shelf", checkup, USE, Set.of(), time)) {
            doctor.start();
            await(() -> doctor.examinedAt() != null);
            assertThat(looks).hasValue(10);
            assertThat(Duration.between(begun, time.instant()))
                    .isEqualTo(Duration.ofSeconds(1 + 2 + 4 + 8 + 16 + 32 + 60 + 60 + 60 + 60));
        }
    }

    /** A single busy moment must not hide a server. */
    @Test
    void silentServersAreSkippedOnlyFromTheThirdLookOn() throws InterruptedException {
        checkup.failures.set(3);
        checkup.answers.add(List.of());
        try (Doctor doctor = new Doctor("shelf", checkup, USE, Set.of(), time)) {
            doctor.start();
            await(() -> doctor.examinedAt() != null);
            assertThat(checkup.partial).containsExactly(false, false, true, true);
        }
    }

    @Test
    void storeThatIsNotUsedIsNotLookedAt() {
        try (Doctor doctor = new Doctor("shelf", checkup, new StoreUse(false, List.of()), Set.of(), time)) {
            doctor.start();
            assertThat(threads()).isZero();
            assertThat(doctor.findings()).isEmpty();
        }
    }

    /** Clocks whose pauses last until they are cut short. */
    private static final class LongPauses implements TimeSource {

        @Override
        public Instant instant() {
            return TimeSource.system().instant();
        }

        @Override
        public long nanoTime() {
            return TimeSource.system().nanoTime();
        }

        @Override
        public void pause(long nanos) {
            TimeSource.system().pause(TimeUnit.HOURS.toNanos(1));
        }
    }

    @Test
    void applicationThatEndsBeforeTheFirstLookIsToldWhatIsFound(CapturedOutput output) throws InterruptedException {
        checkup.answers.add(List.of(EVICTION));
        Doctor doctor = new Doctor("shelf", checkup, USE, Set.of(), new LongPauses());
        doctor.start();
        doctor.close();
        assertThat(output).containsOnlyOnce("idgen doctor, eviction: keys vanish");
        await(() -> threads() == 0);
        assertThat(checkup.partial).containsExactly(true);
    }

    @Test
    void applicationThatEndsAsksAStoreThatFailsOnceMore(CapturedOutput output) throws InterruptedException {
        checkup.failures.set(1000);
        Doctor doctor = new Doctor("shelf", checkup, USE, Set.of(), new LongPauses());
        doctor.start();
        doctor.close();
        await(() -> threads() == 0);
        assertThat(looks).hasValue(1);
        assertThat(output).doesNotContain("idgen doctor,");
    }

    @Test
    void applicationThatEndsDoesNotWaitForAStoreThatHangs(CapturedOutput output) throws InterruptedException {
        Doctor doctor = new Doctor("shelf", checkup, USE, Set.of(), time);
        doctor.start();
        await(() -> looks.get() == 1);
        doctor.close();
        await(() -> threads() == 0);
        assertThat(output).doesNotContain("idgen doctor,");
    }

    /** As around a snapshot of the process. */
    @Test
    void whatIsOnlyStoppedLooksNoMore() throws InterruptedException {
        checkup.answers.add(List.of(EVICTION));
        try (Doctor doctor = new Doctor("shelf", checkup, USE, Set.of(), new LongPauses())) {
            doctor.start();
            doctor.stop();
            await(() -> threads() == 0);
            assertThat(looks).hasValue(0);
        }
    }

    /** A look that is under way when it is stopped must not be told after the next start. */
    @Test
    void stoppedItForgetsAndStartedItLooksAgain() throws InterruptedException {
        try (Doctor doctor = new Doctor("shelf", checkup, USE, Set.of(), time)) {
            doctor.start();
            await(() -> looks.get() == 1);
            doctor.stop();
            await(() -> threads() == 0);
            checkup.answers.add(List.of(EVICTION));
            doctor.start();
            await(() -> doctor.findings().containsKey("eviction"));
            doctor.stop();
            assertThat(doctor.findings()).isEmpty();
            assertThat(doctor.examinedAt()).isNull();
        }
    }
}
