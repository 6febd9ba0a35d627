package dev.idgen.simulation;

import dev.idgen.internal.stamped.node.NodeLeaseReply;
import dev.idgen.internal.stamped.node.NodeLeaseStore;
import dev.idgen.internal.time.Window;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** The rules of the node ids that the client keeps, taken out by what stands between it and its store. */
final class NodeClientRules {

    private static final long HOUR = 3_600_000;

    static final List<Rule> ALL = List.of(
            Rule.ofNodes("No id is stamped after the window of its node id has closed.", Unfenced::new),
            Rule.ofNodes("A node id is given back with the latest stamp.", Forgetful::new));

    private NodeClientRules() {}

    private static class Nodes implements NodeLeaseStore {

        final NodeLeaseStore store;

        Nodes(NodeLeaseStore store) {
            this.store = store;
        }

        @Override
        public CompletionStage<NodeLeaseReply> acquire(NodeAsker asker) {
            return store.acquire(asker);
        }

        @Override
        public CompletionStage<NodeLeaseReply> renew(NodeAsker asker, long node, long notBefore, long notAfter) {
            return store.renew(asker, node, notBefore, notAfter);
        }

        @Override
        public CompletionStage<NodeLeaseReply> release(NodeAsker asker, long node, long lastStamp) {
            return store.release(asker, node, lastStamp);
        }

        @Override
        public CompletionStage<OptionalLong> witness(int bits, int place, boolean mark) {
            return store.witness(bits, place, mark);
        }
    }

    /** Tells the client that the window stays open for long. */
    private static final class Unfenced extends Nodes {

        private final Map<String, Long> ends = new HashMap<>();

        Unfenced(NodeLeaseStore store) {
            super(store);
        }

        @Override
        public CompletionStage<NodeLeaseReply> acquire(NodeAsker asker) {
            return store.acquire(asker).thenApply(reply -> unfenced(asker, reply));
        }

        @Override
        public CompletionStage<NodeLeaseReply> renew(NodeAsker asker, long node, long notBefore, long notAfter) {
            return store.renew(asker, node, notBefore, ends.getOrDefault(asker.holder(), notAfter))
                    .thenApply(reply -> unfenced(asker, reply));
        }

        private NodeLeaseReply unfenced(NodeAsker asker, NodeLeaseReply reply) {
            if (!(reply instanceof NodeLeaseReply.NodeGranted grant)) {
                return reply;
            }
            Window window = grant.window();
            ends.put(asker.holder(), window.notAfter());
            return new NodeLeaseReply.NodeGranted(
                    grant.node(), new Window(window.notBefore(), window.notAfter() + HOUR), grant.run(), grant.pool());
        }
    }

    /** Gives node ids back as if nothing had been stamped. */
    private static final class Forgetful extends Nodes {

        Forgetful(NodeLeaseStore store) {
            super(store);
        }

        @Override
        public CompletionStage<NodeLeaseReply> release(NodeAsker asker, long node, long lastStamp) {
            return store.release(asker, node, 0);
        }
    }
}
