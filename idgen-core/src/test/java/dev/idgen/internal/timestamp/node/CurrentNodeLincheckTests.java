package dev.idgen.internal.timestamp.node;

import dev.idgen.ModelChecking;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.timestamp.node.NodeHolding.Held;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Model checks {@link CurrentNode} against one for one thread. Forbids: the planner finds that there is no node id, the
 * source is closed, and then the planner puts a lease in place that is never given back; and two threads that close it
 * both give back the same lease.
 */
@Tag(ModelChecking.TAG)
class CurrentNodeLincheckTests {

    private static final ModelCheckingOptions OPTIONS = ModelChecking.options(3, 1, 1, ForOneThread.class);

    @Test
    void leaseIsKeptAndGivenBackAsByOneThread() {
        OPTIONS.check(Real.class);
    }

    @Param(name = "node", gen = IntGen.class, conf = "1:3")
    public static class Real {

        private final ManualTime time = new ManualTime();
        private final CurrentNode current = new CurrentNode(4, time, new Waiters(time), () -> null);

        /** Returns whether the lease is kept. */
        @Operation(nonParallelGroup = "planner")
        public boolean keep(@Param(name = "node") int node) {
            return current.replace(current.get(), new Held(Node.always(node), "", false));
        }

        /** Returns the node id to give back, or 0. */
        @Operation
        public long close() {
            return current.close() instanceof Held held ? held.node().id() : 0;
        }

        @Operation
        public long current() {
            Node node = current.current();
            return node == null ? 0 : node.id();
        }
    }

    /** The specification: a number, no threads. */
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
}
