package dev.idgen.simulation;

import dev.idgen.internal.store.SimulatedStore;
import dev.idgen.internal.store.redis.SimulatedRedis;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Where one story is played: servers, a network and instances in logical time. Equal settings and events give equal ids,
 * on any machine.
 */
final class World {

    private static final int NODE_TTL = 5000;
    private static final int LONGEST_HOLD = 5000;
    private static final Duration MILLISECOND = Duration.ofMillis(1);

    private final Setting setting;
    private final Rule rule;
    private final ManualTime time = new ManualTime();
    private final ManualScheduler scheduler = new ManualScheduler(time);
    private final Network network = new Network(this);
    private final Witnesses witnesses;
    private final Server[] servers;
    private final Map<Integer, Instance> instances = new HashMap<>();
    private final Map<Integer, Integer> lives = new HashMap<>();
    private final Set<Integer> toBeCloned = new HashSet<>();
    private final Issued issued = new Issued();
    private final Windows windows = new Windows();
    private final Random quarters;
    private final List<String> leased;
    private final Map<String, Integer> slots = new HashMap<>();
    private final Set<String> inDoubt = new HashSet<>();
    private final int[] idsBySecond;
    private long longestLead;
    private final Set<Long> watched;
    private final List<String> seen = new ArrayList<>();
    private final long began = time.millis();
    private long lostRecords;

    /** @param watched ids whose issue is to be told */
    private World(Setting setting, Rule rule, boolean withinAssumptions, Set<Long> watched) {
        this.setting = setting;
        this.rule = rule;
        this.watched = watched;
        this.quarters = new Random(setting.seed());
        List<String> buckets = Keys.buckets(setting.layout().buckets());
        List<String> nodes = Keys.nodes(setting.nodeBits());
        this.leased = new ArrayList<>(buckets);
        leased.add(nodes.get(0));
        this.idsBySecond = new int[setting.millis() / 1000 + 1];
        this.witnesses = new Witnesses(withinAssumptions, this::isThere);
        witnesses.watch(buckets);
        witnesses.watch(nodes);
        this.servers = new Server[setting.servers()];
        for (int i = 0; i < servers.length; i++) {
            servers[i] = new Server(i, time, this::store);
        }
    }

    private SimulatedStore<?> store(LongSupplier clockMillis) {
        if (setting.isDatabase()) {
            return new SimulatedDatabase(clockMillis, rule.told());
        }
        SimulatedRedis redis = new SimulatedRedis(clockMillis, rule.edit());
        if (setting.runs() != Setting.Runs.TOLD) {
            redis.refuseInfo();
        }
        return redis;
    }

    /** Plays a story. */
    static Outcome play(Scenario scenario, Rule rule) {
        return play(scenario, rule, Set.of());
    }

    static Outcome play(Scenario scenario, Rule rule, Set<Long> watched) {
        return new World(scenario.setting(), rule, scenario.withinAssumptions(), watched).play(scenario.allEvents());
    }

    private Outcome play(List<Event> events) {
        for (Event event : events) {
            if (event instanceof Event.Clone clone) {
                toBeCloned.add(clone.instance());
            }
        }
        for (Event event : events) {
            runUntil(event.at());
            event.happen(this);
        }
        // What threads that were held up still draw.
        int last = events.isEmpty() ? 0 : events.get(events.size() - 1).at() + LONGEST_HOLD;
        runUntil(Math.min(setting.millis(), last));
        instances.values().forEach(this::account);
        return new Outcome(
                issued,
                windows.overlaps(),
                sum(Server::failovers),
                sum(Server::restarts),
                lostRecords,
                longestLead,
                IntStream.of(idsBySecond).boxed().toList(),
                List.copyOf(seen));
    }

    private void runUntil(int millis) {
        scheduler.run(MILLISECOND.multipliedBy(Math.max(0, millis - now())));
    }

    /** Milliseconds since the story began. */
    int now() {
        return (int) (time.millis() - began);
    }

