package dev.idgen.internal.time;

import java.time.Instant;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Shares one reading of the clocks among many callers while many call. Reading a machine's clock takes longer than
 * everything else in taking an id.
 *
 * <p><b>How.</b> Callers report each {@value TimeSource#READINGS_PER_RENEWAL}th reading. When reports come often,
 * sharing begins, and all callers use one reading. A caller that reports, or a thread that wakes every millisecond,
 * replaces it every quarter of a millisecond. When no report has come for some milliseconds, the thread ends the
 * sharing, and each caller reads the clocks itself.
 *
 * <p><b>Guarantee.</b> A recent reading was once true and is not later than the present. Usually it is less than a
 * millisecond old. If the thread and the callers are all held up, it gets older, and the first few readings afterwards
 * show the earlier time.
 *
 * <p>Thread-safe. Its daemon thread {@code idgen-clock} begins with the first burst and ends with {@link #close}. After
 * that, {@link #start} allows another. If the system refuses the thread, it stays closed until then.
 */
/*
 * reading goes from null to a reading, to newer readings, and back to null. Each change is a compare-and-set on the
 * value seen when the clocks were read. So a thread that was held up cannot replace a newer reading by an old one. The
 * plain fields only decide when sharing is worth it: a race on them makes it begin or end slightly early or late.
 */
public final class SharedTime implements TimeSource, AutoCloseable {

    private static final long RENEWAL_NANOS = TimeUnit.MICROSECONDS.toNanos(250);
    private static final long WAKE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long CALM_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

    /** Below this rate, a thread that wakes every millisecond costs about as much as the readings it saves. */
    private static final int REPORTS_PER_MILLI = 4;

    /** The reading is not in an AtomicReference, because that would add a memory access to each read. */
    private static final AtomicReferenceFieldUpdater<SharedTime, @Nullable Reading> READING =
            AtomicReferenceFieldUpdater.newUpdater(SharedTime.class, Reading.class, "reading");

    private final TimeSource source;
    private final ThreadFactory threads;
    private volatile @Nullable Reading reading;
    private volatile @Nullable Thread thread;
    private volatile boolean closed;

    private long reportedAt;
    private long countedSince;
    private int reports;

    private record Reading(long nanos, long millis) {}

    public SharedTime(TimeSource source) {
        this(source, work -> new Thread(work, "idgen-clock"));
    }

    SharedTime(TimeSource source, ThreadFactory threads) {
        this.source = source;
        this.threads = threads;
    }

    @Override
    public long recentNanoTime() {
        Reading shared = reading;
        return shared == null ? source.nanoTime() : shared.nanos();
    }

    @Override
    public long recentMillis() {
        Reading shared = reading;
        return shared == null ? source.millis() : shared.millis();
    }

    @Override
    public void renew() {
        Reading shared = reading;
        long nanoTime = source.nanoTime();
        if (shared == null) {
            count(nanoTime);
            return;
        }
        if (nanoTime - reportedAt > RENEWAL_NANOS) {
            reportedAt = nanoTime;
        }
        if (nanoTime - shared.nanos() > RENEWAL_NANOS) {
            READING.compareAndSet(this, shared, new Reading(nanoTime, source.millis()));
        }
    }

    /** Whether callers share a reading now. */
    boolean isSharing() {
        return reading != null;
    }

    private void count(long nanoTime) {
        if (nanoTime - countedSince > WAKE_NANOS) {
            countedSince = nanoTime;
            reports = 0;
        }
        if (++reports >= REPORTS_PER_MILLI) {
            reports = 0;
            begin(nanoTime);
        }
    }

    private void begin(long nanoTime) {
        reportedAt = nanoTime;
        if (READING.compareAndSet(this, null, new Reading(nanoTime, source.millis()))) {
            Thread keeper = thread();
            if (keeper == null) {
                reading = null; // closed: no thread would end the sharing
            }
            LockSupport.unpark(keeper);
        }
    }

    private synchronized @Nullable Thread thread() {
        if (thread == null && !closed) {
            Thread begun = threads.newThread(this::keepFresh);
            begun.setDaemon(true);
            thread = begun;
            try {
                begun.start();
            } catch (OutOfMemoryError e) {
                // The system allows no more threads. Ids do not need this one, so their callers must not fail.
                closed = true;
                thread = null;
            }
        }
        return thread;
    }

    private void keepFresh() {
        while (thread == Thread.currentThread()) {
            Reading shared = reading;
            if (shared == null) {
                LockSupport.park(this);
                continue;
            }
            LockSupport.parkNanos(this, WAKE_NANOS);
            refresh();
        }
    }

    /** One turn of the thread: takes another reading, or ends the sharing if no caller has reported for a while. */
    void refresh() {
        Reading shared = reading;
        long nanoTime = source.nanoTime();
        if (shared != null) {
            boolean calm = nanoTime - reportedAt > CALM_NANOS;
            READING.compareAndSet(this, shared, calm ? null : new Reading(nanoTime, source.millis()));
        }
    }

    /** Ends the thread. From then on, each caller reads the clocks itself. */
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            closed = true;
            running = thread;
            thread = null;
        }
        reading = null;
        LockSupport.unpark(running);
    }

    /** Allows a thread again after {@link #close}. It begins with the next burst. */
    public void start() {
        closed = false;
    }

    @Override
    public Instant instant() {
        return source.instant();
    }

    @Override
    public long millis() {
        return source.millis();
    }

    @Override
    public long nanoTime() {
        return source.nanoTime();
    }

    @Override
    public void pause(long nanos) {
        source.pause(nanos);
    }
}
