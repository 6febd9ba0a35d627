package dev.idgen.internal.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.time.ManualPlanner;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RequestsTests {

    private static final Duration TIMEOUT = Duration.ofMillis(250);
    private static final Duration FIRST_TIMEOUT = Duration.ofSeconds(5);

    /** A fifth of a core: for so long of each period the process runs. */
    private static final Duration RUNS = Duration.ofMillis(20);

    private static final Duration STOPS = Duration.ofMillis(80);

    private final ManualTime time = new ManualTime();
    private final ManualScheduler scheduler = new ManualScheduler(time);
    private final ManualPlanner planner = new ManualPlanner(scheduler);
    private final List<Throwable> broken = new ArrayList<>();
    private final Requests requests = new Requests(planner, TIMEOUT, time, broken::add);

    private final CompletableFuture<String> reply = new CompletableFuture<>();
    private final Outcome outcome = new Outcome();

    private static final class Outcome implements Requests.Answer<String> {

        private final List<String> told = new ArrayList<>();

        @Override
        public void arrived(String reply, long requestedAt, boolean late) {
            told.add(late ? reply + ", late" : reply);
        }

        @Override
        public void failed(Throwable failure, long requestedAt) {
            assertThat(failure).isInstanceOf(TimeoutException.class);
            told.add(failure.getMessage());
        }
    }

    @BeforeEach
    void send() {
        requests.send(() -> reply, outcome);
    }

    private void runWithLittleCpu(Duration duration) {
        Duration period = RUNS.plus(STOPS);
        for (Duration passed = Duration.ZERO; passed.compareTo(duration) < 0; passed = passed.plus(period)) {
            scheduler.run(RUNS);
            planner.pause();
            scheduler.run(STOPS);
            planner.resume();
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void firstRequestIsGivenUpWhenItIsDue() {
        scheduler.run(FIRST_TIMEOUT.minusMillis(1));
        assertThat(outcome.told).isEmpty();
        scheduler.run(Duration.ofMillis(1));
        assertThat(outcome.told).containsExactly("no answer within 5000 ms");
    }

    @Test
    void firstRequestOfAProcessWithLittleCpuIsAnsweredInTimeAfterTheDeadline() {
        runWithLittleCpu(FIRST_TIMEOUT.multipliedBy(2));
        reply.complete("answer");
        runWithLittleCpu(RUNS);
        assertThat(outcome.told).containsExactly("answer");
        runWithLittleCpu(FIRST_TIMEOUT.multipliedBy(10));
        assertThat(outcome.told).hasSize(1);
    }

    @Test
    void firstRequestOfAProcessWithLittleCpuIsGivenUpInTheEnd() {
        runWithLittleCpu(FIRST_TIMEOUT.multipliedBy(5));
        assertThat(outcome.told).hasSize(1);
        assertThat(outcome.told.get(0)).matches("no answer within \\d{5} ms");
        reply.complete("answer");
        scheduler.runDue();
        assertThat(outcome.told.get(1)).isEqualTo("answer, late");
    }

    @Test
    void processThatStoodStillOnceWaitsOnForItsFirstAnswer() {
        scheduler.run(Duration.ofSeconds(1));
        planner.pause();
        scheduler.run(FIRST_TIMEOUT);
        planner.resume();
        scheduler.run(Duration.ofSeconds(3));
        assertThat(outcome.told).isEmpty();
        scheduler.run(Duration.ofSeconds(2));
        assertThat(outcome.told).hasSize(1);
    }

    @Test
    void laterRequestIsGivenUpByTheClock() {
        requests.connectionWorks();
        Outcome later = new Outcome();
        requests.send(() -> new CompletableFuture<String>(), later);
        runWithLittleCpu(TIMEOUT.plus(STOPS));
        assertThat(later.told).containsExactly("no answer within 250 ms");
    }

    @Test
    void nothingIsCountedWhenNobodyWaits() {
        reply.complete("answer");
        scheduler.run(Duration.ofSeconds(1));
        assertThat(scheduler.tasks()).isZero();
    }
}
