package dev.idgen.simulation;

import dev.idgen.internal.store.SimulatedStore;
import dev.idgen.internal.time.ManualTime;
import java.util.function.Function;
import java.util.function.LongSupplier;
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
    private int restarts;
    private int tables;

    /** A process of the store, and its clock. */
    private static final class Machine {

        private final SimulatedStore<?> store;
        private long clockOffset;

        Machine(ManualTime time, Function<LongSupplier, SimulatedStore<?>> stores) {
            store = stores.apply(() -> time.millis() + clockOffset);
            store.keepJournal(time::millis);
        }

        /** Goes on as another run, with what another had at a time. */
        void begin(String run, Machine from, long at) {
            store.takeOver(from.store, at);
            store.setRun(run);
            breakTransactions();
        }

        void breakTransactions() {
            if (store instanceof SimulatedDatabase database) {
                database.breakTransactions();
            }
        }
    }

    /** @param stores makes a process that goes by a clock */
    Server(int index, ManualTime time, Function<LongSupplier, SimulatedStore<?>> stores) {
        this.index = index;
        this.time = time;
        this.master = new Machine(time, stores);
        this.other = new Machine(time, stores);
        master.store.setRun(nextRun());
    }

    /** Which server answers an instance, or null if none does. */
    @Nullable
    SimulatedStore<?> reachedBy(int instance) {
        if (cutOff != null && isCutOff(instance)) {
            return cutOff.store;
        }
        return time.millis() < down ? null : master.store;
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
        runs++;
        return run();
    }

    private String run() {
        return "s" + index + "r" + (runs - 1) + (tables == 0 ? "" : "/t" + tables);
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
        master.begin(nextRun(), old, time.millis() - lost);
        master.clockOffset = clock;
        failovers++;
    }

    /** The server's process dies and starts again with what its disk has, which lacks the latest writes. */
    boolean restart(int lost, int away) {
        if (isBusy() || behind) {
            return false;
        }
        restarted(lost, away);
        return true;
    }

    /**
     * A database's tables are put back as they were at an earlier time, while its server goes on.
     *
     * @return whether they are
     */
    boolean putBack(int lost, Event.PutBack.Manner manner) {
        if (isBusy() || behind) {
            return false;
        }
        if (manner != Event.PutBack.Manner.BY_HAND) {
            tables++;
        }
        master.store.takeOver(master.store, time.millis() - lost);
        master.store.setRun(run());
        if (manner == Event.PutBack.Manner.ANEW) {
            master.breakTransactions();
        }
        restarts++;
        return true;
    }

    /** The server's machine boots, and its clock is behind until it is set. Nothing is lost. */
    boolean boot(int clock, int away) {
        if (isBusy() || behind) {
            return false;
        }
        restarted(0, away);
        master.clockOffset = -clock;
        behind = true;
        return true;
    }

    private void restarted(int lost, int away) {
        master.begin(nextRun(), master, time.millis() - lost);
        restarts++;
        down = time.millis() + away;
    }

    boolean evict(String key) {
        if (behind) {
            return false;
        }
        master.store.lose(key);
        // One that has begun would go by a clock from before the loss, whose distance the margin covers for short ones
        // only.
        master.breakTransactions();
        return true;
    }

    /** Slots are moved between servers that answer and whose clocks are right. */
    boolean canMove() {
        return !isBusy() && !behind;
    }

    boolean has(String key) {
        return master.store.has(key);
    }

    /** What it answers from, unless it is away. */
    SimulatedStore<?> store() {
        return master.store;
    }

    void setClock(int offset) {
        master.clockOffset = offset;
        behind = false;
    }

    int failovers() {
        return failovers;
    }

    /** How often its process started again, or its tables were put back. */
    int restarts() {
        return restarts;
    }
}
