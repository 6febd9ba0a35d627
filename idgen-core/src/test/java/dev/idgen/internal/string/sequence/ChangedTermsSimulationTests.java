package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.LeaseStore.Swapped;
import dev.idgen.Silence;
import dev.idgen.internal.lease.GroupRule;
import dev.idgen.internal.lease.GroupRuleWithoutPause;
import dev.idgen.internal.lease.SimulatedLeaseStore;
import dev.idgen.internal.lease.Terms;
import dev.idgen.internal.lease.UsedWindows.Use;
import dev.idgen.internal.time.ManualPlanner;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Random stories in which the terms of a namespace change, in logical time, by the shipped client: no two windows under
 * different terms are open at the same time, by the local time of their ids. Meanwhile, masters fail over and lose less
 * than the shortest ttl, instances are paused, end and start, some of them with terms that name no others.
 */
@Tag("protocol")
@ExtendWith(Silence.class)
class ChangedTermsSimulationTests {

    private static final BucketLayout LAYOUT = new BucketLayout(3, 10);
    private static final long STORIES = Long.getLong("idgen.terms.stories", 20);
    private static final int SERVERS = 2;
    private static final int INSTANCES = 5;
    private static final int MOST_LOST = 2900;
    private static final int SKEW = 700;
    private static final Duration STORY = Duration.ofMinutes(2);
    private static final Duration CALM = Duration.ofSeconds(90);

    /** Terms of which each differs from the others in each setting. */
    private record Choice(Duration ttl, String zone, Terms terms) {

        private static Choice of(int seconds, String zone, String scramble) {
            return new Choice(Duration.ofSeconds(seconds), zone, new Terms(Map.of("zone", zone, "scramble", scramble)));
        }

        String fingerprint() {
            return terms.with("layout", LAYOUT.toString())
                    .with(Terms.TTL, Long.toString(ttl.toMillis()))
                    .fingerprint();
        }

        long localMillis(long millis) {
            return millis + TimeUnit.SECONDS.toMillis(ZoneOffset.of(zone).getTotalSeconds());
        }
    }

    private static final List<Choice> CHOICES =
            List.of(Choice.of(6, "+00:00:03", "off"), Choice.of(3, "Z", "a"), Choice.of(10, "+00:00:07", "b"));

    /** Masters, and what lies between them and an instance. */
    private static final class Story {

        private final long seed;
        private final Random random;
        private final UnaryOperator<GroupRule> rules;
        private final ManualTime time = new ManualTime();
        private final ManualScheduler scheduler = new ManualScheduler(time);
        private final SimulatedLeaseStore[] masters = new SimulatedLeaseStore[SERVERS];
        private final List<List<Long>> written = new ArrayList<>();
        private final Map<Choice, HeldWindows> windows = new HashMap<>();
        private final Running[] instances = new Running[INSTANCES];
        private Choice present = CHOICES.get(0);
        private Set<String> replaces = Set.of();
        private boolean calm;
        private int changes;
        private int runs;

        Story(long seed, UnaryOperator<GroupRule> rules) {
            this.seed = seed;
            this.random = new Random(seed);
            this.rules = rules;
            for (int i = 0; i < SERVERS; i++) {
                long ahead = skew();
                masters[i] = new SimulatedLeaseStore(() -> time.millis() + ahead);
                masters[i].setRun("r" + runs++);
                written.add(new ArrayList<>());
            }
            for (Choice choice : CHOICES) {
                windows.put(choice, new HeldWindows());
            }
        }

        private long skew() {
            return random.nextInt(-SKEW, SKEW);
        }

        private static int serverOf(String group) {
            return group.hashCode() % SERVERS;
        }

        /** A replica takes over that lacks the latest writes. */
        private void failOver(int server, int lost) {
            List<Long> times = written.get(server);
            times.removeIf(at -> at > time.millis() - lost);
            long ahead = skew();
            masters[server] = masters[server].successor(times.size() + 1, "r" + runs++, () -> time.millis() + ahead);
        }

        private final class Running implements LeaseStore {

            private final ManualPlanner planner = new ManualPlanner(scheduler);
            private final BucketSequence<Object> sequence;

            Running(Choice choice, Set<String> replaces) {
                SequenceSettings settings = SequenceFixture.settings(choice.ttl, Duration.ofMillis(500));
                HeldWindows.Watch watch = windows.get(choice).new Watch();
                BucketRule rule = new BucketRule(LAYOUT, rules.apply(LAYOUT.rule(choice.ttl.toMillis())));
                this.sequence = new BucketSequence<>(
                        "test",
                        choice.terms.replacing(replaces),
                        watch.over(this),
                        Object::new,
                        new SequenceEnvironment(
                                settings,
                                LAYOUT,
                                time,
                                planner,
                                Runnable::run,
                                random.nextInt(LAYOUT.buckets()),
                                () -> random.nextInt(BucketLayout.PARTS),
                                watch.over(rule)));
            }

            boolean draw() {
                CompletableFuture<Boolean> drawn = sequence.acquireAsync(stripe -> true);
                return drawn.isDone() && !drawn.isCompletedExceptionally();
            }

            void pause(int millis) {
                planner.pause();
                scheduler.schedule(planner::resume, millis, TimeUnit.MILLISECONDS);
            }

            @Override
            public String name() {
                return "simulated";
            }

            @Override
            public CompletionStage<Snapshot> read(String group, List<String> names) {
                return send(() -> masters[serverOf(group)].lookAt(group, names));
            }

