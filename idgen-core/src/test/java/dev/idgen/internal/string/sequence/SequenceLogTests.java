package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.idgen.internal.lease.UnreliableLeaseStore.Fate;
import dev.idgen.internal.request.StoreLog;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What an operator reads while numbers are leased, locked and lost: each fact once. */
class SequenceLogTests extends SequenceFixture {

    private static final String NAMESPACE = "idgen namespace 'test'";

    private final Logger logger = (Logger) LoggerFactory.getLogger(BucketSequence.class);
    private final StoreLog log = new StoreLog(logger, NAMESPACE, time);
    private final Thread testThread = Thread.currentThread();

    /** Sequences of earlier tests may still log on threads of their own. */
    private final ListAppender<ILoggingEvent> messages = new ListAppender<>() {
        @Override
        protected void append(ILoggingEvent event) {
            if (Thread.currentThread() == testThread) {
                super.append(event);
            }
        }
    };

    @BeforeEach
    void listen() {
        messages.start();
        logger.setLevel(Level.DEBUG);
        logger.setAdditive(false);
        logger.addAppender(messages);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(messages);
        logger.setAdditive(true);
        logger.setLevel(null);
    }

    private String logged() {
        return messages.list.stream().map(ILoggingEvent::getFormattedMessage).collect(Collectors.joining("\n"));
    }

    /** What is logged while numbers are drawn, before and after something happens to each bucket. */
    private String logAfter(Consumer<String> eventOfBucket) {
        BucketSequence<Object> sequence = sequence();
        drawFor(sequence, Duration.ofSeconds(15), 100);
        for (int i = 0; i < LAYOUT.buckets(); i++) {
            eventOfBucket.accept(Integer.toString(i));
        }
        drawFor(sequence, Duration.ofSeconds(30), 100);
        return logged();
    }

    @Test
    void lossIsLoggedOnce() {
        assertThat(logAfter(store::loseGroup))
                .containsOnlyOnce("the store lost group '")
                .doesNotContain("may be missing");
    }

    @Test
    void replacedTermsAreLoggedByBoth() {
        BucketSequence<Object> earlier = sequence();
        draw(earlier);
        String fingerprint = stored(LAYOUT, TERMS).fingerprint();
        sequence(settings(), OTHER_TERMS.replacing(Set.of(fingerprint)));
        scheduler.run(Duration.ofSeconds(1));
        assertThat(logged())
                .containsOnlyOnce(
                        "'zone' of the namespace was 'Z' and is '+01:00' now, so nothing is leased for 10000 ms")
                .containsOnlyOnce(
                        "other instances have replaced the terms of this one, so it leases no more and issues ids until"
                                + " 2021-08-21T12:35:0")
                .contains("settings were changed, so leases begin after 2021-08-21T12:35:08");
    }

    @Test
    void failoverIsLoggedOnce() {
        assertThat(logAfter(group -> store.setRun("run1")))
                .containsOnlyOnce("the store restarted, failed over or lost data, so writes to group '")
                .doesNotContain("the store lost group");
    }

    @Test
    void valueThatCannotBeReadIsLoggedOnce() {
        assertThat(logAfter(group -> store.put(group, group, "run=x quarter")))
                .containsOnlyOnce(
                        "a value of group '7' cannot be read, and is not used: 7: run=x quarter. Delete the whole group, or restore the value")
                .doesNotContain("the store lost group");
    }

    @Test
    void groupWithOtherTermsIsLoggedOnce() {
        assertThat(logAfter(group ->
                        putGroup(store, LAYOUT, group.equals("0") ? TERMS : OTHER_TERMS, Integer.parseInt(group), 1)))
                .containsOnlyOnce(" has another 'zone' than this instance, and is not used: +01:00")
                .doesNotContain("issues no more ids");
    }

    @Test
    void overflowIsLoggedOnce() {
        assertThat(logAfter(group -> {
                    long end = time.millis() + 29_000;
                    BucketValue full = BucketValue.NONE
                            .open(0, end)
                            .open(1, end)
                            .open(2, end)
                            .open(3, end);
                    store.put(group, group, full.toString());
                }))
                .containsOnlyOnce(": all numbers of bucket ");
    }

    @Test
    void joinIsLoggedOnceAndSteadyDrawingNotAtAll() {
        drawFor(sequence(), Duration.ofSeconds(30), 100);
        assertThat(logged()).isEqualTo(NAMESPACE + " joined: layout=4/18 lease-ttl=10000 zone=Z");
    }

    @Test
    void disagreementIsLoggedOnceThoughTheInstanceJoinsAgain() {
        putTerms(TERMS);
        drawFor(sequence(settings(), OTHER_TERMS), Duration.ofSeconds(5), 100);
        assertThat(logged()).containsOnlyOnce(": this instance issues no more ids: ");
    }

    @Test
    void outageIsLoggedWhenItBeginsAndWhenItEnds() {
        leaseStore.decide(Fate.FAILED);
        BucketSequence<Object> sequence = sequence();
        drawFor(sequence, Duration.ofSeconds(15), 100);
        assertThat(logged())
                .containsOnlyOnce(NAMESPACE + ": joining failed; retrying: ")
                .doesNotContain("leasing again");
        leaseStore.decide(Fate.ANSWERED);
        drawFor(sequence, Duration.ofSeconds(30), 100);
        assertThat(logged()).containsOnlyOnce("retrying").containsOnlyOnce(NAMESPACE + ": leasing again");
    }

    @Test
    void repeatedFactIsLoggedAgainAfterMoreThanAMinuteAndABrokenTaskWithItsException() {
        for (int minute = 0; minute < 5; minute++) {
            log.clockFarAhead(Duration.ofHours(2));
            time.advance(Duration.ofMinutes(1));
        }
        assertThat(logged()).containsOnlyOnce("a server's clock is 7200000 ms ahead of the expected time");
        time.advance(Duration.ofNanos(1));
        log.clockFarAhead(Duration.ofHours(3));
        assertThat(logged()).containsOnlyOnce("a server's clock is 10800000 ms ahead");
        log.broken(new IllegalStateException("what happened"));
        ILoggingEvent last = messages.list.get(messages.list.size() - 1);
        assertThat(last.getFormattedMessage()).isEqualTo(NAMESPACE + ": a leasing task failed unexpectedly");
        assertThat(last.getThrowableProxy().getMessage()).isEqualTo("what happened");
    }
}
