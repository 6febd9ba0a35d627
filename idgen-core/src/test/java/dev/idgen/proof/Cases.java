package dev.idgen.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.Look;
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
        return chance(10)
                ? Look.NO_RUN
                : chance(10) ? Look.UNTOLD : chance(5) ? RUNS.get(below(RUNS.size())) : RUNS.get(0);
    }

    public long epoch() {
        return chance(3) ? Look.UNKNOWN_EPOCH : chance(5) ? 2 : 1;
    }

    public Circumstances circumstances(long near) {
        String run = run();
        return new Circumstances(
                near + random.nextInt(-3, 4),
                chance(2) ? 0 : moment(),
                !chance(5),
                run.equals(Look.NO_RUN) ? RUNS.get(0) : run,
                epoch());
    }

    public At terms(Circumstances at) {
        return new At(
                Num.of(at.now()), Num.of(at.expected()), Truth.of(at.isTrusted()), term(at.run()), Num.of(at.epoch()));
    }

    /** The number that stands for a run. */
    public static Num term(String run) {
        if (run.equals(Look.UNTOLD)) {
            return At.UNTOLD;
        }
        return run.equals(Look.NO_RUN) ? At.NO_RUN : Num.of(RUNS.indexOf(run));
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
