package dev.idgen.internal.register;

import dev.idgen.internal.time.TimeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * <p>It asks only when a caller needs to know, at most once in {@value #FRESH_MILLIS} ms, and no more judges than are
 * needed. Judges that failed or were slow come last in the next round. Thread-safe.
 */
public final class MasterWatch {

    /** For so long after it was asked, the word of a majority counts. */
    public static final long FRESH_MILLIS = 500;

    /** If judges have not answered by then, the others are asked, too. */
    private static final long PATIENCE_MILLIS = 150;

    /** A round that takes longer has failed. */
    private static final long LONGEST_MILLIS = 2000;

    /** A sentinel, or a master of a cluster. Equal if it is the same one. */
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

    private record Question(String key, long askedSince, CompletableFuture<Master> answer) {}

    /** The latest answer or failure of a judge. */
    private record Vote(
            long askedAt,
            @Nullable Judgement judgement,
            @Nullable Throwable failure) {}

    private final String those;
    private final Supplier<? extends List<? extends Judge>> present;
    private final TimeSource time;
    private final Later later;

    // This object's monitor guards the fields below. Nothing is asked or completed while it is held.
    private final List<Question> open = new ArrayList<>();
    private final Map<Judge, Vote> votes = new HashMap<>();
    private final Set<Judge> unreliable = new HashSet<>();
    private final List<Runnable> actions = new ArrayList<>();
    private List<Judge> judges = List.of();
    private @Nullable Round round;
    private int rounds;
    private long beganAt;

    /** The judges that are asked about the open questions. */
    private static final class Round {

        private final long askedAt;
        private final List<Judge> rest;
        private final Set<Judge> silent = new LinkedHashSet<>();

        Round(long askedAt, List<Judge> rest) {
            this.askedAt = askedAt;
            this.rest = rest;
        }
    }

    /**
     * @param those what the judges are, for messages: "sentinels"
     * @param present all judges at the moment, of which a majority counts
     */
    public MasterWatch(String those, Supplier<? extends List<? extends Judge>> present, TimeSource time, Later later) {
        this.those = those;
        this.present = present;
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
        long now = time.nanoTime();
        Question question =
                new Question(key, now - TimeUnit.MILLISECONDS.toNanos(FRESH_MILLIS), new CompletableFuture<>());
        change(() -> {
            open.add(question);
            if (round == null && (rounds == 0 || beganAt - question.askedSince() < 0)) {
                begin(now);
            }
            settle();
        });
        return question.answer();
    }

    private void change(Runnable change) {
        List<Runnable> todo;
        synchronized (this) {
            change.run();
            todo = List.copyOf(actions);
            actions.clear();
        }
        todo.forEach(Runnable::run);
    }

    private void begin(long now) {
        judges = List.copyOf(present.get());
        votes.keySet().retainAll(judges);
        List<Judge> order = new ArrayList<>(judges);
        Collections.rotate(order, rounds++);
        order.sort((a, b) -> Boolean.compare(unreliable.contains(a), unreliable.contains(b)));
        Round begun = new Round(now, order);
        round = begun;
        beganAt = now;
        ask(begun, majority());
        actions.add(() -> later.run(() -> change(() -> hurry(begun)), PATIENCE_MILLIS));
        actions.add(() -> later.run(() -> change(() -> end(begun)), LONGEST_MILLIS));
    }

    private int majority() {
        return judges.size() / 2 + 1;
    }

    private void ask(Round asking, int most) {
        List<Judge> asked = asking.rest.subList(0, Math.min(most, asking.rest.size()));
        for (Judge judge : List.copyOf(asked)) {
            asking.silent.add(judge);
            actions.add(() -> judge.ask()
                    .whenComplete((judgement, failure) ->
                            change(() -> voted(asking, judge, new Vote(asking.askedAt, judgement, failure)))));
        }
        asked.clear();
    }

    private void voted(Round asked, Judge judge, Vote vote) {
        if (vote.failure() == null) {
            unreliable.remove(judge);
        } else {
            unreliable.add(judge);
        }
        Vote before = votes.get(judge);
        if (before == null || before.askedAt() - vote.askedAt() <= 0) {
            votes.put(judge, vote);
        }
        asked.silent.remove(judge);
        settle();
    }

    private void hurry(Round slow) {
        if (round == slow) {
            unreliable.addAll(slow.silent);
            ask(slow, slow.rest.size());
        }
    }

    private void end(Round slow) {
        if (round == slow) {
            slow.silent.clear();
            slow.rest.clear();
            settle();
        }
    }

    /** Answers the questions that can be answered, and ends the round if no questions or no judges are left. */
    private void settle() {
        open.removeIf(question -> {
            Master named = named(question);
            if (named != null) {
                actions.add(() -> question.answer().complete(named));
            }
            return named != null;
        });
        Round present = round;
        if (present != null && !open.isEmpty() && present.silent.isEmpty()) {
            ask(present, present.rest.size());
        }
        if (open.isEmpty()) {
            round = null;
        } else if (present == null || present.silent.isEmpty()) {
            round = null;
            open.forEach(question -> {
                RuntimeException failure = failure(question);
                actions.add(() -> question.answer().completeExceptionally(failure));
            });
            open.clear();
        }
    }

    /** The master that a majority names; null if there is none. */
    private @Nullable Master named(Question question) {
        List<Master> named = new ArrayList<>();
        for (Judge judge : judges) {
            Master master = wordOf(judge, question);
            if (master != null) {
                named.add(master);
            }
        }
        return named.stream()
                .filter(master -> named.stream()
                                .filter(other -> other.server().equals(master.server()))
                                .count()
                        >= majority())
                .max(Comparator.comparingLong(Master::epoch))
                .orElse(null);
    }

    private @Nullable Master wordOf(Judge judge, Question question) {
        Vote vote = votes.get(judge);
        return vote == null || vote.judgement() == null || vote.askedAt() - question.askedSince() < 0
                ? null
                : vote.judgement().masterOf(question.key());
    }

    private RuntimeException failure(Question question) {
        List<String> words = new ArrayList<>();
        for (Judge judge : judges) {
            Vote vote = votes.get(judge);
            Throwable failure = vote == null ? null : vote.failure();
            Throwable cause = failure == null || failure.getCause() == null ? failure : failure.getCause();
            Master named = wordOf(judge, question);
            words.add(judge
                    + (named != null
                            ? " names " + named.server()
                            : cause != null ? ": " + cause.getMessage() : " names none"));
        }
        return new IllegalStateException("no majority of the " + those + " names one master, so nothing is leased ("
                + String.join("; ", words) + ")");
    }
}
