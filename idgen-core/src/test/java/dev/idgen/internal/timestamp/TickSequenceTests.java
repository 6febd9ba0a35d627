package dev.idgen.internal.timestamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** What {@link TickSequenceLincheckTests} cannot show with its few bits. */
class TickSequenceTests {

    private static final int BITS = 4;
    private static final long FREE = 1000;
    private static final long LAST_TICK = (1L << (63 - BITS)) - 1;

    private final TickSequence sequence = new TickSequence(BITS, tick -> 3, 0);

    private static long word(long tick, long number) {
        return tick << BITS | number;
    }

    private static void assertRefused(long next) {
        assertThat(next).isEqualTo(TickSequence.REFUSED);
    }

    @Test
    void numbersHave0To62Bits() {
        assertThat(new TickSequence(62, tick -> 9, 0).next(1, 1)).isEqualTo((1L << 62) + 9);
        for (int bits : new int[] {-1, 63}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new TickSequence(bits, tick -> 0, 0))
                    .withMessageContaining(Integer.toString(bits));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TickSequence(4, tick -> 0, -1))
                .withMessageContaining("-1");
        TickSequence withoutNumbers = new TickSequence(0, tick -> 0, 0);
        assertThat(withoutNumbers.next(5, 6)).isEqualTo(5);
        assertThat(withoutNumbers.next(5, 6)).isEqualTo(6);
        assertRefused(withoutNumbers.next(5, 6));
    }

    @Test
    void nextBeforeTheEpochIsRefused() {
        assertRefused(sequence.next(-1, -1));
        assertRefused(sequence.next(Long.MIN_VALUE, Long.MIN_VALUE));
        assertThat(sequence.last()).isZero();
    }

    @Test
    void nextIsNeverTwoZeros() {
        assertThat(new TickSequence(BITS, tick -> 0, 0).next(0, FREE)).isEqualTo(word(0, 1));
        assertThat(new TickSequence(0, tick -> 0, 0).next(0, FREE)).isEqualTo(1);
    }

    @Test
    void nextAfterTheGreatestWordIsRefused() {
        TickSequence end = new TickSequence(BITS, tick -> 14, word(LAST_TICK, 13));
        assertThat(end.next(LAST_TICK, LAST_TICK, Integer.MAX_VALUE)).isEqualTo(word(LAST_TICK, 14));
        assertThat(end.inARow(word(LAST_TICK, 14), Integer.MAX_VALUE)).isEqualTo(2);
        assertRefused(end.next(LAST_TICK, LAST_TICK, Integer.MAX_VALUE));
        assertRefused(end.next(LAST_TICK, LAST_TICK));
        assertRefused(end.next(LAST_TICK + 1, LAST_TICK));
        assertThat(end.last()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void severalAreTakenInARowUntilTheTickEnds() {
        assertThat(sequence.next(7, FREE, 5)).isEqualTo(word(7, 3));
        assertThat(sequence.inARow(word(7, 3), 5)).isEqualTo(5);
        assertThat(sequence.next(7, FREE)).isEqualTo(word(7, 8));
        assertThat(sequence.next(7, FREE, 100)).isEqualTo(word(7, 9));
        assertThat(sequence.inARow(word(7, 9), 100)).isEqualTo(7);
        assertThat(sequence.last()).isEqualTo(word(7, 15));
        assertThat(sequence.next(7, FREE, 100)).isEqualTo(word(8, 3));
        assertThat(sequence.taken()).isEqualTo(13 + 13);
        assertRefused(sequence.next(9, 8, 100));
    }

    @Property
    void wordsGrowWhateverTheClockSays(
            @ForAll @IntRange(max = 6) int bits,
            @ForAll @Size(max = 200) List<@LongRange(min = -3, max = 20) Long> readings,
            @ForAll @IntRange(max = 5) int lead,
            @ForAll @IntRange(min = 1, max = 30) int most) {
        TickSequence any = new TickSequence(bits, tick -> (1L << bits) / 2, 0);
        long before = 0;
        long taken = 0;
        for (long now : readings) {
            long next = any.next(now, now + lead, most);
            if (next == TickSequence.REFUSED) {
                assertThat(any.last()).isEqualTo(before);
                assertThat(any.upcomingTick()).isGreaterThan(now + lead);
            } else {
                assertThat(next).isGreaterThan(before);
                assertThat(next >>> bits).isBetween(now, now + lead);
                int size = any.inARow(next, most);
                before = next + size - 1;
                assertThat(size).isBetween(1, most);
                assertThat(before >>> bits).as("tick of the last in the row").isEqualTo(next >>> bits);
                taken += size;
            }
            assertThat(any.taken()).isEqualTo(taken);
        }
    }
}
