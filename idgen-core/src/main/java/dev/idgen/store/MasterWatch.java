package dev.idgen.store;

import dev.idgen.StoreUnsuitableException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
         * Asks for the masters that it knows, without blocking.
         *
         * @return may complete at once, late or never, on any thread; fails with {@link StoreUnsuitableException} if
         *     the judge refuses to answer until a setting changes
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
     * @param epoch the failover that made it the master, see {@link dev.idgen.LeaseStore.Snapshot}
     */
    public record Master(String server, long epoch) {

        boolean isSameServer(Master other) {
            return other.server.equals(server);
        }
    }

    private final String those;
    private final Supplier<? extends List<? extends Judge>> judges;
    private final Clocks time;
    private final ObjLongConsumer<Runnable> later;

    /** The judges of the latest round, and when it began. This object's monitor guards both fields. */
    private List<Asked> latest = List.of();

    private long askedAt;

    /**
     * @param those what the judges are, for messages: "sentinels"
     * @param judges all judges at the moment; a majority of them counts; called by one thread at a time
     * @param later runs a task after some milliseconds, on any thread
     */
    public MasterWatch(
            String those,
            Supplier<? extends List<? extends Judge>> judges,
            Clocks time,
            ObjLongConsumer<Runnable> later) {
        this.those = those;
        this.judges = judges;
        this.time = time;
        this.later = later;
    }

    /**
     * Says which server is the master of a key. An answer that came before this call was the master's if it came from
     * that server.
     *
     * @return completes within about two seconds, on any thread; with {@link StoreUnsuitableException} if a majority
     *     refuses to answer, else with {@link IllegalStateException} if no majority names one server
     */
    public CompletionStage<Master> master(String key) {
        List<Asked> asked = asked();
        CompletableFuture<Master> master = new CompletableFuture<>();
        decide(key, asked, master);
        if (!master.isDone()) {
            asked.forEach(each -> {
                var unused = each.answer().whenComplete((judgement, failure) -> decide(key, asked, master));
            });
        }
        return master;
    }

    private synchronized List<Asked> asked() {
        long nanoTime = time.nanoTime();
        if (latest.isEmpty() || nanoTime - askedAt > TimeUnit.MILLISECONDS.toNanos(FRESH_MILLIS)) {
            List<Asked> asked = judges.get().stream().map(Asked::new).toList();
            later.accept(() -> asked.forEach(Asked::end), LONGEST_MILLIS);
            latest = asked;
            askedAt = nanoTime;
        }
        return latest;
    }

    /** Completes a master if a majority names it, or if all have answered. */
    private void decide(String key, List<Asked> asked, CompletableFuture<Master> master) {
        boolean ended = asked.stream().allMatch(each -> each.answer().isDone());
        List<Master> named = asked.stream()
                .map(each -> each.named(key))
                .filter(Objects::nonNull)
                .toList();
        named.stream()
                .filter(one -> named.stream().filter(one::isSameServer).count() > asked.size() / 2)
                .max(Comparator.comparingLong(Master::epoch))
                .ifPresent(master::complete);
        if (ended && !master.isDone()) {
            master.completeExceptionally(failure(key, asked));
        }
    }

    private RuntimeException failure(String key, List<Asked> asked) {
        List<Asked> refused = asked.stream()
                .filter(each -> each.failure() instanceof StoreUnsuitableException)
                .toList();
        if (refused.size() > asked.size() / 2) {
            return new StoreUnsuitableException(refused.get(0).word(key));
        }
        return new IllegalStateException("no majority of the " + those + " names one master, so nothing is leased ("
                + asked.stream().map(each -> each.word(key)).collect(Collectors.joining("; ")) + ")");
    }

    /** A judge that is asked in a round. */
    private record Asked(Judge judge, CompletableFuture<Judgement> answer) {

        Asked(Judge judge) {
            this(judge, CompletableFuture.completedFuture(judge).thenCompose(Judge::ask));
        }

        void end() {
            answer.completeExceptionally(new TimeoutException("has not answered"));
        }

        @Nullable
        Throwable failure() {
            return answer.handle((judgement, failure) ->
                            failure instanceof CompletionException ? failure.getCause() : failure)
                    .getNow(null);
        }

        @Nullable
        Master named(String key) {
            return answer.isDone() && failure() == null ? answer.join().masterOf(key) : null;
        }

        String word(String key) {
            Throwable failure = failure();
            Master named = named(key);
            String word = named == null ? " names none" : " names " + named.server();
            return judge + (failure == null ? word : ": " + failure.getMessage());
        }
    }
}
