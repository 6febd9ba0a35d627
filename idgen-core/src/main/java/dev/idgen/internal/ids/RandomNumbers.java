package dev.idgen.internal.ids;

import dev.idgen.DecodedId;
import dev.idgen.IdScheme;
import dev.idgen.Monotonicity;
import dev.idgen.internal.codec.BitLayout;
import dev.idgen.internal.codec.BitLayout.Part;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.monitor.GeneratorMeasures;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.request.Waiters;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for UUIDs of version 4: 122 bits from the platform's secure random numbers. Equal numbers are only a matter
 * of chance: among 2^61 numbers, two are equal with a probability of one half. Thread-safe.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#section-5.4">RFC 9562, 5.4</a>
 */
public final class RandomNumbers implements IdSource {

    private static final BitLayout LAYOUT = new BitLayout(List.of(
            new Part("random-a", 48),
            new Part("version", 4),
            new Part("random-b", 12),
            new Part("variant", 2),
            new Part("random-c", 62)));

    private static final List<IdScheme.Field> FIELDS = Ids.fields(LAYOUT);

    private final String name;
    private final LongAdder issued = new LongAdder();

    public RandomNumbers(String name) {
        this.name = name;
    }

    @Override
    public <T> T next(IdType<T> form) {
        issued.increment();
        UUID random = UUID.randomUUID();
        return form.of(random.getMostSignificantBits(), random.getLeastSignificantBits());
    }

    @Override
    public <T> CompletableFuture<T> nextAsync(IdType<T> form) {
        // The platform may read its random numbers from a file.
        return CompletableFuture.supplyAsync(() -> next(form), Waiters.CALLBACKS);
    }

    @Override
    public List<Measure> measures() {
        return List.of(GeneratorMeasures.issued(issued::sum));
    }

    @Override
    public int bits() {
        return LAYOUT.bits();
    }

    @Override
    public IdScheme scheme() {
        return new IdScheme("uuid-v4", "UUIDs of version 4", Monotonicity.NONE, FIELDS, null, Long.MAX_VALUE, null);
    }

    @Override
    public DecodedId decode(Word128 id, @Nullable Instant issuedBy) {
        UUID uuid = new UUID(id.high(), id.low());
        if (uuid.version() != 4 || uuid.variant() != 2) {
            throw new IllegalArgumentException(
                    "its version is " + uuid.version() + " and its variant " + uuid.variant());
        }
        return DecodedId.of(null, LAYOUT.names(), LAYOUT.decompose(id));
    }

    @Override
    public String toString() {
        return "uuid-v4 generator '" + name + "'";
    }
}
