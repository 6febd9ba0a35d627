package dev.idgen.internal.timestamp.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.lease.ForwardingLeaseStore;
import dev.idgen.internal.lease.UnreliableLeaseStore.Fate;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What an operator reads while node ids are leased, lost and short: each fact once. */
@ExtendWith(OutputCaptureExtension.class)
class NodeLogTests extends LeasingFixture {

    private static final String SUBJECT = "idgen node id of 'order': ";

    private static Arguments logs(String line, Consumer<NodeLogTests> story) {
        return arguments(line, story);
    }

    static Stream<Arguments> facts() {
        return Stream.of(
                logs("node id 0 is leased by host/1/1/1 until 2021-08-21T12:35:11.789Z", NodeLogTests::start),
                logs(
                        "the lease of node id 0 by host/1/1/1 was lost; this instance issues no ids with it after its",
                        test -> {
                            test.start();
                            test.put(GROUP, "0", NodeValue.NONE.heldBy("thief", test.time.millis() + 3_600_000));
                        }),
                logs("a value of group 'nodes:1:0' cannot be read, and is not used: 1: nonsense", test -> {
                    test.store.put(GROUP, "1", "nonsense");
                    test.start();
                }),
                logs(
                        "all are in use, so this instance issues no ids; the first leases to end:",
                        test -> test.start(3, TWO)),
                logs(
                        "the store is new, restarted, failed over, lost data or got its first replica; the next node id is leased in 17000 ms",
                        test -> {
                            test.start();
                            test.store.setRun("run1");
                            test.start();
                        }),
                logs("a server's clock is 7200000 ms ahead of the expected time", test -> {
                    test.start();
                    test.ahead = 7_200_000;
                }),
                logs("this machine's clock differs from the store's by 10800000 ms", test -> {
                    ManualTime off = new ManualTime(test.time.instant().plus(Duration.ofHours(3)));
                    test.start(TWO, SETTINGS, off, new Random(1));
                }));
    }

    @ParameterizedTest
    @MethodSource("facts")
    void factIsLoggedOnceThoughItLasts(String line, Consumer<NodeLogTests> story, CapturedOutput output) {
        story.accept(this);
        scheduler.run(Duration.ofSeconds(4));
        assertThat(output).containsOnlyOnce(SUBJECT + line);
    }

    @Test
    void outageIsLoggedWhenItBeginsAndWhenItEnds(CapturedOutput output) {
        start();
        scheduler.run(TTL);
        assertThat(output).doesNotContain("leasing again").doesNotContain("this machine's clock");
        leaseStore.decide(Fate.FAILED);
        scheduler.run(TTL);
        assertThat(output)
                .containsOnlyOnce(SUBJECT + "renewing the lease of node id 0 failed; retrying: ")
                .doesNotContain("leasing again");
        leaseStore.decide(Fate.ANSWERED);
        scheduler.run(TTL);
        assertThat(output).containsOnlyOnce(SUBJECT + "leasing again");
    }

    /** The process ran, and the store may have its data. */
    @Test
    void leaseThatEndsInAnOutageIsNotReportedAsLost(CapturedOutput output) {
        start();
        leaseStore.decide(Fate.FAILED);
        scheduler.run(TTL.plusSeconds(5));
        store.setRun("run1");
        leaseStore.decide(Fate.ANSWERED);
        scheduler.run(TTL.multipliedBy(2));
        assertThat(output)
                .doesNotContain("was lost")
                .containsOnlyOnce(SUBJECT + "the lease of node id 0 by host/1/1/1 could not be renewed in time")
                .containsOnlyOnce(SUBJECT + "leasing again");
    }

    @Test
    void storeThatLostEverythingIsNotNewToItsMember(CapturedOutput output) {
        start();
        latestPlanner.pause();
        scheduler.run(TTL.multipliedBy(2));
        store.lose("");
        latestPlanner.resume();
        scheduler.run(TTL);
        assertThat(output)
                .doesNotContain("is new in this store")
                .containsOnlyOnce(SUBJECT + "the store lost group 'nodes:1:0'");
    }

    @Test
    void valueThatCannotBeReadIsCutAndNamedInEachGroup(CapturedOutput output) {
        NodePool nodes = NodePool.ofBits(6);
        putGroups(nodes, -1);
        store.put("nodes:6:0", "1", "x".repeat(1000));
        store.put("nodes:6:1", "33", "nonsense\n");
        start(2 * 24, nodes);
        scheduler.run(Duration.ofSeconds(4));
        assertThat(output.getAll().lines())
                .filteredOn(line -> line.contains("cannot be read"))
                .hasSizeGreaterThan(1)
                .allMatch(line -> line.length() < 500)
                .anyMatch(line -> line.contains("'nodes:6:0' cannot be read, and is not used: 1: xxx"))
                .anyMatch(line -> line.contains("'nodes:6:1' cannot be read, and is not used: 33: nonsense?. "));
    }

    @Test
    void nodeIdThatIsGivenBackIsNoFailure(CapturedOutput output) {
        leaseStore.decide(Fate.HELD);
        start();
        scheduler.run(Requests.FIRST_TIMEOUT.plusSeconds(2));
        leaseStore.deliver();
        scheduler.run(TTL);
        assertThat(output).doesNotContain("failed unexpectedly");
    }

    @Test
    void answerThatMakesNoSenseIsAFailureAndDoesNotEndThePlanning(CapturedOutput output) {
        leaseStore.leadTo(new ForwardingLeaseStore(store) {
            @Override
            public CompletionStage<Snapshot> read(String group, List<String> names) {
                return CompletableFuture.completedFuture(null);
            }
        });
        start();
        assertThat(output).contains(SUBJECT + "joining failed; retrying");
        leaseStore.leadTo(store);
        scheduler.run(SETTINGS.retryPause());
        assertThat(output).contains(SUBJECT + "node id 0 is leased by host/1/1/1 until");
    }
}
