package dev.idgen.internal.store.redis;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a server said of itself.
 *
 * @param address host and port, or empty if there is one server only
 * @param info the fields of {@code INFO}, or null if it was refused
 * @param config the settings asked for, or null if {@code CONFIG GET} was refused
 * @param ahead how far its clock is ahead of this machine's, negative if behind
 * @param clockTrusted whether that is within what is allowed
 * @param twins other databases that have the namespace, too; null if there are none, or none could be looked into
 */
record ServerState(
        String address,
        @Nullable Map<String, String> info,
        @Nullable Map<String, String> config,
        Duration ahead,
        boolean clockTrusted,
        @Nullable Twins twins) {

    private static final Pattern DATABASE = Pattern.compile("db(\\d{1,6})");

    /**
     * Databases that have one namespace.
     *
     * @param own the index of the one that the application uses
     * @param others the indexes of the others; not empty
     */
    record Twins(int own, Set<Integer> others) {}

    /** What a server said, before its other databases are looked into. */
    ServerState(
            String address,
            @Nullable Map<String, String> info,
            @Nullable Map<String, String> config,
            Duration ahead,
            boolean clockTrusted) {
        this(address, info, config, ahead, clockTrusted, null);
    }

    /** The same, with these databases. */
    ServerState with(Twins databases) {
        return new ServerState(address, info, config, ahead, clockTrusted, databases);
    }

    /** The indexes of all databases that have keys, as far as it tells. */
    Set<Integer> databases() {
        return info == null
                ? Set.of()
                : info.keySet().stream()
                        .map(DATABASE::matcher)
                        .filter(Matcher::matches)
                        .map(name -> Integer.valueOf(name.group(1)))
                        .collect(Collectors.toCollection(TreeSet::new));
    }

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
