package dev.idgen.redis;

import dev.idgen.Register.Snapshot;
import dev.idgen.store.MasterWatch.Judgement;
import dev.idgen.store.MasterWatch.Master;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a sentinel knows of a master. If it takes the master for down, or is about to replace it, it names none.
 *
 * @param named null if it names none
 */
record SentinelView(@Nullable Master named) implements Judgement {

    private static final List<String> DOUBTS = List.of("s_down", "o_down", "disconnected", "failover_in_progress");

    /**
     * @param details the answer to {@code SENTINEL MASTER}, which names the former master until a failover has ended
     * @param address the answer to {@code SENTINEL GET-MASTER-ADDR-BY-NAME}, asked later: {@code host:port}
     */
    static SentinelView of(Map<String, String> details, String address) {
        boolean isDoubted = address.equals(details.get("ip") + ":" + details.get("port"))
                && Arrays.stream(details.getOrDefault("flags", "").split(",")).anyMatch(DOUBTS::contains);
        String epoch = Objects.requireNonNullElse(details.get("config-epoch"), "");
        return new SentinelView(
                isDoubted
                        ? null
                        : new Master(address, epoch.isEmpty() ? Snapshot.UNKNOWN_EPOCH : Long.parseLong(epoch)));
    }

    @Override
    public @Nullable Master masterOf(String key) {
        return named;
    }
}
