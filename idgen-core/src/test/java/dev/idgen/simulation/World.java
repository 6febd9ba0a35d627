package dev.idgen.simulation;

import dev.idgen.internal.string.sequence.HeldWindows;
import dev.idgen.internal.string.sequence.OmittedRule;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Where one story is played: servers, a network and instances in logical time. Equal settings and events give equal ids,
 * on any machine.
 */
final class World {

    /** Of node ids, in milliseconds. */
    static final int NODE_TTL = 5000;

    private static final int LONGEST_HOLD = 5000;

    /** After that all node ids that may be lost are free, by any clock. */
    private static final int NODES_SETTLE = NODE_TTL + 4000;

    private final Setting setting;
    private final OmittedRule omitted;
    private final ManualTime time = new ManualTime();
    private final ManualScheduler scheduler = new ManualScheduler(time);
    private final Network network = new Network(this);
    private final Witnesses witnesses;
    private final NodeWindows nodeWindows = new NodeWindows();
    private final Server[] servers;
    private final List<String> groups;
    private final long[] lostAt;
    private final Map<String, Integer> slots = new HashMap<>();
    private final Set<String> inDoubt = new HashSet<>();
    private final Map<Integer, Instance> instances = new HashMap<>();
    private final Map<Integer, Integer> lives = new HashMap<>();
    private final Issued issued = new Issued();
    private final HeldWindows windows = new HeldWindows();
    private final Random quarters;
    private final int[] idsBySecond;
    private final long began = time.millis();
    private long longestLead;
    private int firstIds;

    private World(Setting setting, OmittedRule omitted) {
        this.setting = setting;
        this.omitted = omitted;
        this.quarters = new Random(setting.seed());
        this.groups = IntStream.range(0, setting.layout().buckets())
                .mapToObj(Integer::toString)
                .toList();
        this.idsBySecond = new int[setting.millis() / 1000 + 1];
        this.witnesses = new Witnesses(() -> groups.stream().anyMatch(this::isThere), time::millis);
        this.lostAt = new long[setting.servers()];
        this.servers = new Server[setting.servers()];
        for (int i = 0; i < servers.length; i++) {
            int index = i;
            servers[i] = new Server(index, time::millis, omitted, () -> losing(index));
        }
    }

    /** Plays a story. */
    static Outcome play(Scenario scenario, OmittedRule omitted) {
        return new World(scenario.setting(), omitted).play(scenario.allEvents());
    }

    private Outcome play(List<Event> events) {
        for (Event event : events) {
            runUntil(event.at());
            event.action().accept(this);
            if (!event.isDraw()) {
                witnesses.look();
            }
        }
        // What threads that were held up still draw.
        int last = events.isEmpty() ? 0 : events.get(events.size() - 1).at() + LONGEST_HOLD;
        runUntil(Math.min(setting.millis(), last));
        return new Outcome(
                issued,
                windows.overlaps() + nodeWindows.overlaps(),
                sum(Server::failovers),
                longestLead,
                firstIds,
                IntStream.of(idsBySecond).boxed().toList());
    }

    private void runUntil(int millis) {
        scheduler.run(Duration.ofMillis(Math.max(0, millis - now())));
    }

    /** Milliseconds since the story began. */
    int now() {
        return (int) (time.millis() - began);
    }

    Setting setting() {
        return setting;
    }

    OmittedRule omitted() {
        return omitted;
    }

    ManualTime time() {
        return time;
    }

    ManualScheduler scheduler() {
        return scheduler;
    }

    Network network() {
        return network;
    }

    Witnesses witnesses() {
        return witnesses;
    }

    NodeWindows nodeWindows() {
        return nodeWindows;
    }

    void gotFirst() {
        firstIds++;
    }

    HeldWindows windows() {
        return windows;
    }

    int randomQuarter() {
        return quarters.nextInt(4);
    }

    Server server(int index) {
        return servers[index];
    }

    Server serverOf(String group) {
        return servers[indexOf(group)];
    }

    int indexOf(String group) {
        Integer moved = slots.get(group);
        return moved == null ? Math.floorMod(Setting.NAMESPACE.concat(group).hashCode(), servers.length) : moved;
    }

    private int sum(ToIntFunction<Server> number) {
        return Arrays.stream(servers).mapToInt(number).sum();
    }

    private boolean isThere(String group) {
        return serverOf(group).master().has(group);
    }

    private void losing(int server) {
        lostAt[server] = time.millis();
        groups.stream().filter(group -> indexOf(group) == server).forEach(inDoubt::add);
    }

    /** Whether a server lost writes that were not noticed since, as far as that matters. */
    boolean isInDoubt(int server) {
        return time.millis() - lostAt[server] < NODES_SETTLE
                || inDoubt.stream().anyMatch(group -> indexOf(group) == server);
    }

    /** A master that was replaced knows nothing of what the new one lacks. */
    void written(RegisterProcess by, String group, boolean used) {
        if (serverOf(group).master() == by) {
            inDoubt.remove(group);
        }
        if (used) {
            witnesses.used();
        }
    }

    void evict(String group) {
        serverOf(group).evict(group);
    }

    /**
     * Slots are moved between servers that answer and whose clocks are right. One that lost writes could come back to where it was in
     * an earlier state otherwise.
     */
    void move(String bucket, int server) {
        Server from = serverOf(bucket);
        if (from != servers[server] && !inDoubt.contains(bucket) && from.isSound() && servers[server].isSound()) {
            from.master().moveTo(servers[server].master(), bucket);
            slots.put(bucket, server);
        }
    }

    /** The process with a number that runs, or null. */
    @Nullable
    Instance instance(int number) {
        Instance instance = instances.get(number);
        return instance == null || instance.isEnded() ? null : instance;
    }

    void start(int number, int wallOffset, boolean trusting) {
        if (instance(number) == null) {
            int life = lives.merge(number, 1, Integer::sum) - 1;
            instances.put(number, new Instance(this, number, life, wallOffset, trusting));
        }
    }

    void drawn(long tick, int number) {
        longestLead = Math.max(longestLead, tick - time.millis());
        idsBySecond[Math.min(now() / 1000, idsBySecond.length - 1)]++;
        issued.add(tick, number);
    }

    void stamped(long id) {
        issued.addWithNode(id);
    }
}
