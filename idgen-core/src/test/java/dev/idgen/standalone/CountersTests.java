package dev.idgen.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idgen.CounterUnavailableException;
import dev.idgen.KeyedIds;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class CountersTests {

    @AutoClose
    private final Counters counters = Counters.inMemory();

    @Test
    void counterCountsFromOne() {
        LongIdGenerator invoice = counters.counter("invoice");
        assertThat(invoice.next(3)).containsExactly(1L, 2L, 3L);
        assertThat(counters.counter("voucher").nextLong()).isEqualTo(1);
        assertThat(counters.segment("customer").next(2)).containsExactly(1L, 2L);
    }

    @Test
    void templateHasTheNumberAndThePeriod() {
        assertThat(counters.counter("invoice", "INV-{0000}").next(2)).containsExactly("INV-0001", "INV-0002");
        assertThat(counters.counter("yearly", "{yyyy}/{000}").next()).matches("20\\d\\d/001");
    }

    @Test
    void multiCounterCountsInItsRanges() {
        List<Long> ids = counters.multiCounter("order", 2, 100).next(150);
        assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id > 0 && id < 200);
        assertThat(ids).anyMatch(id -> id < 100).anyMatch(id -> id > 100);
    }

    @Test
    void randomClaimIssuesNumbersOfTheRange() {
        assertThat(counters.randomClaim("voucher", 3).nextLong()).isBetween(1L, 3L);
    }

    @Test
    void decimalIdsHaveTheirLaunch() {
        InMemoryCounterStore store = new InMemoryCounterStore();
        try (Counters one = Counters.of(store);
                Counters other = Counters.of(store)) {
            assertThat(one.decimalId("order", 7).next(2)).containsExactly(10_000_000_007L, 20_000_000_007L);
            assertThat(other.decimalId("order", 7).nextLong()).isEqualTo(10_000_100_007L);
        }
    }

    @Test
    void eachKeyHasItsNumbers() {
        KeyedIds<Long> numbers = counters.keyed("order");
        assertThat(numbers.forKey("acme").next(2)).containsExactly(1L, 2L);
        assertThat(numbers.forKey("other").next()).isEqualTo(1);
        KeyedIds<String> texts = counters.keyed("invoice", "{key}-{000}");
        assertThat(texts.forKey("acme").next()).isEqualTo("acme-001");
        assertThat(texts.forKey("acme").next()).isEqualTo("acme-002");
        assertThat(texts.forKey("other").next()).isEqualTo("other-001");
    }

    @Test
    void closedCountersRefuse() {
        LongIdGenerator invoice = counters.counter("invoice");
        counters.close();
        assertThatExceptionOfType(CounterUnavailableException.class).isThrownBy(invoice::nextLong);
    }

    @Test
    void argumentsOutOfRangeAreRefused() {
        Map<String, ThrowingCallable> calls = Map.of(
                "counters is 1 to 100000, not 100001",
                () -> counters.multiCounter("order", 100_001, 1),
                "range is 1 to 2305843009213693951, not 2305843009213693952",
                () -> counters.multiCounter("order", 4, Long.MAX_VALUE / 4 + 1),
                "launchId is 0 to 99999, not 100000",
                () -> counters.decimalId("order", 100_000),
                "max is 1 to ",
                () -> counters.randomClaim("voucher", 0),
                "the name 'b:c' is not a letter",
                () -> counters.randomClaim("b:c", 9),
                "the name 'a:b' is not a letter followed by up to 50 characters [0-9A-Za-z_-]",
                () -> counters.counter("a:b"),
                "the template 'INV' has no placeholder for the number, such as {000000}",
                () -> counters.counter("invoice", "INV"),
                "the template '{key}-{000}' has {key}: call keyed",
                () -> counters.counter("invoice", "{key}-{000}"));
        calls.forEach((message, call) ->
                assertThatIllegalArgumentException().isThrownBy(call).withMessageStartingWith(message));
    }
}
