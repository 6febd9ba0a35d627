package dev.idgen.redis;

import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.store.MasterWatch.Judgement;
import dev.idgen.store.MasterWatch.Master;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.ClusterSlotHashUtil;

/**
 * What a node of a cluster knows of the others, as {@code CLUSTER NODES} writes it. Only masters have a say, and none
 * that has failed, or seems to have, is named.
 *
 * @param masters by node id
 */
record ClusterView(List<MasterNode> masters) implements Judgement {

    /** Before the slots: id, address, flags, master, ping, pong, epoch, link. */
    private static final int FIRST_SLOT = 8;

    private static final int FLAGS = 2;

    private record MasterNode(String id, BitSet slots) {}

    static ClusterView of(String text) {
        List<List<String>> nodes =
                text.lines().map(line -> List.of(line.split(" "))).toList();
        boolean decides = nodes.stream()
                .anyMatch(node -> flags(node).contains("myself") && flags(node).contains("master"));
        return new ClusterView(nodes.stream()
                .filter(node -> decides && flags(node).contains("master"))
                .filter(node -> flags(node).stream().noneMatch(flag -> flag.startsWith("fail")))
                .map(node -> new MasterNode(node.get(0), slots(node)))
                .toList());
    }

    /** In brackets are slots that are moving. */
    private static BitSet slots(List<String> node) {
        BitSet slots = new BitSet();
        node.stream().skip(FIRST_SLOT).filter(range -> !range.startsWith("[")).forEach(range -> {
            int dash = range.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            slots.set(first, 1 + (dash < 0 ? first : Integer.parseInt(range.substring(dash + 1))));
        });
        return slots;
    }

    private static List<String> flags(List<String> node) {
        return Arrays.asList(node.get(FLAGS).split(","));
    }

    @Override
    public @Nullable Master masterOf(String key) {
        int slot = ClusterSlotHashUtil.calculateSlot(key);
        return masters.stream()
                .filter(node -> node.slots().get(slot))
                .map(node -> new Master(node.id(), Snapshot.UNKNOWN_EPOCH))
                .findFirst()
                .orElse(null);
    }
}
