package dev.idgen.internal.ids;

import dev.idgen.IdGenerator;
import dev.idgen.IdParts;
import dev.idgen.IdScheme;
import dev.idgen.InvalidIdException;
import dev.idgen.Monotonicity;
import dev.idgen.internal.codec.BitLayout;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Measures;
import dev.idgen.internal.monitor.Monitored;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/**
 * UUIDs of version 4: 122 bits from the platform's secure random numbers. Unique as far as chance goes: among 2^61 of them
 * two are equal as likely as not. Thread-safe.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#section-5.4">RFC 9562, 5.4</a>
 */
public final class RandomUuids implements IdGenerator<UUID>, Monitored {

    private static final BitLayout LAYOUT = BitLayout.builder()
            .field("random-a", 48)
            .field("version", 4)
            .field("random-b", 12)
            .field("variant", 2)
            .field("random-c", 62)
            .build();

    private final IdForm<UUID> type = IdForm.uuids();
    private final String name;
    private final LongAdder issued = new LongAdder();

    public RandomUuids(String name) {
        this.name = name;
    }

    @Override
    public UUID next() {
        issued.increment();
        return UUID.randomUUID();
    }

    @Override
    public List<UUID> next(int count) {
        return Batches.list(count, this::next);
    }

    @Override
    public CompletableFuture<UUID> nextAsync() {
        return CompletableFuture.completedFuture(next());
    }

    @Override
    public List<Measure> measures() {
        return List.of(Measures.issued(issued::sum));
    }

    @Override
    public IdScheme scheme() {
        return new IdScheme(
                "uuid-v4", "UUIDs of version 4", Monotonicity.NONE, LAYOUT.toString(), null, Long.MAX_VALUE, null);
    }

    @Override
    public IdParts decode(UUID id) {
        if (Argument.id(id).version() != 4 || id.variant() != 2) {
            throw new InvalidIdException(id + " is not a UUID of version 4");
        }
        return new IdParts(null, LAYOUT.decompose(new Word128(type.high(id), type.low(id))));
    }

    @Override
    public String format(UUID id) {
        return type.format(id);
    }

    @Override
    public UUID parse(String text) {
        UUID id = type.parse(text);
        decode(id);
        return id;
    }

    @Override
    public String toString() {
        return "uuid-v4 generator '" + name + "'";
    }
}
