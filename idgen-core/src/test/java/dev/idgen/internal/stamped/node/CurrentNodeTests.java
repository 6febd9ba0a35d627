package dev.idgen.internal.stamped.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idgen.NodeIdUnavailableException;
import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.stamped.node.NodeHolding.Held;
import dev.idgen.internal.stamped.node.NodeHolding.None;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who waits for a node id is woken by each change. The waits are longer than the patience with which they are watched. */
class CurrentNodeTests {

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final long PATIENCE_SECONDS = 20;
    private static final long END = 1000;

    private final ManualTime time = new ManualTime();
    private final Waiters waiters = new Waiters(time, Requests.FIRST_TIMEOUT);
    private @Nullable Throwable failure;
    private final CurrentNode tenancy = new CurrentNode(8, time, waiters, () -> failure);
    private final Held held = new Held(Node.within(5, 0, END), "me");
    private Thread waiter = new Thread();

    @AfterEach
    void interrupt() {
        waiter.interrupt();
    }

    /** Starts a thread and returns when it waits. */
    private <T> FutureTask<T> waiting(Callable<T> wait) throws InterruptedException {
        FutureTask<T> task = new FutureTask<>(wait);
        waiter = new Thread(task);
        waiter.start();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (waiter.getState() != Thread.State.TIMED_WAITING) {
            assertThat(task.isDone()).as("returned without waiting").isFalse();
            assertThat(deadline - System.nanoTime()).as("time to begin to wait").isPositive();
            Thread.sleep(1);
        }
        return task;
    }

    private static <T> T result(FutureTask<T> task) throws Exception {
        return task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private NodeIdUnavailableException refusal(long notAfter, Duration most) {
        return catchThrowableOfType(NodeIdUnavailableException.class, () -> tenancy.await(notAfter, most));
    }

    @Test
    void waiterGetsTheNodeIdThatComes() throws Exception {
        FutureTask<Node> waiting = waiting(() -> tenancy.await(0, LONG));

        assertThat(tenancy.replace(tenancy.get(), held)).isTrue();

        assertThat(result(waiting)).isSameAs(held.node());
    }

    @Test
    void waiterIsWokenByTheGrowthOfTheWindow() throws Exception {
        tenancy.replace(tenancy.get(), held);
        FutureTask<Node> waiting = waiting(() -> tenancy.await(END, LONG));

        held.node().extendTo(END + 1);
        tenancy.wakeAll();

        assertThat(result(waiting)).isSameAs(held.node());
    }

    @Test
    void waiterIsLetGoWhenItIsClosed() throws Exception {
        FutureTask<NodeIdUnavailableException> waiting = waiting(() -> refusal(0, LONG));

        assertThat(tenancy.close()).isInstanceOf(None.class);

        assertThat(result(waiting).reason()).isEqualTo(Reason.CLOSED);
        assertThat(tenancy.isClosed()).isTrue();
    }

    @Test
    void waiterWhoseTimeIsUpSaysHowLongItWaited() throws Exception {
        FutureTask<NodeIdUnavailableException> waiting = waiting(() -> refusal(0, LONG));

        time.advance(LONG);
        tenancy.wakeAll();

        assertThat(result(waiting)).hasMessageContaining("no node id after " + LONG.toMillis() + " ms");
    }

    @Test
    void windowThatEndsAtTheTimeIsNotEnough() {
        tenancy.replace(tenancy.get(), held);

        assertThat(tenancy.await(END - 1, Duration.ZERO)).isSameAs(held.node());
        assertThat(refusal(END, Duration.ZERO).reason()).isEqualTo(Reason.RAN_OUT);
    }

    @Test
    void tenureThatIsNotThePresentOneIsNotReplaced() {
        NodeHolding first = tenancy.get();
        tenancy.replace(first, held);

        assertThat(tenancy.replace(first, new None(Reason.LOST))).isFalse();
        assertThat(tenancy.get()).isSameAs(held);
        assertThat(tenancy.close()).isSameAs(held);
        assertThat(tenancy.replace(tenancy.get(), held)).isFalse();
        assertThat(tenancy.isClosed()).isTrue();
    }

    @Test
    void firstOutcomeIsAnAnswer() throws Exception {
        FutureTask<Boolean> waiting = waiting(this::outcome);

        tenancy.replace(tenancy.get(), new None(Reason.ALL_IN_USE));

        assertThat(result(waiting)).isFalse();
    }

    @Test
    void firstOutcomeIsAFailure() throws Exception {
        FutureTask<Boolean> waiting = waiting(this::outcome);

        failure = new IllegalStateException("connection refused");
        waiters.noteOutcome();

        assertThat(result(waiting)).isFalse();
        assertThat(refusal(0, Duration.ZERO)).hasMessageContaining("connection refused");
        failure = null;
        assertThat(refusal(0, Duration.ZERO)).hasMessageNotContaining("connection refused");
    }

    @Test
    void firstOutcomeThatIsThereIsNotWaitedFor() {
        tenancy.replace(tenancy.get(), held);

        waiters.awaitOutcome(LONG);
    }

    @Test
    void firstOutcomeIsNotWaitedForLongerThanAllowed() {
        waiters.awaitOutcome(Duration.ZERO);
        waiters.awaitOutcome(Duration.ofMillis(1));
    }

    @Test
    void waiterForTheFirstOutcomeIsInterrupted() throws Exception {
        FutureTask<Boolean> waiting = waiting(this::outcome);

        waiter.interrupt();

        assertThat(result(waiting)).isTrue();
    }

    /** Returns whether the thread was interrupted. */
    private boolean outcome() {
        waiters.awaitOutcome(LONG);
        return Thread.currentThread().isInterrupted();
    }
}
