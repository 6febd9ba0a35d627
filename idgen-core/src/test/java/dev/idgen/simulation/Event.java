package dev.idgen.simulation;

import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Something that happens in a story.
 *
 * @param at milliseconds since the story began
 * @param isDraw whether it does no more than draw ids
 * @param sentence says what it is
 */
record Event(int at, boolean isDraw, Consumer<World> action, Supplier<String> sentence) {

    private Event(int at, Consumer<World> action, Supplier<String> sentence) {
        this(at, false, action, sentence);
    }

    /** Of an instance, if it runs. */
    private static Event of(int at, int instance, Consumer<Instance> action, Supplier<String> predicate) {
        return new Event(
                at,
                world -> {
                    Instance present = world.instance(instance);
                    if (present != null) {
                        action.accept(present);
                    }
                },
                () -> "instance " + instance + " " + predicate.get());
    }

    @Override
    public String toString() {
        return time(at) + sentence.get();
    }

    /** A time as the beginning of a sentence. */
    static String time(int millis) {
        return "at " + seconds(millis) + " ";
    }

    private static String seconds(int millis) {
        return String.format(Locale.ROOT, "%.2f s", millis / 1000.0);
    }

    private static String ids(int count) {
        return count + (count == 1 ? " id" : " ids");
    }

    // Instances

    /**
     * A process starts.
     *
     * @param trusting whether it goes by its own clock however far that is off
     */
    static Event start(int at, int instance, int leaseTtl, int wallOffset, boolean trusting) {
        return new Event(
                at,
                world -> world.start(instance, leaseTtl, wallOffset, trusting),
                () -> "instance " + instance + " starts with a lease-ttl of " + seconds(leaseTtl)
                        + (wallOffset == 0 ? "" : ", its clock " + seconds(wallOffset) + " ahead")
                        + (trusting ? ", which it trusts" : ""));
    }

    static Event kill(int at, int instance) {
        return of(at, instance, Instance::kill, () -> "is killed");
    }

    static Event close(int at, int instance) {
        return of(at, instance, Instance::close, () -> "ends in good order");
    }

    static Event pause(int at, int instance, int millis, boolean suspended) {
        return of(
                at,
                instance,
                sleeper -> sleeper.pause(millis, suspended),
                () -> "is " + (suspended ? "suspended" : "stopped") + " for " + seconds(millis));
    }

    static Event clockStep(int at, int instance, int millis) {
        return of(
                at, instance, victim -> victim.stepClock(millis), () -> "has its clock stepped by " + seconds(millis));
    }

    /**
     * Ids are drawn from the buckets.
     *
     * @param hold for how long the thread is stopped while it draws, or 0
     */
    static Event draw(int at, int instance, int count, int hold) {
        Event event = of(
                at,
                instance,
                drawer -> drawer.draw(count, hold),
                () -> "draws " + ids(count)
                        + (hold == 0 ? "" : ", its thread stopped for " + seconds(hold) + " after the first"));
        return new Event(at, true, event.action, event.sentence);
    }

    static Event stamp(int at, int instance, int count) {
        return of(at, instance, stamper -> stamper.stamp(count), () -> "makes " + ids(count) + " with its node id");
    }

    static Event first(int at, int instance) {
        return of(at, instance, Instance::drawFirst, () -> "has a caller who waits for its first id");
    }

    // Servers and the network

    private static Event of(int at, int server, String predicate, Consumer<Server> action) {
        return new Event(at, world -> action.accept(world.server(server)), () -> "server " + server + " " + predicate);
    }

    private static String losing(int lost) {
        return lost == Server.EVERYTHING ? "everything" : seconds(lost);
    }

    static Event failOver(int at, int server, int lost, int away, int clock) {
        return of(
                at,
                server,
                "fails over, losing " + losing(lost) + ", is away for " + seconds(away) + ", and its clock is now "
                        + seconds(clock) + " ahead",
                fails -> fails.failOver(lost, away, clock));
    }

    /**
     * A replica takes over, and for some the old master goes on.
     *
     * @param leave after how many milliseconds those who reach the old master leave it
     */
    static Event partition(int at, int server, int lost, int millis, int clock, int cutOff, int leave) {
        return of(
                at,
                server,
                "has two masters for " + seconds(millis) + ": a replica that lacks " + losing(lost)
                        + ", with its clock " + seconds(clock) + " ahead, and the old one, which "
                        + Integer.bitCount(cutOff) + " instances still reach"
                        + (leave < millis ? ", but leave after " + seconds(leave) : ""),
                parts -> parts.part(lost, millis, clock, cutOff, leave));
    }

    /** With what an append-only file, a snapshot or another server's disk has, or with nothing. */
    static Event restart(int at, int server, int lost, int away) {
        return of(
                at,
                server,
                "restarts, losing " + losing(lost) + ", and is away for " + seconds(away),
                restarts -> restarts.restart(lost, away));
    }

    /** Tables of a database are as they were some time ago, while its server goes on. */
    static Event putBack(int at, int server, int lost, boolean byHand) {
        return of(
                at,
                server,
                "has its tables " + (byHand ? "put back by hand, row by row," : "made anew")
                        + " from a backup that lacks " + losing(lost),
                database -> database.putBack(lost, byHand));
    }

    static Event comeBack(int at, int server) {
        return of(at, server, "has its replaced master as the master again, in its old run", Server::comeBack);
    }

    static Event refuseInfo(int at, int server, int millis) {
        return of(at, server, "refuses INFO for " + seconds(millis), refuses -> refuses.refuseInfo(millis));
    }

    /** Only if all that was lost before has been seen. */
    static Event boot(int at, int server, int clock, int away) {
        return new Event(
                at,
                world -> {
                    if (!world.isInDoubt(server)) {
                        world.server(server).boot(clock, away);
                    }
                },
                () -> "the machine of server " + server + " boots, losing nothing, with its clock " + seconds(clock)
                        + " behind, and is away for " + seconds(away));
    }

    static Event serverClock(int at, int server, int offset) {
        return of(at, server, "has its clock set " + seconds(offset) + " ahead", set -> set.setClock(offset));
    }

    /**
     * A group is lost.
     *
     * @param group of a bucket or node ids, or the one without a name, which has the terms
     */
    static Event evict(int at, String group) {
        return new Event(
                at,
                world -> world.evict(group),
                () -> (group.isEmpty() ? "the record of the terms" : "the group " + group) + " is evicted");
    }

    static Event move(int at, int bucket, int server) {
        return new Event(
                at,
                world -> world.move(Integer.toString(bucket), server),
                () -> "the slot of bucket " + bucket + " is moved to server " + server);
    }

    static Event disturb(int at, Disturbance disturbance) {
        return new Event(
                at,
                world -> world.network().disturb(disturbance),
                () -> "until " + seconds(disturbance.until()) + ", " + disturbance);
    }

    /** Of all requests, at all servers. */
    static Event disturbAll(int at, Disturbance.Kind kind, int until, int by) {
        return disturb(at, new Disturbance(kind, -1, -1, until, by));
    }
}
