package dev.idgen.internal.codec;

import java.util.Optional;

/** Shows ids as others of the same width, one to one, by a key. Immutable and thread-safe. */
public interface IdMask {

    /** The id that is shown. */
    Word128 apply(Word128 id);

    /**
     * The id that is shown as another one.
     *
     * @throws IllegalArgumentException if no id is shown as that
     */
    Word128 invert(Word128 shown);

    /** Equal for masks with the same key. It does not reveal the key. */
    String fingerprint();

    /**
     * The mask of a scheme's ids: of the whole number up to 64 bits, else of the time.
     *
     * @param scheme its name, for example {@code uuid-v7}
     * @throws IllegalArgumentException if these ids cannot have a mask
     */
    static IdMask of(String scheme, int bits, String key) {
        Optional<TimeMask.Masked> kind = TimeMask.Masked.of(scheme);
        if (kind.isPresent()) {
            return new TimeMask(kind.get(), key);
        }
        if (bits > Long.SIZE) {
            throw new IllegalArgumentException(
                    "a mask is for numbers of up to 64 bits, uuid-v1, uuid-v6, uuid-v7, ulid and object-id");
        }
        Scramble scramble = new Scramble(bits, key);
        return new IdMask() {
            @Override
            public Word128 apply(Word128 id) {
                return new Word128(0, scramble.apply(id.low()));
            }

            @Override
            public Word128 invert(Word128 shown) {
                return new Word128(0, scramble.invert(shown.low()));
            }

            @Override
            public String fingerprint() {
                return scramble.fingerprint();
            }
        };
    }
}
