package dev.idgen.simulation;

import dev.idgen.internal.lease.UsedWindows;
import dev.idgen.internal.lease.UsedWindows.Use;
import dev.idgen.internal.timestamp.node.Node;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The windows in which instances held node ids. */
final class NodeWindows {

    private final UsedWindows windows = new UsedWindows();
    private final Map<List<Long>, Use> byHolder = new HashMap<>();

    /** What an instance holds at this moment. */
    void holds(int holder, Node node) {
        byHolder.computeIfAbsent(
                        List.of((long) holder, node.id(), node.notBefore()),
                        any -> windows.add(
                                node.toString(),
                                node.id(),
                                1,
                                Integer.toString(holder),
                                node.notBefore(),
                                node.notAfter()))
                .extendTo(node.notAfter());
    }

    /** An instance ends in good order: it uses no window beyond its last stamp. */
    void gaveBack(int holder, long lastStamp) {
        byHolder.values().stream()
                .filter(use -> use.holder().equals(Integer.toString(holder)))
                .forEach(use -> use.endAt(lastStamp));
    }

    int overlaps() {
        return windows.overlaps().size();
    }
}
