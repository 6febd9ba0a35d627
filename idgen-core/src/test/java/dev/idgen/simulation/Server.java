package dev.idgen.simulation;

import dev.idgen.internal.register.Register;
import dev.idgen.internal.string.sequence.OmittedRule;
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
    private final LongSupplier time;
    private final Runnable losing;
    private RegisterProcess master;
    private RegisterProcess other;
    private @Nullable RegisterProcess cutOff;
    private int cutOffFor;
    private long parted;
    private long down;
    private long refusesInfo;
    private long promoted;
    private int runs;
    private boolean behind;
    private boolean mayComeBack;
    private int failovers;

    /**
     * @param time in epoch milliseconds
     * @param losing run when writes are lost
     */
    Server(int index, LongSupplier time, OmittedRule omitted, Runnable losing) {
        this.index = index;
        this.time = time;
        this.losing = losing;
        this.master = new RegisterProcess(time, omitted);
        this.other = new RegisterProcess(time, omitted);
        master.reign(nextRun(), runs);
    }

    /** Which process answers an instance, or null if none does. */
    @Nullable
    RegisterProcess reachedBy(int instance) {
        if (cutOff != null && time.getAsLong() < parted && (cutOffFor >> (instance & 31) & 1) != 0) {
            return cutOff;
        }
        return time.getAsLong() < down ? null : master;
    }

    /** Whether nothing is going on that another accident would meet. */
    boolean isSound() {
        return time.getAsLong() >= Math.max(parted, down) && !behind;
    }

    private String nextRun() {
        return "s" + index + "r" + runs++;
    }

    /**
     * The replica takes over, unless another accident is going on.
     *
     * @param lost of the latest writes, in milliseconds
     * @param away for how long nothing answers
     * @param clock how far its clock is ahead
     */
    void failOver(int lost, int away, int clock) {
        if (isSound()) {
            promote(lost, clock);
            lost(lost);
            down = time.getAsLong() + away;
        }
    }

    /** The replica takes over, while the old master goes on for some, whose writes are lost then. */
    void part(int lost, int millis, int clock, int cutOffInstances) {
        if (isSound()) {
            promote(lost, clock);
            losing.run();
            cutOff = other;
            cutOffFor = cutOffInstances;
            parted = time.getAsLong() + millis;
        }
    }

    private void promote(int lost, int clock) {
        RegisterProcess old = master;
        master = other;
        other = old;
        master.takeOver(old, time.getAsLong() - lost);
        master.reign(nextRun(), runs);
        master.setClock(clock);
        promoted = time.getAsLong();
        mayComeBack = true;
        failovers++;
    }

    /** The master that was replaced last becomes master again, with all it had, in its old run. */
    void comeBack() {
        if (isSound() && mayComeBack && time.getAsLong() - promoted > Register.SWAP_LIMIT_MILLIS) {
            RegisterProcess old = master;
            master = other;
            other = old;
            runs++;
            master.reignAgain(runs);
            promoted = time.getAsLong();
            failovers++;
            losing.run();
        }
    }

    private void lost(int lost) {
        if (lost > 0) {
            losing.run();
        }
    }

    /** The server's process dies and starts again with what its disk has, which lacks the latest writes. */
    void restart(int lost, int away) {
        if (isSound()) {
            restarted(lost, away);
        }
    }

    /** A database's tables are put back as they were at an earlier time, while its server goes on. */
    void putBack(int lost) {
        if (isSound()) {
            master.takeOver(master, time.getAsLong() - lost);
            master.reign(nextRun(), runs);
            lost(lost);
        }
    }

    /** The server's machine boots, and its clock is behind until it is set. Nothing is lost. */
    void boot(int clock, int away) {
        if (isSound()) {
            restarted(0, away);
            master.setClock(-clock);
            behind = true;
        }
    }

    private void restarted(int lost, int away) {
        master.takeOver(master, time.getAsLong() - lost);
        master.reign(nextRun(), runs);
        lost(lost);
        down = time.getAsLong() + away;
    }

    void evict(String group) {
        if (!behind) {
            master.lose(group);
            losing.run();
        }
    }

    /** @param millis for how long it does not tell its run */
    void refuseInfo(int millis) {
        refusesInfo = time.getAsLong() + millis;
    }

    boolean refusesInfo() {
        return time.getAsLong() < refusesInfo;
    }

    RegisterProcess master() {
        return master;
    }

    /** The one that is not master, or not for all. */
    RegisterProcess other() {
        return other;
    }

    void setClock(int offset) {
        master.setClock(offset);
        behind = false;
    }

    int failovers() {
        return failovers;
    }
}
