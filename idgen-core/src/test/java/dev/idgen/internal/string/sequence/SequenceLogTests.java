package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.idgen.internal.register.UnreliableRegister.Fate;
import dev.idgen.internal.request.StoreLog;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
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

    private void changeAll(BiConsumer<SequenceLogTests, String> change) {
        for (int i = 0; i < LAYOUT.buckets(); i++) {
            change.accept(this, Integer.toString(i));
        }
    }

    private static Arguments event(
            String name, BiConsumer<SequenceLogTests, String> eachBucket, String absent, String... messages) {
        return Arguments.of(name, eachBucket, absent, List.of(messages));
    }

    private static Stream<Arguments> events() {
        return Stream.of(
                event(
                        "lost data",
                        (test, group) -> test.store.loseGroup(group),
                        "(FAILOVER)",
                        "the store lost the record of bucket ",
                        "the store may have lost writes, as bucket ",
                        "ids carry a time that is ",
                        "ids carry the right time again"),
                event(
                        "a failover",
                        (test, group) -> test.store.setRun("run1"),
                        "the store lost the record",
                        "the store may have lost writes, as bucket ",
                        "(FAILOVER)"),
                event(
                        "values that cannot be read",
                        (test, group) -> test.store.put(group, BucketValue.LEASE, "run=x quarter"),
                        "(FAILOVER)",
                        "cannot be read, and counts as lost: run=x quarter",
                        "the store lost the record of bucket "),
                event(
                        "a quarter used up long before the next one's window may begin",
                        (test, group) -> {
                            BucketValue value = BucketValue.of(test.store.lookAt(group, List.of(BucketValue.LEASE)))
                                    .orElseThrow();
                            long now = test.time.millis();
                            test.store.put(
                                    group,
                                    BucketValue.LEASE,
                                    value.entering(1, value.entered() + 1)
                                            .granted(0, now, now + 5000)
                                            .entering(0, value.entered() + 2)
                                            .granted(LAYOUT.quarterSize(), now, 0)
                                            .toString());
                        },
                        "(FAILOVER)",
                        NAMESPACE + ": bucket ",
                        " overflowed "),
                event(
                        "values of another ttl",
                        (test, group) -> test.store.put(
                                group,
                                BucketValue.LEASE,
                                born(test.store.lookAt(group, List.of()), Duration.ofMinutes(1))
                                        .toString()),
                        "the store lost the record",
                        NAMESPACE + ": the value of bucket ",
                        " has a lease-ttl of 60000 ms, which is not the namespace's; the bucket is not used"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("events")
    void eventOfAllBucketsIsLoggedOnce(
            String name, BiConsumer<SequenceLogTests, String> eachBucket, String absent, List<String> expected) {
        BucketSequence<Object> sequence = sequence();
        drawFor(sequence, Duration.ofSeconds(15), 100);
        changeAll(eachBucket);
        drawFor(sequence, Duration.ofSeconds(30), 100);
        assertThat(logged()).doesNotContain(absent);
        for (String message : expected) {
            assertThat(logged()).containsOnlyOnce(message);
        }
    }

    @Test
    void joinIsLoggedOnceAndSteadyDrawingNotAtAll() {
        drawFor(sequence(), Duration.ofSeconds(30), 100);
        assertThat(logged()).isEqualTo(NAMESPACE + " joined: layout=4/18 lease-ttl=10000 zone=Z");
    }

    @Test
    void disagreementIsLoggedOnceThoughTheInstanceJoinsAgain() {
        putTerms(TERMS);
        drawFor(sequence(SequenceSettings.defaults(), OTHER_TERMS), Duration.ofSeconds(5), 100);
        assertThat(logged()).containsOnlyOnce("idgen issues no more ids: ");
    }

    @Test
    void outageIsLoggedWhenItBeginsAndWhenItEnds() {
        BucketSequence<Object> sequence = sequence();
        register.decide(Fate.FAILED);
        drawFor(sequence, Duration.ofSeconds(15), 100);
        assertThat(logged()).containsOnlyOnce("failed; retrying: ").doesNotContain("leasing again");
        register.decide(Fate.ANSWERED);
        drawFor(sequence, Duration.ofSeconds(30), 100);
        assertThat(logged()).containsOnlyOnce(NAMESPACE + ": leasing again");
    }

    @Test
    void storeThatIsDownAtTheStartIsLogged() {
        register.decide(Fate.FAILED);
        sequence();
        assertThat(logged()).containsOnlyOnce(NAMESPACE + ": joining the namespace failed; retrying: ");
    }

    @Test
    void clockThatDiffersIsLoggedOnce() {
        sequence(
                SequenceSettings.defaults(),
                TERMS,
                new ManualTime(time.instant().minus(Duration.ofHours(3))));
        assertThat(logged())
                .containsOnlyOnce(NAMESPACE + ": this machine's clock differs from the store's by -10800000 ms");
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