    Setting setting() {
        return setting;
    }

    Rule rule() {
        return rule;
    }

    ManualTime time() {
        return time;
    }

    ManualScheduler scheduler() {
        return scheduler;
    }

    void schedule(Runnable task, long delay, TimeUnit unit) {
        scheduler.schedule(task, delay, unit);
    }

    Network network() {
        return network;
    }

    Witnesses witnesses() {
        return witnesses;
    }

    int nodeTtl() {
        return NODE_TTL;
    }

    Windows windows() {
        return windows;
    }

    int randomQuarter() {
        return quarters.nextInt(4);
    }

    Server server(int index) {
        return servers[index];
    }

    int serverOf(String key) {
        Integer moved = slots.get(key);
        return moved == null ? Math.floorMod(key.substring(0, key.indexOf('}')).hashCode(), servers.length) : moved;
    }

    /** How often an instance had to connect anew to any server. */
    int connections(int instance) {
        return sum(server -> server.connections(instance));
    }

    private int sum(ToIntFunction<Server> number) {
        return Arrays.stream(servers).mapToInt(number).sum();
    }

    private boolean isThere(String key) {
        return servers[serverOf(key)].has(key);
    }

    /** @param lost whether writes of a server may be lost */
    void accident(int server, boolean lost) {
        if (lost) {
            leased.stream().filter(key -> serverOf(key) == server).forEach(inDoubt::add);
        }
    }

    /** Whether a server lost writes of a record from which nothing was granted since. */
    boolean isInDoubt(int server) {
        return inDoubt.stream().anyMatch(key -> serverOf(key) == server);
    }

    /** A master that was replaced knows nothing of what the new one lacks. */
    void granted(SimulatedStore<?> by, String key) {
        if (servers[serverOf(key)].store() == by) {
            inDoubt.remove(key);
        }
    }

    void evict(String key) {
        if (servers[serverOf(key)].evict(key) && leased.contains(key)) {
            inDoubt.add(key);
        }
    }

    void move(int bucket, int server) {
        String key = Keys.bucket(bucket);
        int from = serverOf(key);
        if (from != server && servers[from].canMove() && servers[server].canMove()) {
            redis(from).moveTo(redis(server), key);
            slots.put(key, server);
        }
    }

    private SimulatedRedis redis(int server) {
        return (SimulatedRedis) servers[server].store();
    }

    /** The process with a number that runs, or null. */
    @Nullable
    Instance instance(int number) {
        Instance instance = instances.get(number);
        return instance == null || instance.isEnded() ? null : instance;
    }

    void start(int number, int leaseTtl, int wallOffset, boolean trusting) {
        if (instance(number) == null) {
            Instance old = instances.get(number);
            if (old != null) {
                account(old);
            }
            int life = lives.merge(number, 1, Integer::sum) - 1;
            Instance instance = new Instance(this, number, life, leaseTtl, wallOffset, trusting);
            instances.put(number, instance);
            if (toBeCloned.contains(number)) {
                instance.mirrorIn(new Instance(this, number, life, leaseTtl, wallOffset, trusting));
            }
        }
    }

    void copy(int number, int as) {
        Instance original = instance(number);
        Instance copy = original == null ? null : original.copy();
        if (copy != null) {
            instances.put(as, copy);
        }
    }

    private void account(Instance instance) {
        lostRecords += instance.lostRecords();
    }

    void drawn(Instance by, long tick, int number) {
        longestLead = Math.max(longestLead, tick - time.millis());
        idsBySecond[Math.min(now() / 1000, idsBySecond.length - 1)]++;
        watch(by, issued.add(tick, number));
    }

    void stamped(Instance by, long id) {
        watch(by, issued.addWithNode(id));
    }

    private void watch(Instance by, long id) {
        if (!watched.isEmpty() && watched.contains(id)) {
            seen.add(Event.time(now()) + by + " issues " + Issued.text(id));
        }
    }
}
