package dev.idgen.internal.stamped.node;

import static dev.idgen.ModelChecking.INVALID_RESULTS;
import static dev.idgen.ModelChecking.assertFound;

import dev.idgen.ModelChecking;
import dev.idgen.NodeIdUnavailableException.Reason;
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
 * closed, and then the planner puts a lease in place that nobody gives back; and two that close it both give back the same
 * lease.
 */
@Tag(ModelChecking.TAG)
class CurrentNodeLincheckTests {

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
    void tenancyThatLooksAndThenReplacesIsFound() {
        assertFound(OPTIONS, ReplacingInTwoSteps.class, INVALID_RESULTS);
    }

    @Test
    void tenancyThatLooksAndThenClosesIsFound() {
        assertFound(OPTIONS, ClosingInTwoSteps.class, INVALID_RESULTS);
    }

    private static Held held(int node) {
        return new Held(Node.always(node), "");
    }

    private static long idOf(NodeHolding tenure) {
        return tenure instanceof Held held ? held.node().id() : 0;
    }

    @Param(name = "node", gen = IntGen.class, conf = "1:3")
    public static class Real {

        private final CurrentNode tenancy = new CurrentNode(4, new ManualTime());

        /** Returns whether the lease is kept. */
        @Operation(nonParallelGroup = "planner")
        public boolean keep(@Param(name = "node") int node) {
            return tenancy.replace(tenancy.get(), held(node));
        }

        /** Returns the lease to give back, or 0. */
        @Operation
        public long close() {
            return idOf(tenancy.close());
        }

        @Operation
        public long current() {
            Node node = tenancy.current();
            return node == null ? 0 : node.id();
        }
    }

    /** The specification: a number, no threads. */
    @Param(name = "node", gen = IntGen.class, conf = "1:3")
    public static class ForOneThread {

        private int present;
        private boolean closed;

        public boolean keep(int node) {
            present = closed ? 0 : node;
            return !closed;
        }

        public long close() {
            int last = present;
            closed = true;
            present = 0;
            return last;
        }

        public long current() {
            return present;
        }
    }

    /** A copy with one mistake each. */
    public abstract static class Mistaken {

        static final None CLOSED = new None(Reason.CLOSED);
        final AtomicReference<NodeHolding> tenure = new AtomicReference<>(new None(Reason.NOT_ANSWERED));

        @Operation
        public long current() {
            return idOf(tenure.get());
        }
    }

    /** It is closed between looking whether it is and putting the lease in place. */
    @Param(name = "node", gen = IntGen.class, conf = "1:3")
    public static class ReplacingInTwoSteps extends Mistaken {

        @Operation(nonParallelGroup = "planner")
        public boolean keep(@Param(name = "node") int node) {
            if (tenure.get() == CLOSED) {
                return false;
            }
            tenure.set(held(node));
            return true;
        }

        @Operation
        public long close() {
            return idOf(tenure.getAndSet(CLOSED));
        }
    }

    /** Another closes it, or the planner changes it, between looking at the lease and closing. */
    @Param(name = "node", gen = IntGen.class, conf = "1:3")
    public static class ClosingInTwoSteps extends Mistaken {

        @Operation(nonParallelGroup = "planner")
        public boolean keep(@Param(name = "node") int node) {
            NodeHolding present = tenure.get();
            return present != CLOSED && tenure.compareAndSet(present, held(node));
        }

        @Operation
        public long close() {
            long last = idOf(tenure.get());
            tenure.set(CLOSED);
            return last;
        }
    }
}
