package dev.idgen.internal.counted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.idgen.CounterStore;
import dev.idgen.InvalidSettingException;
import dev.idgen.internal.counted.UnreliableCounterStore.Fate;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyingCheckTests {

    private final UnreliableCounterStore store = new UnreliableCounterStore();

    private long add(String counter) {
        return add(new KeyingCheck(store), counter);
    }

    private static long add(CounterStore to, String counter) {
        return to.add(counter, 1, 0).toCompletableFuture().join();
    }

    @ParameterizedTest
    @CsvSource({
        "invoice,      invoice::a,      has keys",
        "invoice:2026, invoice::a:2026, has keys",
        "invoice::a,   invoice,         has no keys",
        "invoice::a:2026, invoice:2026, has no keys",
        "invoice::a:2026, invoice:2027, has no keys",
    })
    void generatorThatCountedInTheOtherWayIsRefused(String before, String after, String problem) {
        add(before);

        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(() -> add(after))
                    .havingCause()
                    .isInstanceOf(InvalidSettingException.class)
                    .withMessageContaining("'idgen.generators.invoice' " + problem);
        }
        assertThat(store.value(after)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "invoice,      order::a",
        "invoice,      invoice",
        "invoice::a,   invoice::b",
        "invoice::a,   invoice::a:2026",
        "invoice:2025, invoice::a:2026", // numbers began anew with the year anyway
    })
    void othersCount(String before, String after) {
        add(before);
        add(after);

        assertThat(store.value(before)).isEqualTo(before.equals(after) ? 2 : 1);
        assertThat(store.value(after)).isEqualTo(before.equals(after) ? 2 : 1);
    }

    @Test
    void asksOnceForAllKeysOfAPeriod() {
        KeyingCheck check = new KeyingCheck(store);
        for (int i = 0; i < 100; i++) {
            add(check, "invoice::" + i + ":2026");
        }
        assertThat(store.takeBacks()).isEqualTo(1);
        assertThat(store.additions()).as("with the mark").isEqualTo(101);
        assertThat(store.value("invoice::")).isEqualTo(1);
    }

    @Test
    void asksAgainIfTheStoreDoesNotAnswer() {
        KeyingCheck check = new KeyingCheck(store);
        add("invoice");
        store.decide(Fate.FAILED);
        assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> add(check, "invoice::a"));
        store.decide(Fate.ANSWERED);
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> add(check, "invoice::a"))
                .withCauseInstanceOf(InvalidSettingException.class);
    }
}
