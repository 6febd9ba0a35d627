package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idgen.internal.lease.GroupRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BucketLayoutTests {

    @ParameterizedTest
    @CsvSource({"0, 4", "0, 24", "12, 14", "2, 24", "8, 18"})
    void numbersOfAllBucketsAreNeighboursInTheSequence(int bucketBits, int numberBits) {
        BucketLayout layout = new BucketLayout(bucketBits, numberBits);
        int numbers = 1 << numberBits;
        int lastBucket = layout.buckets() - 1;

        assertThat(layout.buckets()).isEqualTo(1 << bucketBits);
        assertThat(layout.bits()).isEqualTo(bucketBits + numberBits);
        assertThat(layout.compose(lastBucket, numbers - 1)).isEqualTo((1 << layout.bits()) - 1);
        for (int sequenceNumber : new int[] {0, 1, numbers - 1, lastBucket * numbers, (1 << layout.bits()) - 1}) {
            int bucket = layout.bucketOf(sequenceNumber);
            int number = layout.numberOf(sequenceNumber);
            assertThat(bucket).isEqualTo(sequenceNumber / numbers);
            assertThat(number).isEqualTo(sequenceNumber % numbers);
            assertThat(layout.compose(bucket, number)).isEqualTo(sequenceNumber);
        }
        assertThat(layout).hasToString(bucketBits + "/" + numberBits);
    }

    @Test
    void slotsAreShortWhateverTheTtlAndTogetherAsLongAsTheWindows() {
        for (long ttl = 1000; ttl <= 60_000; ttl += 500) {
            GroupRule rule = BucketLayout.STANDARD.rule(ttl);
            assertThat(rule.slotMillis()).isLessThanOrEqualTo(375);
            assertThat(rule.slots() * rule.slotMillis()).isGreaterThanOrEqualTo(ttl + rule.overMillis());
            assertThat(BucketLayout.STANDARD.slotFirst(rule.slots(), rule.slots()))
                    .isLessThanOrEqualTo(1 << 18);
        }
    }

    /** Each number is in one part or in one slot. */
    @ParameterizedTest
    @CsvSource({"0, 4", "8, 18", "12, 14"})
    void numbersOfABucketArePartsAndSlots(int bucketBits, int numberBits) {
        BucketLayout layout = new BucketLayout(bucketBits, numberBits);
        int slots = layout.rule(10_000).slots();
        assertThat(layout.regularNumbers()).isEqualTo((1 << numberBits) / 4 * 3);
        assertThat(layout.partOf(layout.regularNumbers() - 1)).isEqualTo(BucketLayout.PARTS - 1);
        assertThat(layout.partOf(layout.partSize() - 1)).isZero();
        assertThat(layout.isRecovery(layout.regularNumbers() - 1)).isFalse();
        assertThat(layout.isRecovery(layout.slotFirst(0, slots))).isTrue();
        assertThat(layout.slotFirst(slots, slots)).isEqualTo(1 << numberBits);
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 0", "1, 2, 1", "4, 16, 15", "8, 16, 15", "12, 16, 15"})
    void bucketsAreDividedIntoGroups(int bucketBits, int groups, int last) {
        BucketLayout layout = new BucketLayout(bucketBits, 14);
        assertThat(layout.groups()).isEqualTo(groups);
        assertThat(layout.groupOf(layout.buckets() - 1)).isEqualTo(last);
        assertThat(layout.groupOf(0)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"-1, 18", "13, 13", "8, 3", "0, 25", "9, 18", "12, 15"})
    void layoutThatEightDigitsDoNotHoldIsRefused(int bucketBits, int numberBits) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BucketLayout(bucketBits, numberBits))
                .withMessage("a layout has 0 to 12 bucket bits and 4 to 24 number bits, together at most 26, not "
                        + bucketBits + " and " + numberBits);
    }
}
