package dev.idgen.internal.generator;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.NamespaceDisagreementException;
import dev.idgen.internal.register.UnreliableRegister;
import dev.idgen.internal.register.UnreliableRegister.Fate;
import dev.idgen.internal.store.memory.InMemoryRegister;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoredMaskTests {

    private final ManualTime time = new ManualTime();
    private final UnreliableRegister store = new UnreliableRegister(new InMemoryRegister(time));

    private StoredMask mask(String fingerprint) {
        StoredMask mask = new StoredMask("shop", "order", fingerprint, store, time);
        mask.start();
        return mask;
    }

    @Test
    void checkRefusesTextsOnceAStoreThatWasAwayAtTheStartHasAnotherMask() {
        mask("one/32").await();
        store.decide(Fate.FAILED);
        StoredMask other = mask("two/32");
        assertThatCode(other::await).doesNotThrowAnyException();
        assertThatCode(other::check).doesNotThrowAnyException();
        store.decide(Fate.ANSWERED);
        assertThatCode(other::check).as("asked within the pause").doesNotThrowAnyException();
        time.advance(Duration.ofSeconds(1));
        assertThatCode(other::check).as("sends the request").doesNotThrowAnyException();
        assertThatThrownBy(other::check)
                .isInstanceOf(NamespaceDisagreementException.class)
                .hasMessageContaining("fingerprint is one/32, but that of 'idgen.generators.order.text.mask'");
        assertThatCode(mask("one/32")::await).doesNotThrowAnyException();
    }

    @Test
    void awaitRefusesKeysOtherThanTheStoredOnesUnlessTheyAreNewer() {
        mask("one/32").await();
        mask("one/32+two/32").await();
        assertThatCode(mask("one/32")::await).as("an older instance").doesNotThrowAnyException();
        for (String other : List.of("two/32", "two/32+one/32", "one/32+six/32", "one/3", "one/33+two/33")) {
            assertThatThrownBy(mask(other)::await)
                    .isInstanceOf(NamespaceDisagreementException.class)
                    .hasMessageContainingAll("is one/32+two/32, but", "A new key goes before all earlier ones");
        }
        mask("one/32+two/32+six/32").await();
    }
}
