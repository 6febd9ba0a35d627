package dev.idgen.internal.store.redis;

import dev.idgen.internal.doctor.Finding;
import dev.idgen.internal.doctor.Finding.Weight;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** All that may be found of servers of Redis: when, what it costs, and what to do. The page of operations shows the same texts. */
enum RedisFinding {
    REPLICA(
            "replica",
            Weight.WARNING,
            "the connection leads to a replica",
            "Nothing can be leased or counted there, so calls fail",
            "Set 'spring.data.redis.host' to the master, or let 'spring.data.redis.sentinel' or 'spring.data.redis.cluster' find it"),
    DATABASE(
            "database",
            Weight.WARNING,
            "another database of the server has the namespace, too, and 'SELECT' and 'EXISTS' are allowed",
            "The databases of a server know nothing of each other: applications that use different ones issue the same ids and numbers",
            "Set 'spring.data.redis.database' alike in all applications of the namespace, or give them namespaces of their own; if the"
                    + " other database is no longer used, delete the namespace's keys there"),
    MAXMEMORY_POLICY(
            "maxmemory-policy",
            Weight.WARNING,
            "it is one of the 'allkeys-' policies",
            "When memory is full, records of buckets, node ids and counters vanish: ids with a timestamp stay unique, though all buckets"
                    + " are locked for 3 s and node ids must wait; counters begin anew, and numbers are issued again",
            "Set it to 'noeviction' or one of the 'volatile-' policies: idgen's records have no expiry"),
    PERSISTENCE(
            "persistence",
            Weight.WARNING,
            "numbers are counted in Redis, and it has no append-only file",
            "A restart takes counters back to the latest snapshot, or to 0 if there is none, and numbers are issued again",
            "Set 'appendonly' to 'yes', or count in a database"),
    APPENDFSYNC(
            "appendfsync",
            Weight.NOTE,
            "numbers are counted in Redis, and its append-only file is not written before it answers",
            "A machine that crashes loses a second of counting or more, and those numbers are issued again",
            "Set it to 'always', or count in a database, if no number may ever come again"),
    MIN_REPLICAS_TO_WRITE(
            "min-replicas-to-write",
            Weight.WARNING,
            "there are replicas, and it is 0",
            "A master that is cut off from its replicas goes on granting and counting; a replica that takes over does not know of it,"
                    + " and issues those numbers of counters again",
            "Set it to 1, with two replicas at least, since a master that lacks them then refuses the writes of all applications"),
    MIN_REPLICAS_MAX_LAG(
            "min-replicas-max-lag",
            Weight.WARNING,
            "there are replicas, 'min-replicas-to-write' is set, and this is more than 1",
            "A master that is cut off from its replicas goes on for as many seconds, and idgen counts on 2",
            "Set it to 1"),
    FULL_COVERAGE(
            "cluster-require-full-coverage",
            Weight.WARNING,
            "it is 'yes', and a master of the cluster has no replica",
            "When that master fails, all others refuse too, and calls fail when what is held is used up",
            "Set it to 'no', or give each master a replica"),
    DOWN_AFTER(
            "down-after-milliseconds",
            Weight.WARNING,
            "Sentinel's is more than 0.8 'idgen.sequence.lease-ttl', and something is leased",
            "When a master dies, what is held is used up before another is sought, and calls fail until it is found",
            "Set it lower, or 'idgen.sequence.lease-ttl' higher"),
    CLOCK(
            "clock",
            Weight.WARNING,
            "a server's clock differs from this machine's by more than 'idgen.clock.max-skew', and something is leased",
            "Ids carry the server's time; uniqueness is not affected",
            "Set the clocks right, for example by NTP"),
    CLOCKS(
            "clocks",
            Weight.WARNING,
            "the clocks of a cluster's masters differ by 2 s or more, and something is leased",
            "After a failover or a loss of data, ids may be issued again for as long as they differ beyond 2 s",
            "Set the clocks right, for example by NTP"),
    POOL(
            "pool",
            Weight.WARNING,
            "idgen borrows connections of Jedis, and their pool has less than 8",
            "Up to 8 requests are sent at a time, and one that waits for a connection for longer than its 'request-timeout' fails",
            "Set 'spring.data.redis.jedis.pool.max-active' to 8 or more"),
    INFO(
            "info",
            Weight.WARNING,
            "'INFO' is refused",
            "A failover that loses writes cannot be noticed, so idgen leases nothing there unless"
                    + " 'idgen.redis.accept-unseen-failovers' is set. The server's settings cannot be checked",
            "Grant '+info'"),
    CONFIG(
            "config",
            Weight.NOTE,
            "'CONFIG GET' is refused, and would tell something that matters and 'INFO' does not",
            "Whether that is as idgen needs it is not known",
            "See to it yourself, or grant '+config|get'");

    private final String id;
    private final Weight weight;
    private final String condition;
    private final String cost;
    private final String remedy;

    RedisFinding(String id, Weight weight, String condition, String cost, String remedy) {
        this.id = id;
        this.weight = weight;
        this.condition = condition;
        this.cost = cost;
        this.remedy = remedy;
    }

    /** The names of all. */
    static Set<String> ids() {
        return Arrays.stream(values()).map(RedisFinding::id).collect(Collectors.toUnmodifiableSet());
    }

    String id() {
        return id;
    }

    Weight weight() {
        return weight;
    }

    /** When it is said, for the page. */
    String condition() {
        return condition;
    }

    String cost() {
        return cost;
    }

    String remedy() {
        return remedy;
    }

    /** @param found which servers, and what of them */
    Finding with(String found) {
        return new Finding(id, weight, found + ". " + cost + ". " + remedy + ".");
    }
}
