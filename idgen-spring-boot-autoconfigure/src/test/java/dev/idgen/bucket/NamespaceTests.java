package dev.idgen.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.bucket.BucketRecord.Request;
import dev.idgen.bucket.BucketRecord.Server;
import dev.idgen.bucket.BucketRecord.Step;
import dev.idgen.bucket.LeaseReply.LockReason;
import dev.idgen.bucket.LeaseReply.Locked;
import dev.idgen.bucket.LeaseReply.Unborn;
import dev.idgen.time.ManualTime;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What instances write about themselves and read about each other, and how old a namespace may be. */
class NamespaceTests {

    private static final NamespaceTerms TERMS = new NamespaceTerms(Map.of("zone", "Z", "scramble", "off"));
    private static final StoreTime NOW = new StoreTime(0, 0);

    @Test
    void wellFormedNameIsReturned() {
        assertThat(Namespace.checkName("shop-1")).isEqualTo("shop-1");
    }

    @Test
    void onlyTheCreatorOfTheRecordIsItsCreator() {
        Membership membership = new Membership("test", "me", TERMS, 10_000);
        assertThat(membership.isCreator()).isFalse();
        membership.accept(new Namespace("other", 5, 10_000, TERMS.format(), NOW));
        assertThat(membership.isCreator()).isFalse();
        membership.accept(new Namespace("me", 5, 10_000, TERMS.format(), NOW));
        assertThat(membership.isCreator()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "zone=Z;scramble=on, scramble, on, off",
        "zone=+01:00;scramble=off, zone, +01:00, Z",
        "scramble=off, zone, (unset), Z",
        "scramble=off;zone=Z;more=1, more, 1, (unset)",
        "scramble=off;zone, zone, '', Z",
        "scramble=off;zone=, zone, '', Z",
        "=x;scramble=off;zone=Z, '', x, (unset)",
    })
    void disagreementNamesTheFirstSettingThatDiffers(String stored, String setting, String expected, String actual) {
        assertThat(TERMS.disagreement("test", stored)).hasValueSatisfying(e -> {
            assertThat(e.setting()).isEqualTo(setting);
            assertThat(e.expected()).isEqualTo(expected);
            assertThat(e.actual()).isEqualTo(actual);
        });
    }

    @Test
    void termsInAnotherOrderAgree() {
        assertThat(TERMS.disagreement("test", "zone=Z;scramble=off")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(LockReason.class)
    void lockReasonIsReadAsItIsStored(LockReason reason) {
        assertThat(LockReason.parse(reason.stored())).isEqualTo(reason);
        assertThat(LockReason.parse("by hand")).isEqualTo(LockReason.OPERATOR);
    }

    @ParameterizedTest
    @CsvSource({"4999, true", "5000, false", "-1999, true", "-2000, false"})
    void namespaceIsNewForFiveSecondsAndUpToTwoBeforeItsCreationByAnotherClock(long age, boolean isNew) {
        long clock = 1_000_000;
        Request request = new Request(null, 16, clock, new Server("run", "", 0, true), () -> 0);

        Step step = request.lease(1, new LeaseStore.Asker(1000, 1000, clock - age));

        assertThat(step.reply()).isInstanceOf(isNew ? Unborn.class : Locked.class);
    }

    @Test
    void bucketsBeginInAnyQuarter() {
        Set<Integer> quarters = new HashSet<>();
        ManualTime time = new ManualTime();
        InMemoryLeaseStore store = new InMemoryLeaseStore(new BucketLayout(6, 4), time);
        LeaseStore.Asker asker = new LeaseStore.Asker(1000, 1000, time.millis());
        for (int bucket = 0; bucket < 64; bucket++) {
            store.birth(bucket, asker);
            LeaseReply reply =
                    store.lease(bucket, 1, asker).toCompletableFuture().join();
            quarters.add(((LeaseReply.Granted) reply).first() / 4);
        }
        assertThat(quarters).containsExactlyInAnyOrder(0, 1, 2, 3);
    }
}
