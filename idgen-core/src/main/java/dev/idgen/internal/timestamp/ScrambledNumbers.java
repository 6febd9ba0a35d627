package dev.idgen.internal.timestamp;

import dev.idgen.DecodedId;
import dev.idgen.IdScheme;
import dev.idgen.Monotonicity;
import dev.idgen.internal.codec.Scramble;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.IdSource;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Another source's numbers of up to 64 bits, scrambled within their domain. They look random and can be decoded. This
 * is not a security measure, see {@link Scramble}.
 *
 * <p>The mapping is one to one, so ids with the same key are unique; ids with different keys may be equal. Ids are
 * greater than 0 if the other source's are. Thread-safe.
 */
public final class ScrambledNumbers extends MappedNumbers<IdSource> {

    private final Scramble scramble;

    /**
     * @param plain its numbers have 2 to 64 bits
     * @param key any string; equal keys give equal mappings
     */
    public ScrambledNumbers(IdSource plain, String key) {
        this(plain, new Scramble(plain.bits(), key));
    }

    ScrambledNumbers(IdSource plain, Scramble scramble) {
        super(plain);
        this.scramble = scramble;
    }

    /** 0 is not an id. So the number whose image is 0 gets the image of 0. */
    @Override
    long mapped(long number) {
        long image = scramble.apply(number);
        return image != 0 ? image : scramble.apply(0);
    }

    private long plain(long image) {
        if (image == 0) {
            throw new IllegalArgumentException("0 stands for no number");
        }
        long number = scramble.invert(image);
        return number != 0 ? number : scramble.invert(0);
    }

    @Override
    public Map<String, Object> sharedSettings() {
        Map<String, Object> all = new LinkedHashMap<>(plain.sharedSettings());
        all.put("scramble", scramble.fingerprint());
        return all;
    }

    @Override
    public IdScheme scheme() {
        IdScheme scheme = plain.scheme();
        return new IdScheme(
                "scrambled " + scheme.name(),
                scheme.domain(),
                Monotonicity.NONE,
                scheme.layout(),
                scheme.tick(),
                scheme.capacityPerTick(),
                scheme.runsOutOn());
    }

    @Override
    public DecodedId decode(Word128 id, @Nullable Instant issuedBy) {
        return plain.decode(new Word128(0, plain(id.low())), issuedBy);
    }

    @Override
    public String toString() {
        return "scrambled " + plain;
    }
}
