package dev.idgen.simulation;

import dev.idgen.internal.lease.OmittedRule;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.HeldWindows;
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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Where one story is played: servers, a network and instances in logical time. Equal settings and events give equal ids,
 * on any machine.
 */
final class World {

    private static final int LONGEST_HOLD = 5000;

    final Setting setting;
    final OmittedRule omitted;
    final ManualTime time = new ManualTime();
    final ManualScheduler scheduler = new ManualScheduler(time);
    final Network network = new Network(this);
    final NodeWindows nodeWindows = new NodeWindows();
    private final Server[] servers;
    private final List<String> groups;
    private final Map<String, Integer> slots = new HashMap<>();
    private final Set<String> inDoubt = new HashSet<>();
    private final Map<Integer, Instance> instances = new HashMap<>();
    private final Map<Integer, Integer> lives = new HashMap<>();
    private final Issued issued = new Issued();
    final HeldWindows windows = new HeldWindows();
    private final Random parts;
    private final int[] idsBySecond;
    private final long began = time.millis();
    /** How many callers who waited for an instance's first id got it. */
    int firstIds;

    private World(Setting setting, OmittedRule omitted) {
        this.setting = setting;
        this.omitted = omitted;
        this.parts = new Random(setting.seed());
        this.groups = setting.groups();
        this.idsBySecond = new int[setting.millis() / 1000 + 1];
        this.servers = new Server[setting.servers()];
        for (int i = 0; i < servers.length; i++) {
            int index = i;
            servers[i] = new Server(index, time::millis, omitted, () -> losing(index), () -> isInDoubt(index));
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
        }
        // What threads that were held up still draw.
        int last = events.isEmpty() ? 0 : events.get(events.size() - 1).at() + LONGEST_HOLD;
        runUntil(Math.min(setting.millis(), last));
        return new Outcome(
                issued,
                windows.overlaps() + nodeWindows.overlaps(),
                Arrays.stream(servers).mapToInt(server -> server.losses).sum(),
                windows.begunLater(),
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

    int randomPart() {
        return parts.nextInt(BucketLayout.PARTS);
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

    private void losing(int server) {
        groups.stream().filter(group -> indexOf(group) == server).forEach(inDoubt::add);
    }

    /** Whether a server lost writes of a group that no instance has written since. */
    private boolean isInDoubt(int server) {
        return inDoubt.stream().anyMatch(group -> indexOf(group) == server);
    }

    /** A master that was replaced knows nothing of what the new one lacks. */
    void written(LeaseStoreProcess by, String group, long clock) {
        Server server = serverOf(group);
        server.written(by, clock);
        if (server.master == by) {
            inDoubt.remove(group);
        }
    }

    void evict(String group) {
        serverOf(group).evict(group);
    }

    void setClockToDoubt(String group, int after) {
        Server server = serverOf(group);
        server.master.doubted(group).ifPresent(doubted -> server.setClock(doubted + after - time.millis()));
    }

    /**
     * Groups are moved between servers that answer. One that lost writes could come back to where it was in an earlier
     * state otherwise.
     */
    void move(String group, int server) {
        Server from = serverOf(group);
        Server target = servers[server];
        if (from != target
                && !inDoubt.contains(group)
                && from.isSound()
                && target.isSound()
                && Math.abs(from.master.clockOffset - target.master.clockOffset) < Server.SKEW) {
            from.moveTo(target, group);
            slots.put(group, server);
        }
    }

    /** The process with a number that runs, or null. */
    @Nullable
    Instance instance(int number) {
        Instance instance = instances.get(number);
        return instance == null || instance.ended ? null : instance;
    }

    void start(int number, int wallOffset, boolean trusting) {
        if (instance(number) == null) {
            int life = lives.merge(number, 1, Integer::sum) - 1;
            instances.put(number, new Instance(this, number, life, wallOffset, trusting));
        }
    }

    void drawn(long tick, int number) {
        idsBySecond[Math.min(now() / 1000, idsBySecond.length - 1)]++;
        issued.add(tick, number);
    }

    void stamped(long id) {
        issued.addWithNode(id);
    }
}
