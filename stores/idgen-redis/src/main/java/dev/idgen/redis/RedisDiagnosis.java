package dev.idgen.redis;

import dev.idgen.store.Finding;
import dev.idgen.store.StoreUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Derives findings from the servers' answers: checks each demand of docs/redis.md in one place. Not thread-safe. */
final class RedisDiagnosis {

    private final StoreUse use;

    /** By the name of a finding, each fact with the addresses of its servers. */
    private final Map<String, Map<String, List<String>>> found = new HashMap<>();

    /** Settings that the server refuses to reveal. */
    private final List<String> refused = new ArrayList<>();

    /**
     * The answers of a server.
     *
     * @param address host and port, or empty if it is the only server
     * @param info the fields of {@code INFO}, or null if the server refuses it
     * @param config asks for a setting by name; returns null if the server refuses {@code CONFIG GET}
     * @param ahead how far its clock is ahead of this machine's, negative if behind
     * @param clockTrusted whether that is within the allowed skew
     */
    record ServerState(
            String address,
            @Nullable Properties info,
            Function<String, @Nullable Properties> config,
            Duration ahead,
            boolean clockTrusted) {

        /** A field of {@code INFO}, or empty. */
        String info(String field) {
            return info == null ? "" : info.getProperty(field, "").trim();
        }

        boolean isMaster() {
            return info("role").equals("master");
        }

        /** The indexes of all databases that have keys, according to {@code INFO}. */
        Stream<Integer> databases() {
            return Stream.ofNullable(info)
                    .flatMap(fields -> fields.stringPropertyNames().stream())
                    .filter(name -> name.matches("db\\d{1,6}"))
                    .map(name -> Integer.valueOf(name.substring(2)))
                    .sorted();
        }
    }

    RedisDiagnosis(StoreUse use) {
        this.use = use;
    }

    void look(ServerState server) {
        if (use.leases() && !server.clockTrusted()) {
            note("clock", server.address(), "the clock is " + difference(server.ahead()) + " this machine's");
        }
        if (server.info() == null) {
            note("info", server.address(), "'INFO' is refused");
        } else if (server.isMaster()) {
            refused.clear();
            lookAtMemory(server);
            lookAtPersistence(server);
            lookAtReplicas(server);
            if (!refused.isEmpty()) {
                note("config", server.address(), "'CONFIG GET' of " + joined(refused) + " is refused");
            }
        } else if (server.info("role").equals("slave")) {
            String master = server.info("master_host") + ":" + server.info("master_port");
            note("replica", server.address(), "this is a replica of " + master);
        } else {
            note("replica", server.address(), "the role is '" + server.info("role") + "', not 'master'");
        }
    }

    private void lookAtMemory(ServerState master) {
        String policy = master.info("maxmemory_policy");
        String most = master.info("maxmemory");
        if (policy.startsWith("allkeys")) {
            String effect = most.equals("0")
                    ? "takes effect as soon as 'maxmemory' is set"
                    : "'maxmemory' is " + most + " bytes";
            note("maxmemory-policy", master.address(), "'maxmemory-policy' is '" + policy + "', and " + effect);
        }
    }

    private void lookAtPersistence(ServerState master) {
        String counting = "; counted there: " + String.join(", ", use.counters());
        if (use.counts() && master.info("aof_enabled").equals("1")) {
            check("appendfsync", "always", master, value -> "'appendfsync' is '" + value + "'" + counting);
        } else if (use.counts()) {
            String snapshots = setting("save", master)
                    .map(save -> " and 'save' is "
                            + (save.isBlank() ? "empty, so that nothing is kept on disk" : "'" + save + "'"))
                    .orElse("");
            note("persistence", master.address(), "'appendonly' is 'no'" + snapshots + counting);
        }
    }

    private void lookAtReplicas(ServerState master) {
        String number = master.info("connected_slaves");
        String replicas = number.equals("1") ? "there is 1 replica" : "there are " + number + " replicas";
        if (number.isEmpty() || number.equals("0")) {
            if (master.info("cluster_enabled").equals("1")) {
                String setting = "cluster-require-full-coverage";
                check(setting, "no", master, value -> "'" + setting + "' is '" + value + "', and there is no replica");
            }
        } else if (master.info("min_slaves_good_slaves").isEmpty()) { // shown only if replicas are required
            String missing = ", and 'min-replicas-to-write' or 'min-replicas-max-lag' is 0";
            note("min-replicas-to-write", master.address(), replicas + missing);
        } else {
            String setting = "min-replicas-max-lag";
            check(setting, "1", master, value -> replicas + ", and '" + setting + "' is " + value);
        }
    }

