package dev.idgen.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.lease.UnreliableLeaseStore.Fate;
import dev.idgen.internal.lease.UnreliableLeaseStore.Operation;
import dev.idgen.internal.lease.UnreliableLeaseStore.Request;
import dev.idgen.internal.time.ManualPlanner;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How an instance joins, notes doubts and asks rules about values of its groups. */
class GroupsTests {

    private static final List<String> NAMES =
            IntStream.range(0, 16).mapToObj(Integer::toString).toList();
    private static final Terms TERMS = new Terms(Map.of("zone", "Z"));
    private static final Terms OTHER_TERMS = new Terms(Map.of("zone", "+01:00"));
    private static final GroupRule RULE = new GroupRule(10_000, 32, 2000);
    private static final Duration TTL = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final long LONG_AGO = 1;

    /** How far the store's clock is ahead. */
    private long ahead;

    private final ManualTime time = new ManualTime();
    private final ManualScheduler scheduler = new ManualScheduler(time);
    private final SimulatedLeaseStore store = new SimulatedLeaseStore(() -> time.millis() + ahead);
    private final UnreliableLeaseStore leaseStore = new UnreliableLeaseStore(store);
    private final Instance instance = new Instance(TERMS);

    /** An instance that only joins and asks. */
    private final class Instance {

        private final LeaseClient client =
                PlainClient.of(leaseStore, new ManualPlanner(scheduler), time, Duration.ofSeconds(20));
        private final List<Boolean> changes = new ArrayList<>();
        private final Groups groups;

        Instance(Terms terms) {
            this.groups = new Groups(
                    client,
                    new Groups.Leased(
                            NAMES,
                            terms,
                            RULE,
                            PAUSE,
                            other -> new IllegalStateException(
                                    other.setting() + " " + other.expected() + " " + other.actual())),
                    this::changed);
        }

        private void changed() {
            changes.add(groups.isJoined());
        }

        void join() {
            groups.join();
            scheduler.runDue();
        }

        /** The obstacle, or the doubt that the rule is asked with. */
        String ask(String group) {
            CompletableFuture<String> answer = groups.<String>ask(
                            group,
                            List.of("value"),
                            (value, snapshot, believed) ->
                                    Step.answer(value.doubted() + (believed ? "" : ", not believed")),
                            Obstacle::toString)
                    .toCompletableFuture();
            scheduler.runDue();
            return answer.join();
        }

        void holdWindow() {
            long now = time.millis();
            client.granted(new Window(now, now + TTL.toMillis()), now, time.nanoTime());
        }

        @Nullable
        String refusal() {
            RuntimeException why = groups.refusal();
            return why == null ? null : why.getMessage();
        }
    }

    private void putGroups(Terms terms) {
        NAMES.forEach(name -> store.putGroup(name, terms, LONG_AGO));
    }

    private void joinMembers() {
        putGroups(TERMS);
        instance.join();
    }

    private void joinAndHoldWindow() {
        joinMembers();
        instance.holdWindow();
    }

    private List<String> missing() {
        return NAMES.stream().filter(name -> store.values(name).isEmpty()).toList();
    }

    private String zone(String group) {
        return LeaseText.parse(store.values(group).get(GroupValue.NAME)).text("zone");
    }

    private List<String> swapped() {
        return leaseStore.requests().stream()
                .filter(request -> request.operation() == Operation.SWAP)
                .map(Request::group)
                .toList();
    }

    private String now() {
        return Long.toString(time.millis());
    }

    // Joining

    @Test
    void instanceThatFindsItsTermsInOneGroupJoins() {
        joinMembers();
        assertThat(instance.groups.isJoined()).isTrue();
        assertThat(leaseStore.requests()).hasSize(1);
        assertThat(instance.ask("7")).isEqualTo(Long.toString(LONG_AGO));
    }

