package dev.idgen.simulation;

import dev.idgen.internal.lease.OmittedRule;
import dev.idgen.store.MasterWatch;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A master and its replica on two machines, which swap their parts when one fails over to the other. What a replica has,
 * or a server that starts again, is what the master had at any time before.
 *
 * <p>An accident that would break an assumption about clocks loses nothing, or does not happen: the clock that granted
 * what is lost, and is still open, is ahead of the clock that notes the loss by less than {@link #SKEW}.
 */
final class Server {

    /** More than there ever was. */
    static final int EVERYTHING = Integer.MAX_VALUE;

    /** The replica's clock is as wrong as the master's. */
    static final int SAME_CLOCK = Integer.MIN_VALUE;

    static final int SKEW = 1500;

    /** Two failovers are further apart than it takes to hear of the first one. */
    private static final int NEWS = 1000;

    /** A master whose clock is set back is not replaced before swaps with its earlier time are over. */
    private static final int LATEST_WRITE = 1000;

    /** They decide which process is the master, and a majority of them knows a new one in time. */
    static final int JUDGES = 3;

    /** No window lasts longer. */
    private static final int LONGEST_WINDOW = 30_000;

    private final int index;
    private final LongSupplier time;
    private final Runnable losing;
    private final BooleanSupplier inDoubt;
    private final Map<Long, Writes> writes = new HashMap<>();
    LeaseStoreProcess master;

    /** The one that is not master, or not for all. */
    LeaseStoreProcess other;

    private @Nullable LeaseStoreProcess cutOff;
    private int cutOffFor;
    private long parted;
    private long down;
    private long refusesInfo;
    private long promoted;
    private long news;
    private long setBack;
    private int runs;
    private boolean mayComeBack;
    int losses;

    /** The latest write at a clock's offset, and its clock. */
    private record Writes(long at, long clock) {}

    /**
     * @param time in epoch milliseconds
     * @param losing run when writes are lost
     * @param inDoubt whether a loss has not been noted
     */
    Server(int index, LongSupplier time, OmittedRule omitted, Runnable losing, BooleanSupplier inDoubt) {
        this.index = index;
        this.time = time;
        this.losing = losing;
        this.inDoubt = inDoubt;
        this.master = new LeaseStoreProcess(time, omitted);
        this.other = new LeaseStoreProcess(time, omitted);
        master.reign(nextRun(), runs);
        master.name = "a";
        other.name = "b";
    }

    /** Which process a judge believes to be the master. The last judge learns of a new one when the old one falls silent. */
    LeaseStoreProcess namedBy(int judge) {
        long learnt = judge == JUDGES - 1 ? Math.max(promoted + news, parted) : promoted + news * judge;
        return time.getAsLong() < learnt ? other : master;
    }

    /** Which process answers an instance, or null if none does. */
    @Nullable
    LeaseStoreProcess reachedBy(int instance) {
        if (isCutOff(instance)) {
            return cutOff;
        }
        return time.getAsLong() < down ? null : master;
    }

    boolean isCutOff(int instance) {
        return cutOff != null && time.getAsLong() < parted && (cutOffFor >> (instance & 31) & 1) != 0;
    }

    /** Whether nothing is going on that another accident would meet. */
    boolean isSound() {
        return time.getAsLong() >= Math.max(Math.max(parted, down), setBack + LATEST_WRITE);
    }

    /** Notes that a process wrote. */
    void written(LeaseStoreProcess by, long clock) {
        writes.put(by.clockOffset, new Writes(time.getAsLong(), clock));
    }

    /** Whether a process may still write by a clock that was read before. A replaced master's is not that far ahead. */
    boolean mayWrite(LeaseStoreProcess by, long offset) {
        return by == master || offset - master.clockOffset < SKEW;
    }

    /** A group moves to another server. */
    void moveTo(Server target, String group) {
        master.moveTo(target.master, group);
        writes.forEach((offset, latest) -> target.writes.put(offset, new Writes(time.getAsLong(), latest.clock())));
    }

    /** Whether the latest writes may be lost, if a clock of that offset notes it. */
    private boolean mayLose(long lost, long offset) {
        return writes.entrySet().stream()
                .noneMatch(entry -> entry.getValue().at() > time.getAsLong() - lost
                        && entry.getKey() - offset >= SKEW
                        && entry.getValue().clock() + LONGEST_WINDOW >= time.getAsLong() + offset);
    }

    private boolean maySetClock(long offset) {
        return master.clockOffset - offset < SKEW || !inDoubt.getAsBoolean();
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
        long offset = clock == SAME_CLOCK ? master.clockOffset : clock;
        if (isSound() && maySetClock(offset)) {
            int gone = mayLose(lost, offset) ? lost : 0;
            promote(gone, offset);
            lost(gone);
            down = time.getAsLong() + away;
        }
    }

    /**
     * The replica takes over, while the old master goes on for some, whose writes are lost then.
     *
     * @param millis how long the old master goes on
     * @param millisOfNews after that, a majority knows the new master
     */
    void part(int lost, int millis, int millisOfNews, int clock, int cutOffInstances) {
        if (isSound() && maySetClock(clock) && master.clockOffset - clock < SKEW && mayLose(lost, clock)) {
            promote(lost, clock);
            losing.run();
            cutOff = other;
            cutOffFor = cutOffInstances;
            parted = time.getAsLong() + millis;
            news = millisOfNews;
        }
    }

    private void promote(int lost, long offset) {
        LeaseStoreProcess old = master;
        master = other;
        other = old;
        master.takeOver(old, time.getAsLong() - lost);
        master.reign(nextRun(), runs);
        master.clockOffset = offset;
        promoted = time.getAsLong();
        news = 0;
        mayComeBack = true;
        losses++;
    }

    /** The master that was replaced last becomes master again, with all it had, in its old run. */
    void comeBack() {
        long since = time.getAsLong() - promoted;
        if (isSound()
                && mayComeBack
                && since > NEWS + MasterWatch.FRESH_MILLIS
                && maySetClock(other.clockOffset)
                && mayLose(since + 1, other.clockOffset)) {
            LeaseStoreProcess old = master;
            master = other;
            other = old;
            runs++;
            master.epoch = runs; // in its old run
            promoted = time.getAsLong();
            news = 0;
            losses++;
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
            restarted(mayLose(lost, master.clockOffset) ? lost : 0);
            down = time.getAsLong() + away;
        }
    }

    /** A database's tables are put back as they were at an earlier time, while its server goes on. */
    void putBack(int lost) {
        if (isSound() && mayLose(lost, master.clockOffset)) {
            restarted(lost);
        }
    }

    private void restarted(int lost) {
        master.takeOver(master, time.getAsLong() - lost);
        master.reign(nextRun(), runs);
        lost(lost);
        losses++;
    }

    /** The server's machine boots, and its clock is wrong until it is set. Nothing is lost. */
    void boot(int clock, int away) {
        if (isSound() && maySetClock(clock)) {
            restarted(0);
            master.clockOffset = clock;
            down = time.getAsLong() + away;
        }
    }

    void evict(String group) {
        if (mayLose(EVERYTHING, master.clockOffset)) {
            master.lose(group);
            losing.run();
            losses++;
        }
    }

    /** @param millis for how long it does not tell its run */
    void refuseInfo(int millis) {
        refusesInfo = time.getAsLong() + millis;
    }

    boolean refusesInfo() {
        return time.getAsLong() < refusesInfo;
    }

    void setClock(long offset) {
        if (maySetClock(offset)) {
            setBack = master.clockOffset - offset >= SKEW ? time.getAsLong() : setBack;
            master.clockOffset = offset;
        }
    }
}
