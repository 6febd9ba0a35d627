package dev.idgen.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.store.MasterWatch.Judge;
import dev.idgen.store.MasterWatch.Judgement;
import dev.idgen.store.MasterWatch.Master;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A server is the master for as long as a majority has just said so. */
class MasterWatchTests {

    private final ManualTime time = new ManualTime();
    private final ManualScheduler scheduler = new ManualScheduler(time);
    private final List<Asked> judges =
            IntStream.range(0, 3).mapToObj(i -> new Asked("judge" + i)).toList();
    private final MasterWatch watch = new MasterWatch(
            "judges", () -> judges, time, (task, millis) -> scheduler.schedule(task, millis, TimeUnit.MILLISECONDS));

    /** Answers at once, unless told to hang. */
    private static final class Asked implements Judge {

        private final String name;
        private Judgement word = key -> new Master("a", 1);
        private RuntimeException failure;
        private boolean hangs;
        private final List<CompletableFuture<Judgement>> hanging = new ArrayList<>();
        private int times;

        Asked(String name) {
            this.name = name;
        }

        void names(String server, long epoch) {
            word = key -> new Master(server, epoch);
        }

        @Override
        public CompletionStage<Judgement> ask() {
            times++;
            CompletableFuture<Judgement> answer = new CompletableFuture<>();
            if (hangs) {
                hanging.add(answer);
            } else if (failure != null) {
                answer.completeExceptionally(failure);
            } else {
                answer.complete(word);
            }
            return answer;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private int asked() {
        return judges.stream().mapToInt(judge -> judge.times).sum();
    }

    private CompletableFuture<Master> ask() {
        return watch.master("key").toCompletableFuture();
    }

    private Master named() {
        CompletableFuture<Master> answer = ask();
        assertThat(answer).as("an answer at once").isDone();
        return answer.join();
    }

    private void pass(long millis) {
        scheduler.run(Duration.ofMillis(millis));
    }

    @Test
    void asksAtMostTwiceASecond() {
        for (int i = 0; i < 100; i++) {
            assertThat(named().server()).isEqualTo("a");
            pass(100);
        }
        assertThat(judges).allSatisfy(judge -> assertThat(judge.times).isBetween(16, 20));
    }

    @Test
    void wordOfAMajorityCountsForAsLongAsItIsFresh() {
        assertThat(named().server()).isEqualTo("a");
        judges.forEach(judge -> judge.names("b", 2));
        pass(MasterWatch.FRESH_MILLIS);
        assertThat(named().server()).isEqualTo("a");
        pass(1);
        assertThat(named()).isEqualTo(new Master("b", 2));
    }

    @Test
    void majorityOutvotesTheOtherAndTellsTheLatestEpoch() {
        judges.get(0).names("b", 2);
        judges.get(2).names("b", 3);
        assertThat(named()).isEqualTo(new Master("b", 3));
    }

    @Test
    void hungJudgeCostsNothing() {
        judges.get(0).hangs = true;
        assertThat(named().server()).isEqualTo("a");
    }

    @Test
    void answerThatComesLateDoesNotCountInTheNextRound() {
        judges.get(0).hangs = true;
        judges.get(1).word = key -> null;
        CompletableFuture<Master> answer = ask();
        pass(600);
        judges.get(0).hangs = false;
        judges.forEach(judge -> judge.names("b", 2));
        assertThat(named().server()).isEqualTo("b");
        judges.get(0).hanging.get(0).complete(key -> new Master("a", 1));
        assertThat(answer.join().server()).isEqualTo("a");
        assertThat(named().server()).isEqualTo("b");
    }

    @Test
    void isUnknownWithoutAMajority() {
        judges.get(0).failure = new IllegalStateException("gone");
        judges.get(1).word = key -> null;
        assertThatThrownBy(this::named)
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no majority of the judges names one master")
                .hasMessageContaining("judge0: gone")
                .hasMessageContaining("judge1 names none; judge2 names a");
        int before = asked();
        assertThat(ask()).isCompletedExceptionally();
        assertThat(asked()).as("not asked again so soon").isEqualTo(before);
        judges.get(0).failure = null;
        pass(501);
        assertThat(named().server()).isEqualTo("a");
    }

    @Test
    void storeIsUnsuitableOnlyIfAMajorityRefuses() {
        judges.forEach(judge -> judge.failure = new IllegalStateException("timed out"));
        judges.get(0).failure = new StoreUnsuitableException("grant it");
        assertThatThrownBy(this::named).hasRootCauseInstanceOf(IllegalStateException.class);
        judges.get(2).failure = new StoreUnsuitableException("grant it");
        pass(501);
        assertThatThrownBy(this::named)
                .hasRootCauseInstanceOf(StoreUnsuitableException.class)
                .hasMessageContaining("judge0: grant it");
    }

    @Test
    void silentJudgesEndARoundAfterTwoSeconds() {
        judges.forEach(judge -> judge.hangs = true);
        CompletableFuture<Master> answer = ask();
        pass(1990);
        assertThat(answer).isNotDone();
        pass(10);
        assertThat(answer).isCompletedExceptionally();
        judges.forEach(judge -> judge.hangs = false);
        assertThat(ask()).isCompletedWithValueMatching(master -> master.server().equals("a"));
    }
}
