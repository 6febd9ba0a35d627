package dev.idgen.internal.timestamp.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.idgen.NodeIdUnavailableException;
import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.Window;
import dev.idgen.internal.timestamp.node.NodeHolding.Held;
import dev.idgen.internal.timestamp.node.NodeHolding.None;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A caller that waits for a node id is woken by each change. It would wait for longer than the test does. */
class CurrentNodeTests {

    /** Only a broken run meets it. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final long END = 1000;

    private final ManualTime time = new ManualTime();
    private final Waiters waiters = new Waiters(time, Requests.FIRST_TIMEOUT);
    private final CurrentNode current = new CurrentNode(8, time, waiters, () -> null);
    private final Held held = new Held(new Node(5, new Window(0, END)), "me", false);

    /** Makes a call on a thread of its own, and returns once that thread waits. */
    static <T> FutureTask<T> waiting(Callable<T> call) {
        FutureTask<T> result = new FutureTask<>(call);
        Thread caller = new Thread(result);
        caller.setDaemon(true);
        caller.start();
        await().atMost(PATIENCE).until(() -> result.isDone() || caller.getState() == Thread.State.TIMED_WAITING);
        assertThat(result.isDone()).as("returned without waiting").isFalse();
        return result;
    }

    private static <T> T result(FutureTask<T> call) throws Exception {
        return call.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private NodeIdUnavailableException refusal(long notAfter, Duration most) {
        return catchThrowableOfType(NodeIdUnavailableException.class, () -> current.await(notAfter, most));
    }

    /** Returns true once there is a first outcome. */
    private boolean awaitOutcome() {
        waiters.awaitOutcome(LONG);
        return true;
    }

    @Test
    void awaitReturnsTheNodeIdThatArrives() throws Exception {
        FutureTask<Boolean> outcome = waiting(this::awaitOutcome);
        FutureTask<Node> node = waiting(() -> current.await(0, LONG));
        assertThat(current.replace(current.get(), held)).isTrue();
        assertThat(result(node)).isSameAs(held.node());
        assertThat(result(outcome)).isTrue();
        assertThat(awaitOutcome()).isTrue();
    }

    @Test
    void awaitReturnsTheNodeIdWhoseWindowGrows() throws Exception {
        current.replace(current.get(), held);
        FutureTask<Node> node = waiting(() -> current.await(END, LONG));
        held.node().extendTo(END + 1);
        current.wakeAll();
        assertThat(result(node)).isSameAs(held.node());
    }

    @Test
    void awaitWhenClosedMeanwhileIsRefused() throws Exception {
        FutureTask<Boolean> outcome = waiting(this::awaitOutcome);
        FutureTask<NodeIdUnavailableException> refused = waiting(() -> refusal(0, LONG));
        assertThat(current.close()).isInstanceOf(None.class);
        assertThat(result(refused).reason()).isEqualTo(Reason.CLOSED);
        assertThat(result(outcome)).isTrue();
        assertThat(current.isClosed()).isTrue();
    }

    @Test
    void awaitAfterItsDeadlineSaysHowLongItWaited() throws Exception {
        waiters.noteOutcome();
        FutureTask<NodeIdUnavailableException> refused = waiting(() -> refusal(0, LONG));
        time.advance(LONG);
        current.wakeAll();
        assertThat(result(refused)).hasMessageContaining("no node id after " + LONG.toMillis() + " ms");
    }

    @Test
    void awaitOnAnInterruptedThreadIsRefused() {
        Thread.currentThread().interrupt();
        assertThat(refusal(0, LONG).reason()).isEqualTo(Reason.INTERRUPTED);
        assertThat(Thread.interrupted()).isTrue();
        Thread.currentThread().interrupt();
        awaitOutcome();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void awaitWhenTheWindowEndsAtTheTimeIsRefused() {
        current.replace(current.get(), held);
        assertThat(current.await(END - 1, Duration.ZERO)).isSameAs(held.node());
        assertThat(refusal(END, Duration.ZERO).reason()).isEqualTo(Reason.RAN_OUT);
    }

    @Test
    void replaceOfAnEarlierHoldingOrAfterCloseChangesNothing() {
        NodeHolding first = current.get();
        current.replace(first, held);
        assertThat(current.replace(first, new None(Reason.LOST))).isFalse();
        assertThat(current.get()).isSameAs(held);
        assertThat(current.close()).isSameAs(held);
        assertThat(current.replace(current.get(), held)).isFalse();
        assertThat(current.isClosed()).isTrue();
    }
}
