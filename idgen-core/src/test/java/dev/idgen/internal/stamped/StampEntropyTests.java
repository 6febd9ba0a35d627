package dev.idgen.internal.stamped;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.codec.Word128;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class StampEntropyTests {

    private final Entropy entropy = new Entropy(1, 2);
    private final StampEntropy bits = new StampEntropy(entropy);

    @Test
    void bitsAreThoseOfTheStampHoweverManyWereAskedFor() {
        for (long stamp = 1000; stamp < 3000; stamp++) {
            assertThat(bits.ofStamp(stamp)).as("stamp %s", stamp).isEqualTo(entropy.at(stamp));
        }
    }

    @Property
    void bitsAreThoseOfTheStampInAnyOrder(@ForAll @Size(max = 400) List<@LongRange(min = 0, max = 600) Long> stamps) {
        StampEntropy any = new StampEntropy(entropy);
        for (long stamp : stamps) {
            assertThat(any.ofStamp(stamp)).as("stamp %s", stamp).isEqualTo(entropy.at(stamp));
        }
    }

    @Test
    void greatestStampHasBits() {
        for (int i = 0; i < 100; i++) {
            assertThat(bits.ofStamp(Long.MAX_VALUE)).isEqualTo(entropy.at(Long.MAX_VALUE));
        }
    }

    @Test
    void tickHasTwoPositions() {
        assertThat(bits.ofTick(7)).isEqualTo(new Word128(entropy.at(14), entropy.at(15)));
        assertThat(bits.ofTick(7)).isEqualTo(new Word128(entropy.at(14), entropy.at(15)));
    }
}