            @Override
            public CompletionStage<Swapped> compareAndSet(String group, Snapshot looked, String name, String next) {
                int server = serverOf(group);
                return send(() -> {
                    SimulatedLeaseStore master = masters[server];
                    boolean wrote = master.swapAt(group, looked, name, next);
                    if (wrote) {
                        written.get(server).add(time.millis());
                    }
                    return new Swapped(wrote, master.lookAt(group, looked.names()));
                });
            }

            private <T> CompletionStage<T> send(Supplier<T> visit) {
                CompletableFuture<T> answer = new CompletableFuture<>();
                boolean isLost = !calm && random.nextInt(30) == 0;
                scheduler.schedule(
                        () -> {
                            T reply = visit.get();
                            if (!isLost) {
                                scheduler.schedule(
                                        () -> answer.complete(reply), random.nextInt(20), TimeUnit.MILLISECONDS);
                            }
                        },
                        random.nextInt(20),
                        TimeUnit.MILLISECONDS);
                return answer;
            }
        }

        private void start(int number) {
            if (instances[number] != null) {
                instances[number].planner.shutdownNow();
            }
            instances[number] = new Running(present, replaces);
        }

        private void change() {
            Choice before = present;
            List<Choice> others = new ArrayList<>(CHOICES);
            others.remove(before);
            present = others.get(random.nextInt(others.size()));
            Set<String> named = new HashSet<>(Set.of(before.fingerprint()));
            if (random.nextBoolean()) { // the change before is not complete
                named.addAll(replaces);
            }
            named.remove(present.fingerprint());
            replaces = named;
            changes++;
            start(random.nextInt(INSTANCES));
        }

        private void happen() {
            int number = random.nextInt(INSTANCES);
            Running instance = instances[number];
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> start(number);
                case 3, 4 -> failOver(random.nextInt(SERVERS), random.nextInt(MOST_LOST));
                case 5, 6 -> {
                    if (instance != null) {
                        instance.pause(random.nextInt(9000));
                    }
                }
                case 7 -> { // a canary, or an old instance that starts again
                    if (instance != null) {
                        instance.planner.shutdownNow();
                    }
                    instances[number] = new Running(CHOICES.get(random.nextInt(3)), Set.of());
                }
                case 8 -> {
                    if (instance != null) {
                        instance.planner.shutdownNow();
                        instances[number] = null;
                    }
                }
                default -> {
                    if (random.nextInt(3) == 0) {
                        change();
                    }
                }
            }
        }

        private void run(Duration duration) {
            long end = time.millis() + duration.toMillis();
            while (time.millis() < end) {
                for (Running instance : instances) {
                    if (instance != null) {
                        instance.draw();
                    }
                }
                scheduler.run(Duration.ofMillis(50));
            }
        }

        /** Why instances that all have the present terms cannot draw. */
        List<String> unavailable() {
            return Stream.of(instances)
                    .filter(instance -> !instance.draw())
                    .map(instance -> seed + " " + instance.sequence.unavailability())
                    .toList();
        }

        Story play() {
            for (int i = 0; i < INSTANCES; i++) {
                start(i);
            }
            run(Duration.ofSeconds(15));
            long end = time.millis() + STORY.toMillis();
            while (time.millis() < end) {
                happen();
                run(Duration.ofMillis(random.nextInt(3000)));
            }
            calmDown();
            return this;
        }

        /** All instances are started once more, as after a complete update. */
        private void calmDown() {
            calm = true;
            replaces = new HashSet<>();
            for (Choice choice : CHOICES) {
                if (!choice.equals(present)) {
                    replaces.add(choice.fingerprint());
                }
            }
            for (int i = 0; i < INSTANCES; i++) {
                start(i);
            }
            run(CALM);
        }

        /** Windows under different terms that are open at one time. */
        List<String> overlaps() {
            record Open(Choice choice, Use use) {
                long begin() {
                    return choice.localMillis(use.notBefore());
                }

                long end() {
                    return choice.localMillis(use.notAfter());
                }
            }
            List<Open> all = new ArrayList<>();
            windows.forEach((choice, held) -> held.uses().forEach(use -> all.add(new Open(choice, use))));
            all.sort(Comparator.comparingLong(Open::begin));
            Map<Choice, Open> last = new HashMap<>();
            List<String> found = new ArrayList<>();
            for (Open open : all) {
                last.values().stream()
                        .filter(other -> !other.choice().equals(open.choice()) && other.end() >= open.begin())
                        .forEach(other -> found.add(seed + ": " + other + " and " + open));
                last.merge(open.choice(), open, (a, b) -> a.end() > b.end() ? a : b);
            }
            return found;
        }
    }

    @Test
    void windowsUnderDifferentTermsAreNeverOpenAtTheSameTime() {
        List<Story> stories = LongStream.range(0, STORIES)
                .parallel()
                .mapToObj(seed -> new Story(seed, rule -> rule).play())
                .toList();
        assertThat(stories.stream().flatMap(story -> story.overlaps().stream())).isEmpty();
        assertThat(stories).allMatch(story -> story.windows.values().stream().allMatch(held -> held.overlaps() == 0));
        assertThat(stories.stream().flatMap(story -> story.unavailable().stream()))
                .isEmpty();
        assertThat(stories.stream().mapToInt(story -> story.changes).sum()).isGreaterThan((int) STORIES);
    }

    @Test
    void termsThatBeginAtOnceOverlap() {
        assertThat(LongStream.range(0, 20)
                        .mapToObj(seed -> new Story(seed, GroupRuleWithoutPause::new)
                                .play()
                                .overlaps()))
                .anyMatch(overlaps -> !overlaps.isEmpty());
    }
}
