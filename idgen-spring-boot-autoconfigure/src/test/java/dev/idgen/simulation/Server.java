package dev.idgen.simulation;

import dev.idgen.internal.store.redis.SimulatedRedis;
import dev.idgen.internal.time.ManualTime;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A master and its replica on two machines, which swap their parts when one fails over to the other. What a replica has, or a
 * server that starts again, is what the master had at any time before.
 */
final class Server {

    /** More than there ever was. */
    static final int EVERYTHING = Integer.MAX_VALUE;

    private final int index;
    private final ManualTime time;
    private Machine master;
    private Machine other;
    private @Nullable Machine cutOff;
    private int cutOffFor;
    private long parted;
    private long leaving;
    private long down;
    private int runs;
    private boolean behind;
    private int failovers;

    /** A process of the store, and its clock. */
    private static final class Machine {

        private final SimulatedRedis redis;
        private long clockOffset;

        Machine(ManualTime time, boolean tellsRun, UnaryOperator<String> edit) {
            redis = new SimulatedRedis(() -> time.millis() + clockOffset, edit);
            redis.keepJournal(time::millis);
            if (!tellsRun) {
                redis.refuseInfo();
            }
        }
    }

    /** @param tellsRun whether scripts may ask for it */
    Server(int index, ManualTime time, boolean tellsRun, UnaryOperator<String> edit) {
        this.index = index;
        this.time = time;
        this.master = new Machine(time, tellsRun, edit);
        this.other = new Machine(time, tellsRun, edit);
        master.redis.setRun(nextRun());
    }

    /** Which server answers an instance, or null if none does. */
    @Nullable
    SimulatedRedis reachedBy(int instance) {
        if (cutOff != null && isCutOff(instance)) {
            return cutOff.redis;
        }
        return time.millis() < down ? null : master.redis;
    }

    private boolean isCutOff(int instance) {
        return time.millis() < Math.min(parted, leaving) && (cutOffFor >> instance & 1) != 0;
    }

    /** How often an instance had to connect anew. */
    int connections(int instance) {
        return isCutOff(instance) ? runs - 1 : runs;
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
     * @return whether it does: it does not while another accident is going on
     */
    boolean failOver(int lost, int away, int clock) {
        if (isBusy() || behind) {
            return false;
        }
        promote(lost, clock);
        down = time.millis() + away;
        return true;
    }

    /**
     * The replica takes over, while the old master goes on for some, whose writes are lost then.
     *
     * @param leave after how many milliseconds they leave it
     */
    boolean part(int lost, int millis, int clock, int cutOffInstances, int leave) {
        if (isBusy() || behind) {
            return false;
        }
        promote(lost, clock);
        cutOff = other;
        cutOffFor = cutOffInstances;
        parted = time.millis() + millis;
        leaving = time.millis() + leave;
        return true;
    }

    private void promote(int lost, int clock) {
        Machine old = master;
        master = other;
        other = old;
        master.redis.takeOver(old.redis, time.millis() - lost);
        master.clockOffset = clock;
        master.redis.setRun(nextRun());
        failovers++;
    }

    /** The server's process dies and starts again with what its disk has, which lacks the latest writes. */
    boolean restart(int lost, int away) {
        if (isBusy() || behind) {
            return false;
        }
        master.redis.takeOver(master.redis, time.millis() - lost);
        restarted(away);
        return true;
    }

    /** The server's machine boots, and its clock is behind until it is set. Nothing is lost. */
    boolean boot(int clock, int away) {
        if (isBusy() || behind) {
            return false;
        }
        restarted(away);
        master.clockOffset = -clock;
        behind = true;
        return true;
    }

    private void restarted(int away) {
        master.redis.setRun(nextRun());
        down = time.millis() + away;
    }

    boolean evict(String key) {
        if (behind) {
            return false;
        }
        master.redis.lose(key);
        return true;
    }

    /** Slots are moved between servers that answer and whose clocks are right. */
    boolean canMove() {
        return !isBusy() && !behind;
    }

    boolean has(String key) {
        return master.redis.has(key);
    }

    /** What it answers from, unless it is away. */
    SimulatedRedis redis() {
        return master.redis;
    }

    void setClock(int offset) {
        master.clockOffset = offset;
        behind = false;
    }

    int failovers() {
        return failovers;
    }
}
