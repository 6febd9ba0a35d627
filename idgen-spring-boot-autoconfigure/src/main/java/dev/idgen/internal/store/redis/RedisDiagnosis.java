package dev.idgen.internal.store.redis;

import dev.idgen.internal.doctor.Finding;
import dev.idgen.internal.doctor.StoreUse;
import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.string.sequence.BucketSequence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What follows from what servers say of themselves: the demands of the page on Redis, each checked in one place. Stateless. */
final class RedisDiagnosis {

    /** The protocol is safe for less. */
    static final Duration CLOCK_MARGIN = Duration.ofMillis(Circumstances.MARGIN_MILLIS);

    private static final String SAVE = "save";

    private final StoreUse use;

    /** Of each finding what was found, and the names of the servers. */
    private final Map<RedisFinding, Map<String, List<String>>> found = new EnumMap<>(RedisFinding.class);

    private RedisDiagnosis(StoreUse use) {
        this.use = use;
    }

    /**
     * All that is wrong.
     *
     * @param servers at least one
     */
    static List<Finding> of(List<ServerState> servers, ClientState client, StoreUse use) {
        RedisDiagnosis diagnosis = new RedisDiagnosis(use);
        servers.forEach(diagnosis::look);
        if (use.leases()) {
            diagnosis.compareClocks(servers);
            diagnosis.lookAtSentinels(client);
        }
        diagnosis.lookAtPool(client);
        return diagnosis.findings();
    }

    /** The settings that matter and that {@code INFO} does not tell. */
    static Set<String> settings(ServerState server, StoreUse use) {
        Set<String> names = new LinkedHashSet<>();
        if (server.info() == null || server.isReplica()) {
            return names;
        }
        if (use.counts()) {
            names.add(server.hasAppendOnlyFile() ? RedisFinding.APPENDFSYNC.id() : SAVE);
        }
        if (server.hasReplicas() && server.requiresReplicas()) {
            names.add(RedisFinding.MIN_REPLICAS_MAX_LAG.id());
        }
        if (server.isClusterNode() && !server.hasReplicas()) {
            names.add(RedisFinding.FULL_COVERAGE.id());
        }
        return names;
    }

    private void look(ServerState server) {
        if (server.info() == null) {
            note(RedisFinding.INFO, server, "'INFO' is refused");
        } else if (server.isReplica()) {
            note(RedisFinding.REPLICA, server, replica(server));
        } else {
            lookAtDatabases(server);
            lookAtMemory(server);
            if (use.counts()) {
                lookAtPersistence(server);
            }
            lookAtReplicas(server);
            Set<String> unknown = settings(server, use);
            if (server.config() == null && !unknown.isEmpty()) {
                note(RedisFinding.CONFIG, server, "'CONFIG GET' of " + quoted(unknown) + " is refused");
            }
        }
        if (use.leases() && !server.clockTrusted()) {
            note(RedisFinding.CLOCK, server, "the clock is " + difference(server.ahead()) + " this machine's");
        }
    }

    private static String replica(ServerState server) {
        return server.info("role").equals("slave")
                ? "this is a replica of " + server.info("master_host") + ":" + server.info("master_port")
                : "the role is '" + server.info("role") + "', not 'master'";
    }

    private void lookAtDatabases(ServerState server) {
        ServerState.Twins twins = server.twins();
        if (twins != null) {
            List<String> others =
                    twins.others().stream().sorted().map(String::valueOf).toList();
            note(
                    RedisFinding.DATABASE,
                    server,
                    "this application uses database " + twins.own() + ", and the namespace is in database "
                            + joined(others) + ", too");
        }
    }

    private void lookAtMemory(ServerState server) {
        String policy = server.info("maxmemory_policy");
        if (policy.startsWith("allkeys")) {
            String most = server.info("maxmemory");
            String when = most.equals("0")
                    ? ", and takes effect as soon as 'maxmemory' is set"
                    : ", and 'maxmemory' is " + most + " bytes";
            note(RedisFinding.MAXMEMORY_POLICY, server, "'maxmemory-policy' is '" + policy + "'" + when);
        }
    }

