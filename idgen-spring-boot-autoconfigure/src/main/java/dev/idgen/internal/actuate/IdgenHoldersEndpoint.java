package dev.idgen.internal.actuate;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.lease.LeaseText;
import dev.idgen.internal.lease.SignedLeaseStore;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.timestamp.node.NodePool;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * The endpoint {@code /actuator/idgenholders}: which instances of the namespace leased lately, from all applications.
 * Reads the leases from the store.
 */
@Endpoint(id = "idgenholders")
public record IdgenHoldersEndpoint(LeaseStore leaseStore, BucketLayout layout) {

    private static final Duration LATELY = Duration.ofMinutes(10);

    private static final int TIMEOUT_SECONDS = 2;

    /** The most bits of a pool whose node ids are all looked at. */
    private static final int MOST_BITS = 12;

    /**
     * An instance.
     *
     * @param latest its latest lease of numbers; null if it leased only a node id
     * @param buckets from how many buckets it leased last
     * @param held how many numbers it held at its latest lease
     * @param rate how many string ids it issued a second before that
     * @param settings the fingerprint of the settings that all instances share
     * @param nodeIds the node ids that it holds, of the pool that was asked for
     */
    public record LeaseHolder(
            @Nullable Instant latest,
            int buckets,
            long held,
            long rate,
            @Nullable String version,
            @Nullable String settings,
            List<Long> nodeIds) {

        private LeaseHolder and(LeaseHolder other) {
            boolean later = latest == null || (other.latest != null && other.latest.isAfter(latest));
            LeaseHolder newer = later ? other : this;
            List<Long> all = new ArrayList<>(nodeIds);
            all.addAll(other.nodeIds);
            return new LeaseHolder(
                    newer.latest, buckets + other.buckets, newer.held, newer.rate, newer.version, newer.settings, all);
        }
    }

    /**
     * The instances by name, host and process.
     *
     * @param nodeBits which pool of node ids to read, too: how many bits they have, 1 to 12
     */
    @ReadOperation
    public Map<String, LeaseHolder> holders(@Nullable Integer nodeBits) throws Exception {
        Map<String, LeaseHolder> holders = new TreeMap<>();
        List<CompletableFuture<?>> looks = new ArrayList<>();
        Map<Integer, List<Integer>> buckets =
                IntStream.range(0, layout.buckets()).boxed().collect(Collectors.groupingBy(layout::groupOf));
        buckets.forEach((group, those) -> looks.add(read(Integer.toString(group), those, holders)));
        if (nodeBits != null) {
            if (nodeBits < 1 || nodeBits > MOST_BITS) {
                throw new InvalidEndpointRequestException(
                        "nodeBits=" + nodeBits + " is not 1 to " + MOST_BITS, "nodeBits must be 1 to " + MOST_BITS);
            }
            NodePool pool = NodePool.ofBits(nodeBits);
            pool.groupNames().forEach(group -> looks.add(read(group, pool.idsOf(group), holders)));
        }
        CompletableFuture.allOf(looks.toArray(CompletableFuture[]::new)).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        return holders;
    }

    private CompletableFuture<?> read(String group, List<Integer> names, Map<String, LeaseHolder> holders) {
        return leaseStore
                .read(group, names.stream().map(String::valueOf).toList())
                .thenAccept(snapshot -> read(snapshot, holders))
                .toCompletableFuture();
    }

    private static void read(Snapshot snapshot, Map<String, LeaseHolder> holders) {
        snapshot.values().forEach((name, text) -> {
            Map<String, String> fields = fields(text);
            String holder = fields.getOrDefault("holder", "");
            long at = Long.parseLong(fields.getOrDefault(SignedLeaseStore.AT, "0"));
            boolean isNode = fields.containsKey("end");
            if (!holder.isEmpty()
                    && (isNode
                            ? Long.parseLong(fields.get("end")) >= snapshot.time()
                            : at >= snapshot.time() - LATELY.toMillis())) {
                LeaseHolder found = isNode
                        ? new LeaseHolder(null, 0, 0, 0, null, null, List.of(Long.parseLong(name)))
                        : new LeaseHolder(
                                Instant.ofEpochMilli(at),
                                1,
                                Long.parseLong(fields.getOrDefault("held", "0")),
                                Long.parseLong(fields.getOrDefault("rate", "0")),
                                fields.get("version"),
                                fields.get("settings"),
                                List.of());
                synchronized (holders) {
                    holders.merge(process(holder), found, LeaseHolder::and);
                }
            }
        });
    }

    /** What is not a list of fields, a rule reports. */
    private static Map<String, String> fields(String text) {
        try {
            return LeaseText.parse(text).fields();
        } catch (IllegalArgumentException e) {
            return Map.of();
        }
    }

    /** Host and process; if the name has none, all of it. */
    private static String process(String holder) {
        String[] parts = holder.split("/", -1);
        return parts.length > 2 ? parts[0] + "/" + parts[1] : parts[0];
    }
}