    @Test
    void instanceThatFindsNoGroupWritesTheFirstOneFirst() {
        instance.join();
        assertThat(swapped().get(0)).isEqualTo("0");
        assertThat(swapped()).containsExactlyInAnyOrderElementsOf(NAMES);
        assertThat(leaseStore.looks())
                .as("joins, looks at all twice and at each, joins")
                .isEqualTo(2 + 3 * NAMES.size());
        assertThat(instance.changes).containsExactly(true);
        assertThat(instance.ask("7")).isEqualTo(now());
    }

    /** Each looks at all groups before the other writes the first one. */
    @Test
    void ofTwoInstancesWithDifferentTermsOnlyOneWrites() {
        leaseStore.delayAnswers(answer -> scheduler.schedule(answer, 3, TimeUnit.MILLISECONDS));
        Instance other = new Instance(OTHER_TERMS);
        instance.groups.join();
        other.groups.join();
        scheduler.run(Duration.ofSeconds(1));
        assertThat(missing()).isEmpty();
        assertThat(NAMES).allMatch(name -> zone(name).equals("Z"));
        assertThat(instance.groups.isJoined()).isTrue();
        assertThat(other.refusal()).isEqualTo("zone Z +01:00");
    }

    @Test
    void instanceThatStartsWritesAMissingGroupAfterALookAtAll() {
        putGroups(TERMS);
        store.loseGroup("0");
        instance.join();
        assertThat(swapped()).containsExactly("0");
        assertThat(instance.groups.isJoined()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "one", "the first"})
    void instanceThatStartsWithOtherTermsIsRefusedAndWritesNothing(String others) {
        switch (others) {
            case "all" -> putGroups(OTHER_TERMS);
            case "one" -> store.putGroup("7", OTHER_TERMS, LONG_AGO);
            default -> store.putGroup("0", OTHER_TERMS, LONG_AGO);
        }
        instance.join();
        assertThat(instance.refusal()).isEqualTo("zone +01:00 Z");
        assertThat(instance.groups.refusal()).isNotSameAs(instance.groups.refusal());
        assertThat(leaseStore.swaps()).isZero();
        putGroups(TERMS);
        scheduler.run(TTL);
        assertThat(instance.refusal()).isNull();
        assertThat(instance.changes).containsExactly(false, true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"looks at group 0", "looks at group 7", "swaps"})
    void joiningIsTriedAgainAfterEachPauseWhileRequestsFail(String failing) {
        leaseStore.decide((operation, group) -> {
            boolean fails = operation == Operation.SWAP ? failing.equals("swaps") : failing.endsWith("group " + group);
            return fails ? Fate.FAILED : Fate.ANSWERED;
        });
        instance.join();
        scheduler.run(PAUSE.multipliedBy(4));
        assertThat(instance.client.latestFailure()).hasMessage("connection refused");
        assertThat(missing()).hasSameSizeAs(NAMES);
        assertThat(leaseStore.requests()).hasSizeLessThanOrEqualTo(5 * (2 + NAMES.size()));
        leaseStore.decide(Fate.ANSWERED);
        scheduler.run(PAUSE);
        assertThat(instance.changes).containsExactly(true);
        assertThat(missing()).isEmpty();
    }

    /** What was looked at first may have changed since. */
    @Test
    void looksAtAllGroupsThatTakeTooLongAreRepeated() {
        int[] delay = {2001};
        leaseStore.delayAnswers(answer -> scheduler.schedule(answer, delay[0], TimeUnit.MILLISECONDS));
        instance.groups.join();
        scheduler.run(Duration.ofMillis(4100));
        assertThat(instance.client.latestFailure()).hasMessage("it took 2001 ms");
        assertThat(leaseStore.swaps()).isZero();
        delay[0] = 100;
        scheduler.run(Duration.ofSeconds(2));
        assertThat(instance.groups.isJoined()).isTrue();
    }

    @Test
    void groupsWrittenByAnotherInstanceInTheMeantimeAreFound() {
        boolean[] first = {true};
        leaseStore.decide((operation, group) -> {
            if (!first[0]) {
                putGroups(TERMS);
            }
            first[0] = false;
            return Fate.ANSWERED;
        });
        instance.join();
        assertThat(instance.groups.isJoined()).isTrue();
        assertThat(leaseStore.swaps()).isZero();
    }

