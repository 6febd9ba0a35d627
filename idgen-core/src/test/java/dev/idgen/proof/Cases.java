package dev.idgen.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.lease.GroupValue;
import dev.idgen.internal.lease.LeaseText;
import dev.idgen.proof.DoubtFormulas.Doubt;
import dev.idgen.proof.DoubtFormulas.Group;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Random questions to compare a transcript with the shipped rule, and a count of what happened in them. */
public final class Cases {

    /** What a set of cases that tells something has at least of each event. */
    private static final int OFTEN = 500;

    private static final List<String> RUNS = List.of("a", "b", "c");

    private final SplittableRandom random;
    private final List<Long> moments;
    private final Map<String, Integer> happened = new HashMap<>();

    /** @param moments near which something changes */
    public Cases(long seed, List<Long> moments) {
        this.random = new SplittableRandom(seed);
        this.moments = List.copyOf(moments);
    }

    public int below(int bound) {
        return random.nextInt(bound);
    }

    /** Whether one in so many cases is met. */
    public boolean chance(int in) {
        return random.nextInt(in) == 0;
    }

    /** A time near one of the moments, not negative. */
    public long moment() {
        long moment = moments.get(random.nextInt(moments.size()));
        return chance(10) ? random.nextLong(2 * moment + 1) : Math.max(0, moment + random.nextInt(-3, 4));
    }

    /** Mostly the same. */
    public String run() {
        return chance(5) ? RUNS.get(below(RUNS.size())) : RUNS.get(0);
    }

    public long epoch() {
        return chance(3) ? Snapshot.UNKNOWN_EPOCH : chance(5) ? 2 : 1;
    }

    public GroupValue group() {
        return new GroupValue(run(), epoch(), moment(), LeaseText.empty());
    }

    public Snapshot read(long time) {
        return new Snapshot(time, chance(10) ? Snapshot.UNKNOWN_RUN : run(), epoch(), List.of(), Map.of());
    }

    public static Group terms(GroupValue group) {
        Num doubted = Num.of(group.doubted());
        return new Group(Truth.of(true), new Doubt(term(group.run()), Num.of(group.epoch()), doubted));
    }

    public static DoubtFormulas.Snapshot terms(Snapshot snapshot) {
        return new DoubtFormulas.Snapshot(Num.of(snapshot.time()), term(snapshot.run()), Num.of(snapshot.epoch()));
    }

    /** The number that stands for a run. */
    private static Num term(String run) {
        return run.equals(Snapshot.UNKNOWN_RUN) ? DoubtFormulas.UNKNOWN_RUN : Num.of(RUNS.indexOf(run));
    }

    public void happened(String event, Truth truth) {
        happened.merge(event, truth.value() ? 1 : 0, Integer::sum);
    }

    public void assertHappenedOften(String... events) {
        for (String event : events) {
            assertThat(happened.get(event)).as(event).isGreaterThan(OFTEN);
        }
    }
}
