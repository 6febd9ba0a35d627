package dev.idgen.simulation;

import java.util.function.Consumer;

/**
 * Something that happens in a story.
 *
 * @param at milliseconds since the story began
 * @param isDraw whether it does no more than draw ids
 * @param text what happens, as a failing story shows it
 */
record Event(int at, boolean isDraw, String text, Consumer<World> action) {

    private Event(int at, String text, Consumer<World> action) {
        this(at, false, text, action);
    }

    /** Of an instance, if it runs. */
    private static Event of(int at, int instance, String text, Consumer<Instance> action) {
        return new Event(at, "instance " + instance + " " + text, world -> {
            Instance present = world.instance(instance);
            if (present != null) {
                action.accept(present);
            }
        });
    }

    @Override
    public String toString() {
        return at + " ms: " + text;
    }

    // Instances

    /**
     * A process starts.
     *
     * @param trusting whether it goes by its own clock however far that is off
     */
    static Event start(int at, int instance, int wallOffset, boolean trusting) {
        return new Event(
                at,
                "instance " + instance + " starts, clock " + wallOffset + ", trusting " + trusting,
                world -> world.start(instance, wallOffset, trusting));
    }

    static Event kill(int at, int instance) {
        return of(at, instance, "is killed", Instance::kill);
    }

    static Event close(int at, int instance) {
        return of(at, instance, "ends in good order", Instance::close);
    }

    static Event pause(int at, int instance, int millis, boolean suspended) {
        String text = (suspended ? "is suspended for " : "is stopped for ") + millis;
        return of(at, instance, text, sleeper -> sleeper.pause(millis, suspended));
    }

    static Event clockStep(int at, int instance, int millis) {
        return of(at, instance, "has its clock stepped by " + millis, victim -> victim.stepClock(millis));
    }

    /**
     * Ids are drawn from the buckets.
     *
     * @param hold for how long the thread is stopped while it draws, or 0
     */
    static Event draw(int at, int instance, int count, int hold) {
        Event event = of(at, instance, "draws " + count + ", held " + hold, drawer -> drawer.draw(count, hold));
        return new Event(at, true, event.text, event.action);
    }

    static Event stamp(int at, int instance, int count) {
        return of(at, instance, "stamps " + count, stamper -> stamper.stamp(count));
    }

    static Event first(int at, int instance) {
        return of(at, instance, "waits for its first id", Instance::drawFirst);
    }

    // Servers and the network

    private static Event of(int at, int server, Consumer<Server> action, String text) {
        return new Event(at, "server " + server + " " + text, world -> action.accept(world.server(server)));
    }

    static Event failOver(int at, int server, int lost, int away, int clock) {
        String text = "fails over, loses " + lost + ", away " + away + ", clock " + clock;
        return of(at, server, fails -> fails.failOver(lost, away, clock), text);
    }

    /** A replica takes over, and for some the old master goes on. */
    static Event partition(int at, int server, int lost, int millis, int news, int clock, int cutOff) {
        String text = "has two masters for " + millis + ", known after " + news + ", loses " + lost + ", clock " + clock
                + ", cut off " + Integer.toBinaryString(cutOff);
        return of(at, server, parts -> parts.part(lost, millis, news, clock, cutOff), text);
    }

    /** With what an append-only file, a snapshot or another server's disk has, or with nothing. */
    static Event restart(int at, int server, int lost, int away) {
        String text = "restarts, loses " + lost + ", away " + away;
        return of(at, server, restarts -> restarts.restart(lost, away), text);
    }

    /** Tables of a database are as they were some time ago, while its server goes on. */
    static Event putBack(int at, int server, int lost) {
        return of(at, server, database -> database.putBack(lost), "has its tables put back, loses " + lost);
    }

    static Event comeBack(int at, int server) {
        return of(at, server, Server::comeBack, "has its replaced master as the master again, in its old run");
    }

    static Event refuseInfo(int at, int server, int millis) {
        return of(at, server, refuses -> refuses.refuseInfo(millis), "refuses INFO for " + millis);
    }

    /** Nothing is lost. */
    static Event boot(int at, int server, int clock, int away) {
        return of(at, server, boots -> boots.boot(clock, away), "boots, clock " + clock + ", away " + away);
    }

    /** A server's clock shows a time near the latest doubt of a group again. */
    static Event clockToDoubt(int at, String group, int after) {
        String text = "the clock of group '" + group + "' is set " + after + " ms after its latest doubt";
        return new Event(at, text, world -> world.setClockToDoubt(group, after));
    }

    static Event serverClock(int at, int server, int offset) {
        return of(at, server, set -> set.setClock(offset), "has its clock set " + offset + " ahead");
    }

    /**
     * A group is lost.
     *
     * @param group of buckets or node ids
     */
    static Event evict(int at, String group) {
        return new Event(at, "the group '" + group + "' is evicted", world -> world.evict(group));
    }

    static Event move(int at, String group, int server) {
        String text = "the group '" + group + "' is moved to server " + server;
        return new Event(at, text, world -> world.move(group, server));
    }

    static Event disturb(int at, Disturbance disturbance) {
        return new Event(at, disturbance.toString(), world -> world.network.disturb(disturbance));
    }

    /** Of all requests, at all servers. */
    static Event disturbAll(int at, Disturbance.Kind kind, int until, int by) {
        return disturb(at, new Disturbance(kind, -1, -1, until, by));
    }
}
