package dev.idgen.redis;

import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.store.MasterWatch.Judgement;
import dev.idgen.store.MasterWatch.Master;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a sentinel knows of a master. If it takes the master for down, or is about to replace it, it names none.
 *
 * @param named null if it names none
 */
record SentinelView(@Nullable Master named) implements Judgement {

    private static final List<String> DOUBTS = List.of("s_down", "o_down", "disconnected", "failover_in_progress");

    /**
     * @param details the answer to {@code SENTINEL MASTER}, which names the former master until a failover has ended:
     *     names and values in turn
     * @param address the answer to {@code SENTINEL GET-MASTER-ADDR-BY-NAME}, asked later: {@code host:port}, or empty
     */
    static SentinelView of(List<String> details, String address) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i + 1 < details.size(); i += 2) {
            values.put(details.get(i), details.get(i + 1));
        }
        boolean isDoubted = address.equals(values.get("ip") + ":" + values.get("port"))
                && Arrays.stream(values.getOrDefault("flags", "").split(",")).anyMatch(DOUBTS::contains);
        String epoch = values.getOrDefault("config-epoch", "");
        return new SentinelView(
                address.isEmpty() || isDoubted
                        ? null
                        : new Master(address, epoch.isEmpty() ? Snapshot.UNKNOWN_EPOCH : Long.parseLong(epoch)));
    }

    @Override
    public @Nullable Master masterOf(String key) {
        return named;
    }
}
