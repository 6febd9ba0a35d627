package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.LeaseClient;
import dev.idgen.internal.register.SimulatedRegister;
import dev.idgen.internal.register.UnreliableRegister;
import dev.idgen.internal.register.UnreliableRegister.Fate;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.StoreLog;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.string.sequence.LeaseReply.Happened;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What an operator reads while numbers are leased, locked and lost: each fact once. */
@ExtendWith(OutputCaptureExtension.class)
class SequenceLogTests {

    private static final BucketLayout LAYOUT = new BucketLayout(2, 18);
    private static final NamespaceTerms TERMS = new NamespaceTerms(Map.of("zone", "Z"));
    private static final String SUBJECT = "idgen namespace 'test': ";

    private final ManualTime time = new ManualTime();
    private final ManualScheduler scheduler = new ManualScheduler(time);
    private final SimulatedRegister store = new SimulatedRegister(time::millis);
    private final UnreliableRegister register = new UnreliableRegister(store);
    private final StoreLog log =
            new StoreLog(LoggerFactory.getLogger(BucketSequence.class), "idgen namespace 'test'", time);

    private BucketSequence<Object> start(NamespaceTerms terms, TimeSource clocks) {
        BucketSequence<Object> sequence = new BucketSequence<>(
                "test",
                terms,
                register,
                Object::new,
                new SequenceEnvironment(
                        SequenceSettings.defaults(),
                        LAYOUT,
                        clocks,
                        scheduler,
                        Runnable::run,
                        0,
                        () -> 0,
                        new BucketRule()));
        sequence.startPlanning();
        scheduler.runDue();
        return sequence;
    }

    private void drawFor(BucketSequence<Object> sequence, Duration duration) {
        for (long i = 0; i < duration.toMillis() / 10; i++) {
            sequence.acquireAsync(Stripe::number);
            scheduler.run(Duration.ofMillis(10));
        }
    }

    @Test
    void namespaceIsJoinedOnce(CapturedOutput output) {
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        logging.setLogLevel(BucketSequence.class.getName(), LogLevel.DEBUG);
        try {
            drawFor(start(TERMS, time), Duration.ofSeconds(30));
        } finally {
            logging.setLogLevel(BucketSequence.class.getName(), null);
        }
        assertThat(output)
                .containsOnlyOnce("idgen namespace 'test' joined: layout=2/18 lease-ttl=10000 zone=Z")
                .doesNotContain("failed")
                .doesNotContain("leasing again")
                .doesNotContain("clock");
    }

    @Test
    void disagreementIsToldOnceThoughItIsAskedForAgain(CapturedOutput output) {
        start(TERMS, time);
        drawFor(start(new NamespaceTerms(Map.of("zone", "+01:00")), time), Duration.ofSeconds(5));
        assertThat(output).containsOnlyOnce("idgen issues no more ids: ");
    }

    @Test
    void outageIsToldWhenItBeginsAndWhenItEnds(CapturedOutput output) {
        BucketSequence<Object> sequence = start(TERMS, time);
        register.decide(Fate.FAILED);
        drawFor(sequence, Duration.ofSeconds(15));
        assertThat(output).containsOnlyOnce("failed; retrying: ").doesNotContain("leasing again");
        register.decide(Fate.ANSWERED);
        drawFor(sequence, Duration.ofSeconds(30));
        assertThat(output).containsOnlyOnce(SUBJECT + "leasing again");
    }

    @Test
    void storeThatIsDownAtTheStartIsTold(CapturedOutput output) {
        register.decide(Fate.FAILED);
        start(TERMS, time);
        assertThat(output).containsOnlyOnce(SUBJECT + "joining the namespace failed; retrying: ");
    }

    @Test
    void lostRecordIsAnError(CapturedOutput output) {
        BucketSequence<Object> sequence = start(TERMS, time);
        drawFor(sequence, Duration.ofSeconds(15));
        store.lose("");
        drawFor(sequence, Duration.ofSeconds(30));
        assertThat(output)
                .containsOnlyOnce("the store lost the record of bucket ")
                .containsOnlyOnce("the store may have lost writes, as bucket ")
                .containsPattern("ids carry a time that is [0-9]+ ms ahead")
                .containsOnlyOnce("ids carry the right time again");
        assertThat(sequence.lostRecords()).isPositive();
    }