    @Test
    void oneAttemptIsUnderWayAtATime() {
        leaseStore.decide(Fate.HELD);
        instance.join();
        instance.join();
        assertThat(leaseStore.requests()).hasSize(1);
    }

    @Test
    void storeThatIsUnsuitableRefusesUntilItIsSuitable() {
        leaseStore.failWith(new StoreUnsuitableException("grant +info"));
        leaseStore.decide(Fate.FAILED);
        instance.join();
        assertThat(instance.groups.refusal())
                .isInstanceOf(StoreUnsuitableException.class)
                .hasMessage("grant +info");
        leaseStore.decide(Fate.ANSWERED);
        scheduler.run(PAUSE);
        assertThat(instance.changes).containsExactly(false, true);
    }

    // Missing groups

    @Test
    void memberWithAnOpenWindowNotesAMissingGroupAndLooksAtTheOthers() {
        joinAndHoldWindow();
        store.lose("");
        assertThat(instance.ask("7")).isEqualTo(now());
        assertThat(swapped().get(0)).isEqualTo("7");
        assertThat(missing()).isEmpty();
        assertThat(instance.groups.lost()).as("groups whose value it had seen").isOne();
    }

    @Test
    void memberWithoutAnOpenWindowLooksAtAllGroupsFirst() {
        joinAndHoldWindow();
        scheduler.run(TTL.plusMillis(1));
        store.loseGroup("7");
        assertThat(instance.ask("7")).isEqualTo("MISSING");
        assertThat(swapped()).containsExactly("7");
        assertThat(instance.changes).as("and says when that is done").containsExactly(true, true);
        assertThat(instance.ask("7")).isEqualTo(now());
    }

    /** It may be another fleet that lost the group. */
    @Test
    void instanceThatWasRefusedNotesNothingWithItsOpenWindow() {
        joinAndHoldWindow();
        putGroups(OTHER_TERMS);
        assertThat(instance.ask("0")).isEqualTo("OTHER_TERMS");
        store.loseGroup("7");
        assertThat(instance.ask("7")).isEqualTo("MISSING");
        assertThat(leaseStore.swaps()).isZero();
    }

    // Other terms, and values that cannot be read

    @Test
    void memberDoesNotUseAGroupWithOtherTermsNorWritesMissingOnes() {
        joinMembers();
        store.putGroup("7", OTHER_TERMS, LONG_AGO);
        store.loseGroup("8");
        assertThat(instance.ask("7")).isEqualTo("OTHER_TERMS");
        assertThat(instance.ask("8")).isEqualTo("MISSING");
        scheduler.run(PAUSE);
        assertThat(instance.ask("9")).isEqualTo(Long.toString(LONG_AGO));
        assertThat(leaseStore.swaps()).isZero();
        assertThat(instance.changes).containsExactly(true);
    }

