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
    private final Births births = new Births(
            client,
            TTL,
            new Births.Places(
                    IntStream.range(0, PLACES).mapToObj(place -> "g" + place).toList(),
                    List.of("lease", "closed"),
                    (place, look) -> "born=" + look.time() + " run=" + look.run() + " place=" + place,
                    look -> "foreign".equals(look.value("lease"))),
            "looking",
            () -> {});

    private boolean isLost() {
        boolean lost = births.isLost();
        scheduler.runDue();
        return lost;
    }

    private long made() {
        return IntStream.range(0, PLACES)
                .filter(place -> !store.values("g" + place).isEmpty())
                .count();
    }

    @Test
    void twoLooksWithoutAnyValueMakeAllValues() {
        assertThat(isLost()).isFalse();
        assertThat(register.looks()).isEqualTo(PLACES);
        scheduler.run(PAUSE.minusNanos(1));
        assertThat(register.looks()).isEqualTo(PLACES);
        assertThat(isLost()).isFalse();
        assertThat(made()).isZero();
        scheduler.run(Duration.ofNanos(1));
        assertThat(register.looks()).isEqualTo(2 * PLACES);
        assertThat(made()).isEqualTo(PLACES);
        assertThat(store.values("g7"))
                .containsEntry("lease", "born=" + time.millis() + " run=run0 place=7")
                .hasSize(1);
        assertThat(isLost()).isFalse();
        scheduler.run(MAKING.plusNanos(1));
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
        scheduler.run(MAKING);
        assertThat(isLost()).as("another instance may be making it").isFalse();
        scheduler.run(Duration.ofNanos(1));
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
        scheduler.run(PAUSE.plus(MAKING).plusNanos(1));
        assertThat(made()).isEqualTo(byTheCaller ? 0 : 1);
        assertThat(isLost()).isTrue();
    }

    /** Otherwise an instance with a shorter ttl would write a doubt that ends while leases of the others are still open. */
    @Test
    void valueMissingBesideAForeignOneIsNotLostUntilThatIsGone() {
        isLost();
        store.put("g200", "lease", "foreign");
        scheduler.run(PAUSE.plus(MAKING).plusNanos(1));
        assertThat(isLost()).isFalse();
        store.loseGroup("g200");
        scheduler.run(Duration.ofSeconds(10));
        assertThat(isLost()).isFalse();
        scheduler.run(PAUSE);
        assertThat(made()).isEqualTo(PLACES);
    }

    @Test
    void missingValueIsLostAtOnceAfterAGrant() {
        client.granted();
        assertThat(isLost()).isTrue();
        assertThat(register.looks()).isZero();
    }

    /** As by a few connections to a distant database. */
    @Test
    void valuesThatCannotBeMadeInTimeAreLostInTheEnd() {
        isLost();
        register.decide((operation, group) -> operation == Operation.SWAP ? Fate.LATE : Fate.ANSWERED);
        scheduler.run(PAUSE.plusMillis(Register.SWAP_LIMIT_MILLIS + 1));
        register.deliver();
        scheduler.runDue();
        assertThat(isLost()).isFalse();
        scheduler.run(MAKING.plusNanos(1));
        assertThat(isLost()).isTrue();
        assertThat(made()).isZero();
    }

    /** An instance that has had no grant may not know the ttl of those that have, so it writes no doubt where nothing tells it. */
    @Test
    void nothingIsLostWhileNoValueExists() {
        isLost();
        register.decide((operation, group) -> operation == Operation.SWAP ? Fate.FAILED : Fate.ANSWERED);
        scheduler.run(Duration.ofMinutes(1));
        assertThat(isLost()).isFalse();
        register.decide(Fate.ANSWERED);
        scheduler.run(PAUSE.multipliedBy(2));
        assertThat(made()).isEqualTo(PLACES);
    }

    @Test
    void placeThatDoesNotAnswerMayHaveAValue() {
        register.decide((operation, group) -> group.equals("g3") ? Fate.FAILED : Fate.ANSWERED);
        isLost();
        assertThat(client.latestFailure()).hasMessage("connection refused");
        scheduler.run(Duration.ofMinutes(1));
        assertThat(isLost()).isFalse();
        assertThat(made()).isZero();
        store.put("g3", "lease", "x=1");
        register.decide(Fate.ANSWERED);
        scheduler.run(PAUSE.plus(MAKING).plusNanos(1));
        assertThat(isLost()).isTrue();
        assertThat(made()).isOne();
    }

    @Test
    void clockThatIsNotBelievedMakesNothing() {
        SimulatedRegister wrong = new SimulatedRegister(() -> time.millis() + 61_000);
        register.leadTo(wrong);
        isLost();
        scheduler.run(Duration.ofSeconds(115));
        assertThat(register.swaps()).isZero();
        assertThat(isLost()).isFalse();
    }
}
