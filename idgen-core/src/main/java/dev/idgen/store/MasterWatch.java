package dev.idgen.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which server is the master of a key: the one that a majority of the <em>judges</em> names. Judges are the
 * sentinels, or the masters of a cluster.
 *
 * <p>A replaced master may answer for as long as clients reach it. So an answer of a server counts only if a majority
 * names that server, and was asked at most {@value #FRESH_MILLIS} ms before the answer came. docs/proof.md says why.
 *
 * <p>It asks only when a caller needs to know, at most once in {@value #FRESH_MILLIS} ms. Thread-safe.
 */
public final class MasterWatch {

    /** For so long after it was asked, the word of a majority counts. */
    public static final long FRESH_MILLIS = 500;

    /** A round that takes longer has failed. */
    private static final long LONGEST_MILLIS = 2000;

    /** A sentinel, or a master of a cluster. */
    public interface Judge {

        /**
         * Asks for the masters that it knows.
         *
         * @return may complete at once, late or never, on any thread
         */
        CompletionStage<Judgement> ask();
    }

    /** What a judge has answered. */
    public interface Judgement {

        /** Which server is the master of a key; null if the judge knows none, or doubts that it is still alive. */
        @Nullable
        Master masterOf(String key);
    }

    /**
     * A master.
     *
     * @param server its identity, as its judges write it
     * @param epoch the failover that made it the master, see {@link dev.idgen.Register.Snapshot}
     */
    public record Master(String server, long epoch) {}

    /** Runs something later, on any thread. */
    public interface Later {
        void run(Runnable task, long millis);
    }

    private final String those;
    private final Supplier<? extends List<? extends Judge>> judges;
    private final Clocks time;
    private final Later later;

    /** The latest round. This object's monitor guards it. */
    private @Nullable Round latest;

    /**
     * @param those what the judges are, for messages: "sentinels"
     * @param judges all judges at the moment, of which a majority counts
     */
    public MasterWatch(String those, Supplier<? extends List<? extends Judge>> judges, Clocks time, Later later) {
        this.those = those;
        this.judges = judges;
        this.time = time;
        this.later = later;
    }

    /**
     * Says which server is the master of a key. An answer that came before this call was the master's if it came from
     * that server.
     *
     * @return completes within about two seconds, on any thread; with {@link IllegalStateException} if no majority
     *     names one server
     */
    public CompletionStage<Master> master(String key) {
        Question question = new Question(key, new CompletableFuture<>());
        Round round = present();
        round.change(() -> round.open.add(question));
        return question.answer();
    }

    private Round present() {
        long now = time.nanoTime();
        Round begun;
        synchronized (this) {
            Round present = latest;
            if (present != null && now - present.askedAt <= TimeUnit.MILLISECONDS.toNanos(FRESH_MILLIS)) {
                return present;
            }
            begun = new Round(now, List.copyOf(judges.get()));
            latest = begun;
        }
        later.run(() -> begun.change(() -> begun.ended = true), LONGEST_MILLIS);
        begun.asked.forEach(judge -> ask(judge)
                .whenComplete((judgement, failure) ->
                        begun.change(() -> begun.votes.put(judge, new Vote(judgement, failure)))));
        return begun;
    }

    private static CompletionStage<Judgement> ask(Judge judge) {
        try {
            return judge.ask();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private record Question(String key, CompletableFuture<Master> answer) {}

    /** An answer or a failure. */
    private record Vote(
            @Nullable Judgement judgement, @Nullable Throwable failure) {}

    /** All judges are asked, and answer all questions that come while their word counts. */
    private final class Round {

        private final long askedAt;
        private final List<Judge> asked;

        // This object's monitor guards the fields below. No question is answered while it is held.
        private final List<Question> open = new ArrayList<>();
        private final IdentityHashMap<Judge, Vote> votes = new IdentityHashMap<>();
        private boolean ended;

        Round(long askedAt, List<Judge> asked) {
            this.askedAt = askedAt;
            this.asked = asked;
        }

        /** Changes something, and answers the questions that can be answered then. */
        void change(Runnable change) {
            List<Runnable> answers = new ArrayList<>();
            synchronized (this) {
                change.run();
                ended |= votes.size() == asked.size();
                open.removeIf(question -> {
                    Master named = named(question.key());
                    if (named != null) {
                        answers.add(() -> question.answer().complete(named));
                    } else if (ended) {
                        RuntimeException failure = failure(question.key());
                        answers.add(() -> question.answer().completeExceptionally(failure));
                    }
                    return named != null || ended;
                });
            }
            answers.forEach(Runnable::run);
        }

        /** The master that a majority names; null if there is none. */
        private @Nullable Master named(String key) {
            List<Master> named = new ArrayList<>();
            for (Judge judge : asked) {
                Master master = wordOf(judge, key);
                if (master != null) {
                    named.add(master);
                }
            }
            return named.stream()
                    .filter(master -> named.stream()
                                    .filter(other -> other.server().equals(master.server()))
                                    .count()
                            > asked.size() / 2)
                    .max(Comparator.comparingLong(Master::epoch))
                    .orElse(null);
        }

        private @Nullable Master wordOf(Judge judge, String key) {
            Vote vote = votes.get(judge);
            return vote == null || vote.judgement() == null
                    ? null
                    : vote.judgement().masterOf(key);
        }

        private RuntimeException failure(String key) {
            List<String> words = new ArrayList<>();
            for (Judge judge : asked) {
                Vote vote = votes.get(judge);
                Throwable failure = vote == null ? null : vote.failure();
                Master named = wordOf(judge, key);
                words.add(judge
                        + (named != null
                                ? " names " + named.server()
                                : failure != null ? ": " + failure.getMessage() : " names none"));
            }
            return new IllegalStateException("no majority of the " + those + " names one master, so nothing is leased ("
                    + String.join("; ", words) + ")");
        }
    }
}
