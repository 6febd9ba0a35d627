package dev.idgen.internal.timestamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.codec.Word128;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class StampEntropyTests {

    private static final long BLOCKS = 100_000;

    private final Entropy entropy = new Entropy(1, 2);
    private final StampEntropy bits = new StampEntropy(entropy);

    @Property
    void bitsAreThoseOfTheStampInAnyOrder(@ForAll @Size(max = 400) List<@LongRange(min = 0, max = 600) Long> stamps) {
        StampEntropy any = new StampEntropy(entropy);
        for (long stamp : stamps) {
            assertThat(any.ofStamp(stamp)).as("stamp %s", stamp).isEqualTo(entropy.at(stamp));
        }
    }

    /** Forbids that a thread reads bits of other neighbours, which another thread puts in their place meanwhile. */
    @Test
    void bitsAreThoseOfTheStampWhileOthersAreComputed() {
        AtomicLong latest = new AtomicLong();
        CompletableFuture<Long> wrongToReader = CompletableFuture.supplyAsync(
                () -> LongStream.generate(
                                () -> latest.get() + ThreadLocalRandom.current().nextInt(128))
                        .takeWhile(stamp -> stamp < BLOCKS * 128)
                        .filter(stamp -> bits.ofStamp(stamp) != entropy.at(stamp))
                        .count(),
                work -> new Thread(work).start());
        int wrong = 0;
        for (long block = 0; block <= BLOCKS; block++) {
            for (long stamp = block * 128; stamp < block * 128 + 12; stamp++) {
                wrong += bits.ofStamp(stamp) == entropy.at(stamp) ? 0 : 1;
            }
            latest.set(block * 128);
        }
        assertThat(wrongToReader.join() + wrong).isZero();
    }

    @Test
    void greatestStampHasBits() {
        for (int i = 0; i < 100; i++) {
            assertThat(bits.ofStamp(Long.MAX_VALUE)).isEqualTo(entropy.at(Long.MAX_VALUE));
        }
    }

    @Test
    void tickHasTwoPositions() {
        for (int i = 0; i < 2; i++) {
            assertThat(bits.ofTick(7)).isEqualTo(new Word128(entropy.at(14), entropy.at(15)));
        }
    }
}
