package dev.idgen.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.NamespaceDisagreementException;
import dev.idgen.internal.lease.UnreliableLeaseStore.Fate;
import dev.idgen.internal.lease.UnreliableLeaseStore.Operation;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgreementTests {

    private final ManualTime time = new ManualTime();
    private final UnreliableLeaseStore store = new UnreliableLeaseStore(new InMemoryLeaseStore(time));
    private final Map<String, Runnable> guards = new HashMap<>();

    /** @param generators each with its bits and, if it replaces others, their fingerprint */
    private Agreement agreement(String... generators) {
        List<Agreement.Generator> all = new ArrayList<>();
        for (String generator : generators) {
            String[] parts = generator.split("=", -1);
            all.add(new Agreement.Generator(
                    parts[0], Map.of("bits", parts[1]), parts.length == 3 ? parts[2] : null, guard -> {
                        guards.remove(parts[0]);
                        if (guard != null) {
                            guards.put(parts[0], guard);
                        }
                    }));
        }
        Agreement agreement = new Agreement("shop", store, time, all);
        agreement.start();
        return agreement;
    }

    /** Does what precedes each call of a generator. */
    private void call(String generator) {
        guards.getOrDefault(generator, () -> {}).run();
    }

    private long requests(Operation operation) {
        return store.requests().stream()
                .filter(request -> request.operation() == operation)
                .count();
    }

    @Test
    void startComparesAllGeneratorsWithOneRequest() {
        agreement("a=10", "b=10", "c=10").await();
        long before = requests(Operation.LOOK);
        agreement("a=10", "b=10", "c=10").await();
        assertThat(requests(Operation.LOOK) - before).isEqualTo(1);
        assertThat(requests(Operation.SWAP)).isEqualTo(3);
    }

    @Test
    void awaitWhenAGeneratorDiffersThrows() {
        agreement("a=10", "b=10").await();
        Agreement other = agreement("a=10", "b=8", "c=5");
        assertThatThrownBy(other::await)
                .isInstanceOf(NamespaceDisagreementException.class)
                .hasMessageContainingAll("generator 'b' has bits '10' in namespace 'shop', but '8'", "replaces' to '");
        assertThatCode(() -> call("a")).doesNotThrowAnyException();
        assertThatThrownBy(() -> call("b")).hasMessageContaining("has bits '10'");
        assertThatCode(() -> call("c")).doesNotThrowAnyException();
        assertThatCode(agreement("c=5")::await).as("the others are written").doesNotThrowAnyException();
    }

    @Test
    void startWhenTheStoreIsAwayComparesOnceItAnswers() {
        agreement("a=10").await();
        store.decide(Fate.FAILED);
        Agreement other = agreement("a=8");
        assertThatCode(other::await).doesNotThrowAnyException();
        store.decide(Fate.ANSWERED);
        assertThatCode(() -> call("a")).as("asked within the pause").doesNotThrowAnyException();
        time.advance(Duration.ofSeconds(1));
        assertThatCode(() -> call("a")).as("sends the request").doesNotThrowAnyException();
        assertThatThrownBy(() -> call("a")).hasMessageContaining("but '8' in this instance");
        assertThatThrownBy(other::await).isInstanceOf(NamespaceDisagreementException.class);
    }

    @Test
    void startWhenTheFingerprintIsNamedReplacesTheSettingForLaterInstances() {
        agreement("a=10").await();
        agreement("a=8=" + AgreementRule.fingerprint("bits=10")).await();
        agreement("a=8").await();
        assertThatThrownBy(agreement("a=10")::await).hasMessageContaining("has bits '8'");
    }

    @Test
    void startAfterALossOfTheStoreWritesTheSettingsAgain() {
        agreement("a=10").await();
        store.leadTo(new InMemoryLeaseStore(time));
        agreement("a=8").await();
        assertThatThrownBy(agreement("a=10")::await).hasMessageContaining("has bits '8'");
    }

    @Test
    void callWhenAnAnswerIsLostAsksAgain() {
        store.decide(Fate.LOST);
        agreement("a=10");
        store.decide(Fate.ANSWERED);
        time.advance(Duration.ofSeconds(1));
        call("a");
        assertThat(guards).as("compared").isEmpty();
        assertThatThrownBy(agreement("a=8")::await).hasMessageContaining("has bits '10'");
    }

    @Test
    void startAgainClearsARefusalThatNoLongerHolds() {
        agreement("a=10").await();
        Agreement other = agreement("a=8");
        assertThatThrownBy(other::await).isInstanceOf(NamespaceDisagreementException.class);
        store.leadTo(new InMemoryLeaseStore(time));
        other.start();
        other.await();
        assertThat(guards).isEmpty();
    }
}
