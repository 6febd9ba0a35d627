package dev.idgen.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idgen.internal.codec.TimeMask.Masked;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TimeMaskTests {

    /** The two words of the published example, each with its lowest byte first. */
    private static final String PUBLISHED_KEY = "efcdab8967452301" + "1032547698badcfe";

    private static Word128 word(String uuid) {
        UUID id = UUID.fromString(uuid);
        return new Word128(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    private static Word128 random(Masked kind, Random random) {
        long high = random.nextLong();
        long low = random.nextLong();
        return switch (kind) {
            case OBJECT_ID -> new Word128(high >>> 32, low);
            case ULID -> new Word128(high, low);
            default ->
                new Word128(
                        (high & ~0xF000L) | Long.parseLong(kind.name().substring(6)) << 12, low >>> 2 | Long.MIN_VALUE);
        };
    }

    /** The results of the C program, version of August 2025. */
    @ParameterizedTest
    @CsvSource({
        "00000000-0000-7000-8000-000000000000, 22d97126-9609-4000-8000-000000000000",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f, ff86d1d8-79db-4cc3-98c4-dc0c0c07398f",
        "01932c07-209c-7e1b-b5a2-3c4d5e6f7081, 032fbf76-82b5-4e1b-b5a2-3c4d5e6f7081"
    })
    void uuidV7IsMaskedAsUuidV47Does(String stored, String shown) {
        TimeMask mask = new TimeMask(Masked.UUID_V7, PUBLISHED_KEY);
        assertThat(mask.apply(word(stored))).isEqualTo(word(shown));
        assertThat(mask.invert(word(shown))).isEqualTo(word(stored));
    }

    @ParameterizedTest
    @EnumSource
    void maskHidesTheTimeAndGivesItBack(Masked kind) {
        TimeMask mask = new TimeMask(kind, "a key of more than sixteen");
        Random random = new Random(7);
        for (int i = 0; i < 4000; i++) {
            Word128 id = random(kind, random);
            Word128 shown = mask.apply(id);
            assertThat(mask.invert(shown)).isEqualTo(id);
            assertThat(shown.low()).isEqualTo(id.low());
            assertThat(new TimeMask(kind, "another key of that length").invert(shown))
                    .isNotEqualTo(id);
        }
    }

    @Test
    void publishedKeyIsTheSameInEitherCase() {
        Word128 id = new Word128(0x0123456789ab7cdeL, 0x8899aabbccddeeffL);
        TimeMask lower = new TimeMask(Masked.UUID_V7, PUBLISHED_KEY.toLowerCase(Locale.ROOT));
        TimeMask upper = new TimeMask(Masked.UUID_V7, PUBLISHED_KEY.toUpperCase(Locale.ROOT));
        assertThat(upper.apply(id)).isEqualTo(lower.apply(id));
        assertThat(upper.fingerprint()).isEqualTo(lower.fingerprint());
        assertThat(new TimeMask(Masked.UUID_V7, "A KEY OF MORE THAN SIXTEEN").fingerprint())
                .isNotEqualTo(new TimeMask(Masked.UUID_V7, "a key of more than sixteen").fingerprint());
    }

    @Test
    void uuidOfAnotherVersionIsNotMasked() {
        TimeMask mask = new TimeMask(Masked.UUID_V6, "a key of more than sixteen");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> mask.invert(word("1ec9414c-232a-6b00-b3c8-9f6bdeced846")))
                .withMessage("a masked id is a UUID of version 4");
    }
}