    /** Notes the finding of the setting's name, unless its value is as wanted or unknown. */
    private void check(String setting, String wanted, ServerState master, UnaryOperator<String> fact) {
        setting(setting, master)
                .filter(value -> !value.equals(wanted))
                .ifPresent(value -> note(setting, master.address(), fact.apply(value)));
    }

    private Optional<String> setting(String name, ServerState master) {
        Properties answer = master.config().apply(name);
        if (answer == null) {
            refused.add("'" + name + "'");
            return Optional.empty();
        }
        return Optional.ofNullable(answer.getProperty(name));
    }

    /** @param servers at least one */
    void compareClocks(List<ServerState> servers) {
        Comparator<ServerState> byClock = Comparator.comparing(ServerState::ahead);
        ServerState earliest = Collections.min(servers, byClock);
        ServerState latest = Collections.max(servers, byClock);
        Duration difference = latest.ahead().minus(earliest.ahead());
        if (use.leases() && difference.toMillis() >= StoreUse.MARGIN_MILLIS / 2) { // the rest is for late news
            note(
                    "clocks",
                    latest.address(),
                    "the clock is " + difference(difference) + " that of " + earliest.address());
        }
    }

    /** Notes which other databases of a server have the namespace, too. */
    void compareDatabases(ServerState server, int own, List<String> others) {
        if (!others.isEmpty()) {
            String indexes = joined(others);
            String also = ", and the namespace is in database " + indexes + ", too";
            note("database", server.address(), "this application uses database " + own + also);
        }
    }

    /** @param downAfter how long sentinels wait before they replace a silent master */
    void lookAtSentinels(Duration downAfter, Duration leaseTtl) {
        long bridged = Math.max(0, leaseTtl.toMillis() * 8 / 10 - StoreUse.MARGIN_MILLIS);
        if (use.leases() && downAfter.toMillis() > bridged) {
            String waiting = "'down-after-milliseconds' of the sentinels is " + downAfter.toMillis();
            String held = ", but ids bridge a failover of " + bridged + " ms, 0.8 'idgen.sequence.lease-ttl' less 2 s";
            note("down-after-milliseconds", "", waiting + held);
        }
    }

    /** @param most how many connections the pool has at most, negative if any number */
    void lookAtPool(int most) {
        if (most >= 0 && most < StoreUse.MOST_REQUESTS) {
            note("pool", "", "the connection pool has at most " + most + " connections");
        }
    }

    /** @param seconds how long the JVM, which resolves the name, keeps its address; negative if until it ends */
    void lookAtHost(String host, int seconds) {
        boolean isName = host.matches("[^:]*[A-Za-z][^:]*") && !host.equals("localhost");
        if (isName && (seconds < 0 || seconds > 1)) {
            String howLong = seconds < 0 ? "until it ends" : "for " + seconds + " s";
            note("host", "", "the JVM keeps the address of '" + host + "' " + howLong);
        }
    }

    /** Notes that idgen is not told how often sentinels have replaced the master. */
    void countSentinels(long known, int listed) {
        if (use.leases() && known > listed) {
            note("sentinel", "", "the sentinels are " + known + ", and " + listed + " are listed");
        }
    }

    private static String difference(Duration ahead) {
        return ahead.abs().toMillis() + " ms " + (ahead.isNegative() ? "behind" : "ahead of");
    }

    /** Joins words as in a sentence: a, b and c. */
    private static String joined(List<String> words) {
        int last = words.size() - 1;
        return last == 0 ? words.get(0) : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }

    private void note(String finding, String address, String what) {
        found.computeIfAbsent(finding, key -> new LinkedHashMap<>())
                .computeIfAbsent(what, key -> new ArrayList<>())
                .add(address);
    }

    /** Returns all findings. A finding lists all servers with the same fact together. */
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        for (RedisFinding finding : RedisFinding.ALL.values()) {
            List<String> said = new ArrayList<>();
            found.getOrDefault(finding.name(), Map.of())
                    .forEach((fact, servers) -> said.add(("Redis " + joined(servers)).trim() + ": " + fact));
            if (!said.isEmpty()) {
                findings.add(finding.with(String.join("; ", said)));
            }
        }
        return findings;
    }
}
