package dev.idgen.internal.register;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.UnreliableRegister.Fate;
import dev.idgen.internal.register.UnreliableRegister.Operation;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BirthsTests {

    private static final int PLACES = 256;
    private static final Duration TTL = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(1250);
    private static final Duration MAKING = Duration.ofSeconds(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final ManualTime time = new ManualTime();
    private final ManualScheduler scheduler = new ManualScheduler(time);
    private final SimulatedRegister store = new SimulatedRegister(time::millis);
    private final UnreliableRegister register = new UnreliableRegister(store);
    private final LeaseClient client = PlainClient.of(register, scheduler, time, TIMEOUT);
    private final Births births = births("first");

    private Births births(String maker) {
        Births.Places places = new Births.Places(
                IntStream.range(0, PLACES).mapToObj(place -> "g" + place).toList(),
                List.of("lease", "closed"),
                (place, look) -> "born=" + look.time() + " run=" + look.run() + " place=" + place + " by=" + maker,
                look -> "foreign".equals(look.value("lease")));
        return new Births(client, TTL, places, "looking", () -> {});
    }

    private boolean isLost() {
        return isLost(births);
    }

    private boolean isLost(Births some) {
        boolean lost = some.isLost();
        scheduler.runDue();
        return lost;
    }

    private long made() {
        return IntStream.range(0, PLACES)
                .filter(place -> !store.values("g" + place).isEmpty())
                .count();
    }

    private void pass(Duration duration) {
        scheduler.run(duration);
    }

    @Test
    void twoLooksWithoutAnyValueMakeAllValues() {
        assertThat(isLost()).isFalse();
        assertThat(register.looks()).isEqualTo(PLACES);
        pass(PAUSE.minusNanos(1));
        assertThat(register.looks()).isEqualTo(PLACES);
        assertThat(isLost()).isFalse();
        assertThat(made()).isZero();
        pass(Duration.ofNanos(1));
        assertThat(register.looks()).isEqualTo(2 * PLACES);
        assertThat(made()).isEqualTo(PLACES);
        assertThat(store.values("g7"))
                .containsEntry("lease", "born=" + time.millis() + " run=run0 place=7 by=first")
                .hasSize(1);
        assertThat(isLost()).isFalse();
        pass(MAKING.plusNanos(1));
        assertThat(isLost()).as("what is missing from now on").isTrue();
        assertThat(register.looks()).isEqualTo(2 * PLACES);
    }

    @Test
    void registerThatNoOtherProcessSharesIsLookedAtTwiceWithoutAPause() {
        store.setShared(false);
        isLost();
        assertThat(made()).isEqualTo(PLACES);
    }

    @Test
    void valueAtTheFirstLookMeansThatNothingIsMade() {
        store.put("g200", "lease", "x=1");
        isLost();
        pass(MAKING);
        assertThat(isLost()).as("another instance may be making it").isFalse();
        pass(Duration.ofNanos(1));
        assertThat(isLost()).isTrue();
        assertThat(made()).isOne();
        assertThat(register.looks()).isEqualTo(PLACES);
    }

    /** Holders of leases have noticed the loss, and written values that say so. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void valueFoundAfterTheFirstLookMeansThatNothingIsMade(boolean byTheCaller) {
        isLost();
        if (byTheCaller) {
            births.found();
        } else {
            store.put("g200", "closed", "x=1");
        }
        pass(PAUSE.plus(MAKING).plusNanos(1));
        assertThat(made()).isEqualTo(byTheCaller ? 0 : 1);
        assertThat(isLost()).isTrue();
    }

    /** Otherwise an instance with a shorter ttl would write a doubt that ends while leases of the others are still open. */
    @Test
    void valueMissingBesideAForeignOneIsNotLostUntilThatIsGone() {
        isLost();
        store.put("g200", "lease", "foreign");
        pass(PAUSE.plus(MAKING).plusNanos(1));
        assertThat(isLost()).isFalse();
        store.loseGroup("g200");
        pass(Duration.ofSeconds(10));
        assertThat(isLost()).isFalse();
        pass(PAUSE);
        assertThat(made()).isEqualTo(PLACES);
    }

    @Test
    void missingValueIsLostAtOnceAfterAGrant() {
        client.granted();
        assertThat(isLost()).isTrue();
        assertThat(register.looks()).isZero();
    }

    @Test
    void twoInstancesThatFindNothingDoNotOverwriteEachOther() {
        Births second = births("second");
        isLost();
        isLost(second);
        pass(PAUSE);
        assertThat(IntStream.range(0, PLACES).mapToObj(place -> store.values("g" + place)))
                .allMatch(values -> String.valueOf(values.get("lease")).endsWith("by=first"));
        assertThat(isLost(second)).isFalse();
    }

    /** As by a few connections to a distant database. */
    @Test
    void valuesThatCannotBeMadeInTimeAreLostInTheEnd() {
        isLost();
        register.decide((operation, group) -> operation == Operation.SWAP ? Fate.LATE : Fate.ANSWERED);
        pass(PAUSE.plusMillis(Register.SWAP_LIMIT_MILLIS + 1));
        register.deliver();
        scheduler.runDue();
        assertThat(isLost()).isFalse();
        pass(MAKING.plusNanos(1));
        assertThat(isLost()).isTrue();
        assertThat(made()).isZero();
    }

    /** An instance that has had no grant may not know the ttl of those that have, so it writes no doubt where nothing tells it. */
    @Test
    void nothingIsLostWhileNoValueExists() {
        isLost();
        register.decide((operation, group) -> operation == Operation.SWAP ? Fate.FAILED : Fate.ANSWERED);
        pass(Duration.ofMinutes(1));
        assertThat(isLost()).isFalse();
        register.decide(Fate.ANSWERED);
        pass(PAUSE.multipliedBy(2));
        assertThat(made()).isEqualTo(PLACES);
    }

    @Test
    void placeThatDoesNotAnswerMayHaveAValue() {
        register.decide((operation, group) -> group.equals("g3") ? Fate.FAILED : Fate.ANSWERED);
        isLost();
        assertThat(client.latestFailure()).hasMessage("connection refused");
        pass(Duration.ofMinutes(1));
        assertThat(isLost()).isFalse();
        assertThat(made()).isZero();
        store.put("g3", "lease", "x=1");
        register.decide(Fate.ANSWERED);
        pass(PAUSE.plus(MAKING).plusNanos(1));
        assertThat(isLost()).isTrue();
        assertThat(made()).isOne();
    }

    @Test
    void clockThatIsNotBelievedMakesNothing() {
        SimulatedRegister wrong = new SimulatedRegister(() -> time.millis() + 61_000);
        register.leadTo(wrong);
        isLost();
        pass(Duration.ofSeconds(115));
        assertThat(register.swaps()).isZero();
        assertThat(isLost()).isFalse();
    }
}
