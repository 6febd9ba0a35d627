package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.NamespaceDisagreementException;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.register.UnreliableRegister.Fate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the buckets tell an instance that starts and finds no terms. */
class NamespaceCensusTests extends SequenceFixture {

    private static final Duration LONGER = TTL.multipliedBy(2);

    private void use(String group, Duration ttl) {
        store.put(
                group,
                BucketLeases.LEASE,
                born(store.lookAt(group, List.of()), ttl).toString());
    }

    @Test
    void bucketOfAnotherTtlRefusesAndSaysHowToChangeIt() {
        use("7", LONGER);
        BucketSequence<Object> sequence = sequence();
        assertThat(sequence.awaitFirstOutcome(Duration.ZERO))
                .get()
                .isInstanceOfSatisfying(NamespaceDisagreementException.class, it -> {
                    assertThat(it.setting()).isEqualTo("lease-ttl");
                    assertThat(it.expected()).isEqualTo("20000");
                    assertThat(it.actual()).isEqualTo("10000");
                    assertThat(it).hasMessageContaining("To change it, stop all instances");
                });
        assertThat(store.values("")).isEmpty();
        assertThat(grants()).isEmpty();
    }

    /** The terms were evicted, the buckets were not: an instance that starts with another ttl does not take them over. */
    @Test
    void instanceOfAnotherTtlIsRefusedThoughTheTermsAreGone() {
        drawFor(sequence(), Duration.ofSeconds(5), 100);
        loseNamespace();
        BucketSequence<Object> other = another(settings(LONGER, Duration.ofMillis(500)), TERMS);
        assertThat(other.trouble()).get().asString().contains("lease-ttl");
        assertThat(store.values("")).isEmpty();
        assertThat(drawFor(another(), Duration.ofSeconds(1), 100)).isZero();
        assertThat(store.values("")).containsEntry(NamespaceMembership.TERMS, stored(TERMS));
    }

    @Test
    void refusedInstanceLooksAtAllBucketsOnceInATtl() {
        use("7", LONGER);
        BucketSequence<Object> sequence = sequence();
        scheduler.run(TTL.minusMillis(1));
        assertThat(register.looks()).isEqualTo(1 + LAYOUT.buckets());
        use("7", TTL);
        scheduler.run(Duration.ofMillis(1));
        assertThat(draw(sequence)).as("drawn when the bucket is as the others").isTrue();
    }

    @Test
    void leaseOfAnEarlierFormatThatHasNotEndedRefuses() {
        long ends = time.millis() + 4000;
        store.setEarlierFormatEnds(ends);
        BucketSequence<Object> sequence = sequence();
        assertThat(sequence.awaitFirstOutcome(Duration.ZERO))
                .get()
                .isInstanceOf(StoreUnsuitableException.class)
                .asString()
                .contains(
                        "earlier version of idgen",
                        "namespace 'test'",
                        Instant.ofEpochMilli(ends).toString());
        assertThat(grants()).isEmpty();
        scheduler.run(TTL);
        assertThat(draw(sequence)).isTrue();
    }

    @Test
    void bucketThatCannotBeReadTellsNoTtl() {
        store.put("7", BucketLeases.LEASE, "something else");
        assertThat(draw(sequence())).isTrue();
    }

    @Test
    void objectionCountsMoreThanAFailure() {
        use("7", LONGER);
        register.decide((operation, group) -> group.equals("9") ? Fate.FAILED : Fate.ANSWERED);
        assertThat(sequence().awaitFirstOutcome(Duration.ZERO)).isPresent();
    }
}