    @Test
    void failoverIsAWarning(CapturedOutput output) {
        BucketSequence<Object> sequence = start(TERMS, time);
        drawFor(sequence, Duration.ofSeconds(15));
        store.setRun("run1");
        drawFor(sequence, Duration.ofSeconds(30));
        assertThat(output)
                .containsOnlyOnce("the store may have lost writes, as bucket ")
                .contains("(FAILOVER)")
                .doesNotContain("the store lost the record");
    }

    @Test
    void serverWhoseClockIsFarAheadIsAnError(CapturedOutput output) {
        BucketSequence<Object> sequence = start(TERMS, new ManualTime(time.instant()));
        assertThat(sequence.lead()).isZero();
        log.clockFarAhead(Duration.ofHours(2));
        log.clockFarAhead(Duration.ofHours(2));
        assertThat(output).containsOnlyOnce("a server's clock is 7200000 ms ahead of the expected time");
    }

    @Test
    void valueThatCannotBeReadIsAnErrorOnce(CapturedOutput output) {
        BucketSequence<Object> sequence = start(TERMS, time);
        drawFor(sequence, Duration.ofSeconds(5));
        for (int i = 0; i < LAYOUT.buckets(); i++) {
            store.put(Integer.toString(i), BucketValue.LEASE, "run=x quarter");
        }
        drawFor(sequence, Duration.ofSeconds(15));
        assertThat(output)
                .containsOnlyOnce("cannot be read, and counts as lost: run=x quarter")
                .containsOnlyOnce("the store lost the record of bucket ");
    }

    @Test
    void bucketOfAnotherTtlIsAnErrorOnce(CapturedOutput output) {
        BucketSequence<Object> sequence = start(TERMS, time);
        drawFor(sequence, Duration.ofSeconds(5));
        for (int i = 0; i < LAYOUT.buckets(); i++) {
            String group = Integer.toString(i);
            BucketValue other = SequenceFixture.born(store.lookAt(group, List.of()), Duration.ofMinutes(1));
            store.put(group, BucketValue.LEASE, other.toString());
        }
        drawFor(sequence, Duration.ofSeconds(15));
        assertThat(output)
                .containsOnlyOnce(SUBJECT + "the value of bucket ")
                .containsOnlyOnce(" has a lease-ttl of 60000 ms, which is not the namespace's; the bucket is not used");
    }

    @Test
    void clockThatIsOffIsToldOnce(CapturedOutput output) {
        SequenceFixture.makeBuckets(store, LAYOUT);
        start(TERMS, new ManualTime(time.instant().plus(Duration.ofHours(-3))));
        assertThat(output).containsOnlyOnce(SUBJECT + "this machine's clock differs from the store's by -10800000 ms");
    }

    @Test
    void overflowsThatKeepComingAreToldOnceAMinute(CapturedOutput output) {
        Requests requests = new Requests(scheduler, Duration.ofSeconds(1), time, log::broken);
        StampClock clock = new StampClock(time, Duration.ofSeconds(1));
        LeaseClient client = new LeaseClient(register, requests, time, clock, new Waiters(time), log);
        Ring ring = new Ring(Region.ALL, 16, 0, Duration.ofSeconds(1), time);
        AfterDoubt afterDoubt = new AfterDoubt(ring, client, (bucket, afterwards) -> {}, () -> {});
        for (int i = 0; i < 5; i++) {
            afterDoubt.happened(ring.buckets().get(7), Happened.OVERFLOW, 40);
            time.advance(Duration.ofMinutes(1));
        }
        assertThat(output).containsOnlyOnce(SUBJECT + "bucket 7 overflowed 40 ms before");
        time.advance(Duration.ofNanos(1));
        afterDoubt.happened(ring.buckets().get(8), Happened.OVERFLOW, 40);
        assertThat(output).containsOnlyOnce("bucket 8 overflowed");
    }

    @Test
    void taskThatFailsIsAnError(CapturedOutput output) {
        log.broken(new IllegalStateException("what happened"));
        assertThat(output)
                .contains(SUBJECT + "a leasing task failed unexpectedly")
                .contains("what happened");
    }
}
