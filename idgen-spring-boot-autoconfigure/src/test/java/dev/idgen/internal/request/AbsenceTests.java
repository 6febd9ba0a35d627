package dev.idgen.internal.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class AbsenceTests {

    private static final Duration JUST_JOINED = Duration.ofSeconds(1);
    private static final Duration TTL = Duration.ofSeconds(10);
    private static final Duration SECOND_LOOK = Duration.ofMillis(1250);

    private final ManualTime time = new ManualTime();
    private final ManualScheduler scheduler = new ManualScheduler(time);
    private final List<CompletableFuture<OptionalLong>> looks = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final Absence absence = new Absence(
            new Requests(scheduler, Duration.ofSeconds(10), time, bug -> {
                throw new AssertionError(bug);
            }),
            time,
            3,
            TTL,
            place -> {
                looks.add(new CompletableFuture<>());
                return looks.get(looks.size() - 1);
            },
            failure -> failures.add(failure.getMessage()));

    private int news;

    private void missing() {
        absence.missing(() -> news++);
    }

    private void answer(int place, OptionalLong nothingAt) {
        looks.get(place).complete(nothingAt);
        scheduler.runDue();
    }

    @Test
    void nothingIsKnownUntilAnInstanceHasJoined() {
        scheduler.run(JUST_JOINED.multipliedBy(9));
        assertThat(absence.meaning()).isEqualTo(Absence.UNKNOWN);
    }

    @Test
    void whatIsMissingASecondAfterJoiningWasLost() {
        absence.joined();
        scheduler.run(JUST_JOINED);
        assertThat(absence.meaning()).isEqualTo(Absence.UNKNOWN);
        scheduler.run(Duration.ofNanos(1));
        absence.joined();
        assertThat(absence.meaning()).isEqualTo(Absence.LOST);
        missing();
        assertThat(looks).isEmpty();
    }

    @Test
    void itIsNewIfNothingIsInAnyPlace() {
        absence.joined();
        missing();
        missing();
        assertThat(looks).hasSize(3);
        firstLookFindsNothing();
        answer(3, OptionalLong.of(70));
        answer(5, OptionalLong.of(60));
        assertThat(news).isZero();
        answer(4, OptionalLong.of(80));
        assertThat(news).isOne();
        assertThat(absence.meaning())
                .as("the earliest answer of the second look")
                .isEqualTo(60);
        absence.made();
        assertThat(absence.meaning()).isEqualTo(Absence.LOST);
    }

    private void firstLookFindsNothing() {
        for (int place = 0; place < 3; place++) {
            answer(place, OptionalLong.of(10));
        }
        scheduler.run(SECOND_LOOK.minusNanos(1));
        assertThat(looks).hasSize(3);
        scheduler.run(Duration.ofNanos(1));
        assertThat(looks).hasSize(6);
        assertThat(absence.meaning()).isEqualTo(Absence.UNKNOWN);
    }

    /** Those who hold leases have found that the store lost them, and made records that say so. */
    @Test
    void itIsNotNewIfSomethingIsThereAtTheSecondLook() {
        absence.joined();
        missing();
        firstLookFindsNothing();
        answer(3, OptionalLong.of(70));
        answer(4, OptionalLong.empty());
        answer(5, OptionalLong.of(70));
        assertThat(news).isZero();
        assertThat(absence.meaning()).as("another instance may be making it").isEqualTo(Absence.UNKNOWN);
        scheduler.run(JUST_JOINED.plusNanos(1));
        assertThat(absence.meaning()).isEqualTo(Absence.LOST);
    }

    @Test
    void itIsNotNewIfSomethingIsInOnePlace() {
        absence.joined();
        missing();
        answer(0, OptionalLong.of(70));
        answer(1, OptionalLong.empty());
        answer(2, OptionalLong.of(70));
        assertThat(news).isZero();
        assertThat(absence.meaning()).as("another instance may be making it").isEqualTo(Absence.UNKNOWN);
        missing();
        assertThat(looks).hasSize(3);
        scheduler.run(JUST_JOINED.plusNanos(1));
        assertThat(absence.meaning()).isEqualTo(Absence.LOST);
    }

    private void fail(int place) {
        looks.get(place).completeExceptionally(new IllegalStateException("connection refused"));
        scheduler.runDue();
    }

    @Test
    void lookThatFailsInOnePlaceIsMadeAgain() {
        absence.joined();
        missing();
        answer(0, OptionalLong.of(70));
        answer(1, OptionalLong.of(70));
        fail(2);
        assertThat(failures).containsExactly("connection refused");
        assertThat(absence.meaning()).isEqualTo(Absence.UNKNOWN);
        scheduler.run(SECOND_LOOK);
        assertThat(looks).hasSize(6);
        for (int place = 3; place < 6; place++) {
            answer(place, OptionalLong.of(10));
        }
        scheduler.run(SECOND_LOOK);
        for (int place = 6; place < 9; place++) {
            answer(place, OptionalLong.of(20));
        }
        assertThat(news).isOne();
    }

    @Test
    void placeThatNeverAnswersMayHaveSomething() {
        absence.joined();
        missing();
        for (int place = 0; place < looks.size(); place += 3) {
            assertThat(absence.meaning()).isEqualTo(Absence.UNKNOWN);
            answer(place, OptionalLong.of(70));
            answer(place + 1, OptionalLong.of(70));
            fail(place + 2);
            scheduler.run(SECOND_LOOK);
        }
        assertThat(looks).hasSize(3 * 9);
        assertThat(news).isZero();
        assertThat(absence.meaning()).isEqualTo(Absence.LOST);
    }

    @Test
    void lookThatTakesLongIsWaitedFor() {
        absence.joined();
        missing();
        firstLookFindsNothing();
        answer(3, OptionalLong.of(70));
        scheduler.run(JUST_JOINED.multipliedBy(3));
        assertThat(absence.meaning()).isEqualTo(Absence.UNKNOWN);
        answer(4, OptionalLong.of(70));
        answer(5, OptionalLong.of(70));
        assertThat(absence.meaning()).isEqualTo(70);
    }
}
