package dev.idgen.simulation;

import dev.idgen.redis.SimulatedRedis;
import dev.idgen.time.ManualTime;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A master and its replica on two machines, which swap their parts when one fails over to the other. What a replica has is
 * what the master had a moment ago.
 */
final class Server {

    /** Longer than any failover loses. */
    private static final long JOURNAL_MILLIS = 8000;

    private final int index;
    private final ManualTime time;
    private final boolean withinAssumptions;
    private Machine master;
    private Machine other;
    private @Nullable Machine cutOff;
    private int cutOffFor;
    private long parted;
    private long down;
    private int runs;
    private @Nullable Object dump;
    private long steppedAhead;
    private int failovers;

    /** A process of the store: its clock, and when it was started. */
    private static final class Machine {

        private final SimulatedRedis redis;
        private long clockOffset;

        Machine(ManualTime time, UnaryOperator<String> edit) {
            redis = new SimulatedRedis(() -> time.millis() + clockOffset, edit);
            redis.keepJournal(time::millis, JOURNAL_MILLIS);
        }
    }

    /** @param withinAssumptions whether no write from before its clock stepped ahead is lost */
    Server(int index, ManualTime time, boolean appendOnly, UnaryOperator<String> edit, boolean withinAssumptions) {
        this.index = index;
        this.time = time;
        this.withinAssumptions = withinAssumptions;
        this.master = new Machine(time, edit);
        this.other = new Machine(time, edit);
        master.redis.setRun(nextRun());
    }

    /** Which server answers an instance, or null if none does. */
    @Nullable
    SimulatedRedis reachedBy(int instance) {
        long now = time.millis();
        if (cutOff != null && now < parted) {
            return (cutOffFor >> instance & 1) != 0 ? cutOff.redis : master.redis;
        }
        return now < down ? null : master.redis;
    }

    private boolean isBusy() {
        return time.millis() < Math.max(parted, down);
    }

    private String nextRun() {
        return "s" + index + "r" + runs++;
    }

    /**
     * The replica takes over.
     *
     * @param lost of the latest writes, in milliseconds
     * @param away for how long nobody answers
     * @param clock how far its clock is ahead
     * @param died whether the old master's process ended, and not only its connections
     * @return whether it does: it does not while another accident is going on
     */
    boolean failOver(int lost, int away, int clock, boolean died) {
        if (isBusy()) {
            return false;
        }
        promote(lost, clock);
        down = time.millis() + away;
        return true;
    }

    /** The replica takes over, while the old master goes on for some, whose writes are lost then. */
    boolean part(int lost, int millis, int clock, int cutOffInstances) {
        if (isBusy()) {
            return false;
        }
        promote(lost, clock);
        cutOff = other;
        cutOffFor = cutOffInstances;
        parted = time.millis() + millis;
        return true;
    }

    private void promote(int lost, int clock) {
        Machine old = master;
        master = other;
        other = old;
        master.redis.takeOver(old.redis, lostSince(lost));
        master.clockOffset = clock;
        master.redis.setRun(nextRun());
        failovers++;
    }

    private long lostSince(int lost) {
        long since = time.millis() - lost;
        return withinAssumptions ? Math.max(since, steppedAhead) : since;
    }

    /** The server's process dies and starts again with its append-only file, which lacks the last moment. */
    boolean restartFromFile(int lost, int away) {
        return restart(away, () -> master.redis.takeOver(master.redis, lostSince(lost)));
    }

    /** The server's process dies and starts again with what was dumped last. */
    boolean restartFromDump(int away) {
        return dump != null && restart(away, () -> master.redis.restore(dump));
    }

    boolean restartEmpty(int away) {
        return restart(away, () -> master.redis.lose(""));
    }

    private boolean restart(int away, Runnable load) {
        if (isBusy()) {
            return false;
        }
        load.run();
        master.redis.setRun(nextRun());
        down = time.millis() + away;
        return true;
    }

    boolean has(String key) {
        return master.redis.has(key);
    }

    void dump() {
        dump = master.redis.snapshot();
    }

    void setClock(int offset) {
        if (offset > master.clockOffset) {
            steppedAhead = time.millis();
        }
        master.clockOffset = offset;
    }

    void refuseInfo() {
        master.redis.refuseInfo();
        other.redis.refuseInfo();
    }

    int failovers() {
        return failovers;
    }
}