    private void lookAtPersistence(ServerState server) {
        String counting = "; counted there: " + String.join(", ", use.counters());
        if (!server.hasAppendOnlyFile()) {
            String snapshots = server.setting(SAVE)
                    .map(save -> save.isBlank()
                            ? " and 'save' is empty, so that nothing is kept on disk"
                            : " and 'save' is '" + save + "'")
                    .orElse("");
            note(RedisFinding.PERSISTENCE, server, "'appendonly' is 'no'" + snapshots + counting);
        }
        server.setting(RedisFinding.APPENDFSYNC.id())
                .filter(value -> !value.equals("always"))
                .ifPresent(
                        value -> note(RedisFinding.APPENDFSYNC, server, "'appendfsync' is '" + value + "'" + counting));
    }

    private void lookAtReplicas(ServerState server) {
        if (server.hasReplicas() && !server.requiresReplicas()) {
            note(
                    RedisFinding.MIN_REPLICAS_TO_WRITE,
                    server,
                    replicas(server) + ", and 'min-replicas-to-write' or 'min-replicas-max-lag' is 0");
        }
        server.setting(RedisFinding.MIN_REPLICAS_MAX_LAG.id())
                .filter(value -> !value.equals("1"))
                .ifPresent(value -> note(
                        RedisFinding.MIN_REPLICAS_MAX_LAG,
                        server,
                        replicas(server) + ", and 'min-replicas-max-lag' is " + value));
        server.setting(RedisFinding.FULL_COVERAGE.id())
                .filter("yes"::equals)
                .ifPresent(value -> note(
                        RedisFinding.FULL_COVERAGE,
                        server,
                        "'cluster-require-full-coverage' is 'yes', and there is no replica"));
    }

    private static String replicas(ServerState server) {
        String number = server.info("connected_slaves");
        return number.equals("1") ? "there is 1 replica" : "there are " + number + " replicas";
    }

    private void compareClocks(List<ServerState> servers) {
        ServerState earliest = servers.get(0);
        ServerState latest = earliest;
        for (ServerState server : servers) {
            earliest = server.ahead().compareTo(earliest.ahead()) < 0 ? server : earliest;
            latest = server.ahead().compareTo(latest.ahead()) > 0 ? server : latest;
        }
        Duration difference = latest.ahead().minus(earliest.ahead());
        if (difference.compareTo(CLOCK_MARGIN) >= 0) {
            note(
                    RedisFinding.CLOCKS,
                    latest,
                    "the clock is " + difference(difference) + " that of " + earliest.address());
        }
    }

    private void lookAtSentinels(ClientState client) {
        client.detection()
                .filter(detection -> detection.compareTo(client.bridged()) > 0)
                .ifPresent(detection -> note(
                        RedisFinding.DOWN_AFTER,
                        "",
                        "'down-after-milliseconds' of the sentinels is " + detection.toMillis()
                                + ", and what is held lasts for "
                                + client.bridged().toMillis()
                                + " ms, 0.8 'idgen.sequence.lease-ttl'"));
    }

    private void lookAtPool(ClientState client) {
        client.pool().ifPresent(most -> {
            if (most >= 0 && most < BucketSequence.MOST_REQUESTS) {
                note(RedisFinding.POOL, "", "the pool of connections has " + most + " at most");
            }
        });
    }

    private static String difference(Duration ahead) {
        return ahead.abs().toMillis() + " ms " + (ahead.isNegative() ? "behind" : "ahead of");
    }

    private static String quoted(Iterable<String> names) {
        List<String> quoted = new ArrayList<>();
        names.forEach(name -> quoted.add("'" + name + "'"));
        return joined(quoted);
    }

    /** As a sentence has it: a, b and c. */
    private static String joined(List<String> words) {
        int last = words.size() - 1;
        return last == 0 ? words.get(0) : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }

    private void note(RedisFinding finding, ServerState server, String what) {
        note(finding, server.address(), what);
    }

    /** @param server its address, or empty if there is one only */
    private void note(RedisFinding finding, String server, String what) {
        found.computeIfAbsent(finding, its -> new LinkedHashMap<>())
                .computeIfAbsent(what, its -> new ArrayList<>())
                .add(server);
    }

    /** Servers of which the same was found are named together. */
    private List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        found.forEach((finding, facts) -> {
            List<String> said = new ArrayList<>();
            facts.forEach((fact, servers) -> said.add(("Redis " + joined(servers)).trim() + ": " + fact));
            findings.add(finding.with(String.join("; ", said)));
        });
        return findings;
    }
}
