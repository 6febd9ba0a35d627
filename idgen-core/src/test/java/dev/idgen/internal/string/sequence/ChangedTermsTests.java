package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.NamespaceDisagreementException;
import dev.idgen.internal.lease.Terms;
import dev.idgen.internal.time.ManualPlanner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What callers see while the terms of a namespace change. */
class ChangedTermsTests extends SequenceFixture {

    private static final Terms EARLIER_TERMS = TERMS.with("scramble", "off");
    private static final Terms LATER_TERMS = TERMS.with("scramble", "a");
    private static final Duration OTHER_TTL = Duration.ofSeconds(20);

    /** The time for which a change grants nothing is longer than a ttl by at most so much. */
    private static final Duration OPENING = Duration.ofMillis(2000 + 2000 + 700);

    {
        putTerms(EARLIER_TERMS);
    }

    private BucketSequence<Object> instance(Terms terms, Duration ttl, String... replaces) {
        SequenceSettings settings = settings(ttl, SequenceSettings.defaults().acquireTimeout());
        return start(
                terms.replacing(Set.of(replaces)), settings, leaseStore, LAYOUT, time, new ManualPlanner(scheduler));
    }

    private static String fingerprint(Terms terms, Duration ttl) {
        return terms.with("layout", LAYOUT.toString())
                .with(Terms.TTL, Long.toString(ttl.toMillis()))
                .fingerprint();
    }

    private BucketSequence<Object> earlier() {
        return instance(EARLIER_TERMS, TTL);
    }

    private BucketSequence<Object> later() {
        return instance(LATER_TERMS, OTHER_TTL, fingerprint(EARLIER_TERMS, TTL));
    }

    private static String why(BucketSequence<Object> instance) {
        return instance.unavailability().orElse("");
    }

    @Test
    void changeUnderLoadGrantsNothingForAboutATtl() {
        List<BucketSequence<Object>> before =
                Stream.generate(this::earlier).limit(4).toList();
        assertThat(drawFor(before, Duration.ofSeconds(30))).isZero();

        List<BucketSequence<Object>> after =
                Stream.generate(this::later).limit(4).toList();
        long changed = time.millis();
        assertThat(drawFor(before, TTL.multipliedBy(8).dividedBy(10)))
                .as("missed by the earlier ones")
                .isZero();
        List<Long> firsts = new ArrayList<>();
        long lastBefore = time.millis();
        while (firsts.size() < after.size() && time.millis() < changed + 3 * TTL.toMillis()) {
            lastBefore = before.stream().filter(this::draw).count() > 0 ? time.millis() : lastBefore;
            List<BucketSequence<Object>> drawing =
                    after.stream().filter(this::draw).toList();
            assertThat(drawing).hasSizeGreaterThanOrEqualTo(firsts.size());
            for (int i = firsts.size(); i < drawing.size(); i++) {
                firsts.add(time.millis() - changed);
            }
            scheduler.run(Duration.ofMillis(10));
        }
        assertThat(lastBefore - changed).isBetween(TTL.toMillis() * 8 / 10, TTL.toMillis());
        assertThat(firsts)
                .allMatch(first ->
                        first > TTL.toMillis() && first <= TTL.plus(OPENING).toMillis());
        assertThat(drawFor(after, Duration.ofMinutes(2))).isZero();
    }

    @Test
    void callersLearnWhatHappens() {
        BucketSequence<Object> earlier = earlier();
        drawFor(List.of(earlier), Duration.ofSeconds(5));
        BucketSequence<Object> canary = instance(LATER_TERMS, OTHER_TTL);
        assertThatThrownBy(canary::acquire)
                .isInstanceOf(NamespaceDisagreementException.class)
                .hasMessage(
                        "namespace 'test' has a lease-ttl of 10000 ms, but 'idgen.sequence.lease-ttl' of this instance is"
                                + " 20000 ms; use the namespace's, or set 'idgen.replaces' to '"
                                + fingerprint(EARLIER_TERMS, TTL)
                                + "' to change it for all instances: nothing is leased then for 10 s");
        canary.close();

        BucketSequence<Object> later = later();
        assertThat(unavailable(later))
                .hasMessageContaining(
                        "the namespace's settings were changed, so leases begin after 2021-08-21T12:35:1");
        scheduler.run(Duration.ofSeconds(1));
        assertThat(why(earlier)).isEmpty();
        scheduler.run(TTL);
        assertThatThrownBy(earlier::acquire)
                .isInstanceOf(NamespaceDisagreementException.class)
                .hasMessageContaining(
                        "has a lease-ttl of 20000 ms, but 'idgen.sequence.lease-ttl' of this instance is 10000");
        scheduler.run(OPENING);
        assertThat(drawFor(List.of(later), Duration.ofMinutes(1))).isZero();
        assertThat(why(earlier)).contains("idgen.replaces");
        assertThat(why(earlier())).contains("idgen.replaces");
    }

    @Test
    void changeIsTakenBack() {
        BucketSequence<Object> earlier = earlier();
        drawFor(List.of(earlier), Duration.ofSeconds(5));
        BucketSequence<Object> later = later();
        scheduler.run(Duration.ofSeconds(2));
        BucketSequence<Object> again = instance(EARLIER_TERMS, TTL, fingerprint(LATER_TERMS, OTHER_TTL));
        scheduler.run(OTHER_TTL.plus(OPENING).plus(TTL));
        assertThat(drawFor(List.of(again), Duration.ofSeconds(5))).isZero();
        assertThat(why(earlier)).as("it gave way for good").contains("idgen.replaces");
        assertThat(why(later)).contains("idgen.replaces");
    }

    /** The one with other terms is the first to find the store empty. */
    @ParameterizedTest
    @ValueSource(ints = {5, 20, 60})
    void canaryInAnEmptiedStoreEndsNoRightInstance(int seconds) {
        List<BucketSequence<Object>> right =
                Stream.generate(this::earlier).limit(4).toList();
        assertThat(drawFor(right, Duration.ofSeconds(30))).isZero();
        store.lose("");
        BucketSequence<Object> canary = instance(LATER_TERMS, Duration.ofSeconds(seconds));
        assertThat(store.group("0").toString()).contains("lease-ttl=" + seconds + "000");
        assertThat(drawFor(right, Duration.ofMinutes(3))).as("failed calls").isZero();
        assertThat(why(canary)).contains("has a lease-ttl of 10000 ms");
        assertThat(store.group("0").toString()).contains("lease-ttl=10000");
        BucketSequence<Object> another = earlier();
        scheduler.run(Duration.ofSeconds(5));
        assertThat(drawFor(List.of(another), Duration.ofSeconds(5))).isZero();
    }
}
