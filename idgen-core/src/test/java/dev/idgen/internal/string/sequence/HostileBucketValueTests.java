package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.codec.HostileTexts;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Whatever stands in the store for a bucket or for the terms, it is a sound value or none, and never an error. */
class HostileBucketValueTests {

    private static final int TEXTS_PER_TRY = 20;
    private static final NamespaceTerms TERMS = new NamespaceTerms(Map.of("lease-ttl", "10000", "epoch", "2020-01-01"));
    private static long inputs;

    @AfterAll
    static void report() {
        HostileTexts.report(HostileBucketValueTests.class, inputs);
    }

    @Test
    void bucketIsSoundOrNone() {
        HostileTexts.forEachSeed(random -> {
            for (int i = 0; i < TEXTS_PER_TRY; i++) {
                inputs++;
                String text = HostileTexts.next(random, HostileBucketValueTests::bucket);
                BucketValue.parse(text).ifPresent(HostileBucketValueTests::assertSound);
            }
        });
    }

    private static void assertSound(BucketValue value) {
        assertThat(value.quarter()).isBetween(0, BucketLayout.QUARTERS - 1);
        assertThat(value.ends()).hasSize(BucketLayout.QUARTERS).allMatch(end -> end >= 0);
        assertThat(value.end()).isNotNegative();
        assertThat(value.position()).isNotNegative();
        assertThat(BucketValue.parse(value.toString()).orElseThrow()).hasToString(value.toString());
    }

    @Test
    void termsAgreeOrNot() {
        HostileTexts.forEachSeed(random -> {
            for (int i = 0; i < TEXTS_PER_TRY; i++) {
                inputs++;
                String text = HostileTexts.next(random, r -> TERMS.format() + " region=" + r.nextInt(4) + "/4");
                NamespaceTerms narrowed = TERMS.narrowedBy(text);
                assertThat(TERMS.region().contains(narrowed.region())).isTrue();
                TERMS.disagreement("default", text, random.nextBoolean())
                        .ifPresent(refusal -> assertThat(refusal.getMessage()).isNotBlank());
            }
        });
    }

    private static String bucket(RandomGenerator random) {
        return "run=4f epoch=" + random.nextInt(3) + " quarter=" + random.nextInt(5) + " position=" + random.nextInt()
                + " entered=1 last=" + random.nextLong() + " ttl=10000 ends=1,2,3,4 more=x";
    }
}
