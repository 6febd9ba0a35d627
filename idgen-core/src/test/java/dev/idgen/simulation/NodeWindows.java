package dev.idgen.simulation;

import dev.idgen.internal.stamped.node.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The windows in which instances held node ids. They must not overlap for any node id, whether or not an id comes of it. */
final class NodeWindows {

    private final Map<Long, List<Use>> byNode = new HashMap<>();

    /** A node id as one instance holds it, with a window that grows. */
    private static final class Use {

        private final int holder;
        private final long notBefore;
        private long notAfter;

        Use(int holder, long notBefore) {
            this.holder = holder;
            this.notBefore = notBefore;
        }

        boolean overlaps(Use other) {
            return notBefore <= other.notAfter && other.notBefore <= notAfter;
        }
    }

    /** What an instance holds at this moment. */
    void holds(int holder, Node node) {
        List<Use> uses = byNode.computeIfAbsent(node.id(), any -> new ArrayList<>());
        Use use = uses.stream()
                .filter(known -> known.holder == holder && known.notBefore == node.notBefore())
                .findFirst()
                .orElseGet(() -> {
                    Use first = new Use(holder, node.notBefore());
                    uses.add(first);
                    return first;
                });
        use.notAfter = Math.max(use.notAfter, node.notAfter());
    }

    /** An instance ends in good order: it uses no window beyond its last stamp. */
    void gaveBack(int holder, long lastStamp) {
        byNode.values().stream()
                .flatMap(List::stream)
                .filter(use -> use.holder == holder)
                .forEach(use -> use.notAfter = Math.min(use.notAfter, Math.max(use.notBefore, lastStamp)));
    }

    int overlaps() {
        int overlaps = 0;
        for (List<Use> uses : byNode.values()) {
            for (int i = 0; i < uses.size(); i++) {
                for (int j = 0; j < i; j++) {
                    overlaps += uses.get(i).overlaps(uses.get(j)) ? 1 : 0;
                }
            }
        }
        return overlaps;
    }
}
