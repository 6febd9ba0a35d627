package dev.idgen.internal.generator;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.NamespaceDisagreementException;
import dev.idgen.Register.Snapshot;
import dev.idgen.internal.register.ForwardingRegister;
import dev.idgen.internal.store.memory.InMemoryRegister;
import dev.idgen.internal.time.ManualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class StoredMaskTests {

    private final ManualTime time = new ManualTime();
    private final InMemoryRegister store = new InMemoryRegister(time);
    private boolean away;

    private StoredMask mask(String fingerprint) {
        ForwardingRegister line = new ForwardingRegister(store) {
            @Override
            public CompletionStage<Snapshot> look(String group, List<String> names) {
                return away ? CompletableFuture.failedFuture(new IOException("refused")) : super.look(group, names);
            }
        };
        StoredMask mask = new StoredMask("shop", "order", fingerprint, line, time);
        mask.start();
        return mask;
    }

    @Test
    void checkRefusesTextsOnceAStoreThatWasAwayAtTheStartHasAnotherMask() {
        mask("one/32").await();
        away = true;
        StoredMask other = mask("two/32");
        assertThatCode(other::await).doesNotThrowAnyException();
        assertThatCode(other::check).doesNotThrowAnyException();
        away = false;
        assertThatCode(other::check).as("asked within the pause").doesNotThrowAnyException();
        time.advance(Duration.ofSeconds(1));
        assertThatCode(other::check).as("sends the request").doesNotThrowAnyException();
        assertThatThrownBy(other::check)
                .isInstanceOf(NamespaceDisagreementException.class)
                .hasMessageContaining("fingerprint is one/32, but that of 'idgen.generators.order.text.mask'");
        assertThatCode(mask("one/32")::await).doesNotThrowAnyException();
    }
}
