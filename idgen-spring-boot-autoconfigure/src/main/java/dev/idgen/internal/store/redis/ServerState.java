package dev.idgen.internal.store.redis;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a server said of itself.
 *
 * @param address host and port, or empty if there is one server only
 * @param info the fields of {@code INFO}, or null if it was refused
 * @param config the settings asked for, or null if {@code CONFIG GET} was refused
 * @param ahead how far its clock is ahead of this machine's, negative if behind
 * @param clockTrusted whether that is within what is allowed
 */
record ServerState(
        String address,
        @Nullable Map<String, String> info,
        @Nullable Map<String, String> config,
        Duration ahead,
        boolean clockTrusted) {

    /** A field of {@code INFO}, or empty. */
    String info(String field) {
        return info == null ? "" : info.getOrDefault(field, "").trim();
    }

    /** A setting that was asked for and told. */
    Optional<String> setting(String name) {
        return config == null ? Optional.empty() : Optional.ofNullable(config.get(name));
    }

    boolean isReplica() {
        return info != null && !info("role").equals("master");
    }

    boolean hasReplicas() {
        return !info("connected_slaves").equals("0")
                && !info("connected_slaves").isEmpty();
    }

    /** {@code INFO} has the number of replicas in sync only where some are required. */
    boolean requiresReplicas() {
        return !info("min_slaves_good_slaves").isEmpty();
    }

    boolean hasAppendOnlyFile() {
        return info("aof_enabled").equals("1");
    }

    boolean isClusterNode() {
        return info("cluster_enabled").equals("1");
    }
}
