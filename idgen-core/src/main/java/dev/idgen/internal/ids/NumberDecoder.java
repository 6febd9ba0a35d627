package dev.idgen.internal.ids;

import dev.idgen.DecodedId;
import dev.idgen.IdScheme;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.monitor.Monitored;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads ids, given as numbers of up to 128 bits. It asks no store. Thread-safe. */
public interface NumberDecoder extends Monitored {

    /** How many bits a number in a text can have. */
    int bits();

    /** The format of the ids. */
    IdScheme scheme();

    /**
     * The parts of an id.
     *
     * @param issuedBy a moment at which the id already existed; null for now
     * @throws IllegalArgumentException if it is not such an id; the message ends a sentence
     */
    DecodedId decode(Word128 id, @Nullable Instant issuedBy);

    /** Whether an id may be written: its text can be read again, or it is 0, which means no id in a primitive field. */
    default boolean isWritable(Object id) {
        return true;
    }

    /**
     * The settings that decide which ids are equal and what an id means, by name. They must be equal in all instances
     * of a namespace. Empty if ids are unique whatever the settings are.
     */
    default Map<String, Object> sharedSettings() {
        return Map.of();
    }
}