    @Test
    void memberIsRefusedByOtherTermsInTheFirstGroup() {
        joinMembers();
        putGroups(OTHER_TERMS);
        assertThat(instance.ask("7")).isEqualTo("OTHER_TERMS");
        assertThat(instance.refusal()).isEqualTo("zone +01:00 Z");
        putGroups(TERMS);
        scheduler.run(PAUSE);
        assertThat(instance.changes).containsExactly(true, false, true);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void valueThatCannotBeReadIsNeitherUsedNorReplaced(boolean othersAreMissing) {
        if (!othersAreMissing) {
            putGroups(TERMS);
        }
        store.put("7", GroupValue.NAME, "run=run0");
        instance.join();
        instance.holdWindow();
        assertThat(instance.ask("7")).isEqualTo("UNREADABLE");
        scheduler.run(TTL);
        if (othersAreMissing) { // whose terms did they have?
            assertThat(instance.client.latestFailure()).hasMessage("a value cannot be read");
        }
        assertThat(leaseStore.swaps()).isZero();
    }

    // Doubts

    @Test
    void doubtIsNotedInAllGroupsOnce() {
        joinMembers();
        store.setRun("run1");
        assertThat(instance.ask("7")).isEqualTo(now());
        assertThat(swapped()).hasSize(NAMES.size()).doesNotHaveDuplicates();
        assertThat(instance.ask("3")).isEqualTo(now());
        assertThat(instance.groups.lost()).isZero();
        assertThat(swapped()).hasSize(NAMES.size());
    }

    @Test
    void valueThatLacksALaterDoubtIsDoubted() {
        joinMembers();
        store.putGroup("7", TERMS, 100);
        assertThat(instance.ask("7")).isEqualTo("100");
        store.putGroup("7", TERMS, 99);
        assertThat(instance.ask("7")).isEqualTo(now());
    }

    @ParameterizedTest
    @CsvSource({"true, CLOCK", "false, '1, not believed'"})
    void clockThatIsFarAheadNotesNoDoubt(boolean doubted, String answer) {
        joinMembers();
        if (doubted) {
            store.setRun("run1");
        }
        ahead = 61_000;
        assertThat(instance.ask("7")).isEqualTo(answer);
        assertThat(leaseStore.swaps()).isZero();
    }

    @Test
    void clockThatIsFarAheadCreatesNoGroups() {
        ahead = 61_000;
        instance.join();
        scheduler.run(Duration.ofSeconds(119));
        assertThat(leaseStore.swaps()).isZero();
        scheduler.run(Duration.ofSeconds(5));
        assertThat(instance.groups.isJoined()).isTrue();
    }

    /** Nothing was granted before, and nothing is lost. */
    @Test
    void groupsOfALeaseStoreThatIsNotSharedAreSettledAtOnce() {
        store.setShared(false);
        instance.join();
        assertThat(instance.groups.isJoined()).isTrue();
        assertThat(Long.parseLong(instance.ask("7")) + RULE.settling()).isLessThan(time.millis());
    }

    // Changed terms

    private Instance replacing() {
        putGroups(OTHER_TERMS);
        Instance some = new Instance(TERMS.replacing(Set.of(OTHER_TERMS.fingerprint())));
        some.join();
        return some;
    }

    /** Leases under the earlier terms could last ten minutes, because they name no ttl. */
    private static final Duration CLOSED = Duration.ofMinutes(10).plusHours(1).plusSeconds(3);

    @Test
    void instanceThatNamesOtherTermsReplacesThemInTheFirstGroupFirst() {
        Instance some = replacing();
        assertThat(swapped().get(0)).isEqualTo("0");
        assertThat(NAMES).allMatch(name -> zone(name).equals("Z"));
        assertThat(some.groups.isJoined()).isFalse();
        assertThat(some.client.latestFailure()).hasMessageContaining("settings were changed, so leases begin after");
        scheduler.run(CLOSED);
        assertThat(some.groups.isJoined()).isTrue();
        some.ask("7");
        assertThat(store.group("7").isReplacement()).as("once all have closed").isFalse();
    }

    @Test
    void instanceWhoseTermsWereReplacedUsesUpWhatItHolds() {
        Instance earlier = new Instance(OTHER_TERMS);
        putGroups(OTHER_TERMS);
        earlier.join();
        replacing();
        assertThat(earlier.ask("7")).isEqualTo("OTHER_TERMS");
        assertThat(earlier.groups.hasGivenWay()).isTrue();
        putGroups(OTHER_TERMS);
        assertThat(earlier.ask("7")).as("for good").isEqualTo("OTHER_TERMS");
    }

    @Test
    void changeThatMissedAGroupIsMadeAgainBeforeLeasesBegin() {
        Instance some = replacing();
        store.putGroup("7", OTHER_TERMS, LONG_AGO);
        scheduler.run(CLOSED);
        assertThat(some.groups.isJoined()).isFalse();
        assertThat(zone("7")).isEqualTo("Z");
        scheduler.run(CLOSED);
        assertThat(some.groups.isJoined()).isTrue();
    }
}
