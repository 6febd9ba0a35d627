package dev.idgen.internal.ids;

import dev.idgen.DecodedId;
import dev.idgen.IdScheme;
import dev.idgen.IdScheme.Field;
import dev.idgen.IdScheme.Unit;
import dev.idgen.Monotonicity;
import dev.idgen.internal.codec.Word128;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that something else makes, such as a database's keys. idgen only writes and reads their text. Stateless.
 *
 * @param name the generator's name
 * @param max the greatest number, from 1; it determines the text's length
 */
public record ExistingNumbers(String name, long max) implements NumberDecoder {

    private static final List<String> PARTS = List.of("number");

    @Override
    public int bits() {
        return Long.SIZE - Long.numberOfLeadingZeros(max);
    }

    @Override
    public IdScheme scheme() {
        Field field = new Field(PARTS.get(0), Long.toString(max).length(), Unit.DIGITS);
        return new IdScheme("existing", "1 to " + max, Monotonicity.NONE, List.of(field), null, 0, null);
    }

    @Override
    public DecodedId decode(Word128 id, @Nullable Instant issuedBy) {
        if (id.low() < 1 || id.low() > max) {
            throw new IllegalArgumentException("ids are 1 to " + max);
        }
        return DecodedId.of(null, PARTS, id.low());
    }

    @Override
    public boolean isWritable(Object id) {
        return id instanceof Long number && number >= 0 && number <= max;
    }

    @Override
    public String toString() {
        return "existing ids '" + name + "'";
    }
}
