package dev.idgen.internal.stamped.node;

import static dev.idgen.ModelChecking.INVALID_RESULTS;
import static dev.idgen.ModelChecking.assertFound;

import dev.idgen.ModelChecking;
import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.stamped.node.NodeHolding.Held;
import dev.idgen.internal.stamped.node.NodeHolding.None;
import dev.idgen.internal.time.ManualTime;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Model checks {@link CurrentNode} against one for one thread. Forbids: the planner finds that there is no node id, the source is
 * closed, and then the planner puts a lease in place that is never given back; and two threads that close it both give back the
 * same lease.
 */
@Tag(ModelChecking.TAG)
class CurrentNodeLincheckTests {

    private static final ManualTime TIME = new ManualTime();

    private static final ModelCheckingOptions OPTIONS = ModelChecking.options()
            .actorsPerThread(3)
            .actorsBefore(1)
            .actorsAfter(1)
            .sequentialSpecification(ForOneThread.class);

    @Test
    void leaseIsKeptAndGivenBackAsByOneThread() {
        OPTIONS.check(Real.class);
    }

    @Test
    void holdingThatIsReadAndThenReplacedIsFound() {
        assertFound(OPTIONS, ReplacingInTwoSteps.class, INVALID_RESULTS);
    }

    /** What the planner and callers may see: the operations of all variants. */
    @Param(name = "node", gen = IntGen.class, conf = "1:3")
    public abstract static class Checked {

        /** Returns whether the lease is kept. */
        @Operation(nonParallelGroup = "planner")
        public final boolean keep(@Param(name = "node") int node) {
            return replace(new Held(Node.always(node), ""));
        }

        /** Returns the node id to give back, or 0. */
        @Operation
        public final long close() {
            return idOf(shut());
        }

        @Operation
        public final long current() {
            return idOf(get());
        }

        private static long idOf(NodeHolding holding) {
            return holding instanceof Held held ? held.node().id() : 0;
        }

        abstract boolean replace(Held next);

        abstract NodeHolding shut();

        abstract NodeHolding get();
    }

    public static class Real extends Checked {

        private final CurrentNode current = new CurrentNode(4, TIME, new Waiters(TIME), () -> null);

        @Override
        boolean replace(Held next) {
            return current.replace(current.get(), next);
        }

        @Override
        NodeHolding shut() {
            return current.close();
        }

        @Override
        NodeHolding get() {
            return current.get();
        }
    }

    /** The specification, and a copy for the mistake. */
    public static class ForOneThread extends Checked {

        static final None CLOSED = new None(Reason.CLOSED);
        final AtomicReference<NodeHolding> holding = new AtomicReference<>(new None(Reason.NOT_ANSWERED));

        @Override
        boolean replace(Held next) {
            NodeHolding present = holding.get();
            return present != CLOSED && holding.compareAndSet(present, next);
        }

        @Override
        NodeHolding shut() {
            return holding.getAndSet(CLOSED);
        }

        @Override
        NodeHolding get() {
            return holding.get();
        }
    }

    /** It is closed between looking whether it is and putting the lease in place. */
    public static class ReplacingInTwoSteps extends ForOneThread {

        @Override
        boolean replace(Held next) {
            if (holding.get() == CLOSED) {
                return false;
            }
            holding.set(next);
            return true;
        }
    }
}
