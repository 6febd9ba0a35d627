package dev.idgen.internal.time;

import java.time.Instant;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Clocks that are read once for many callers, while there are many: reading a machine's clock takes longer than all
 * else in taking an id.
 *
 * <p><b>How.</b> Callers report each {@value TimeSource#READINGS_PER_RENEWAL}th reading. When reports come often, the
 * clocks are read each quarter of a millisecond, by whoever reports next or by a thread that wakes each millisecond,
 * and all callers take that reading. When no report comes for some milliseconds, the thread ends that, and each caller
 * reads for itself again.
 *
 * <p><b>Guarantee.</b> A recent reading was true once, and is not later than the present. Usually it is less than a
 * millisecond old; while the thread and the callers are all held up, it gets older, and the first few readings
 * afterwards show the time from before.
 *
 * <p>Thread-safe. Its thread, {@code idgen-clock}, is a daemon that begins with the first burst and ends with {@link
 * #close}, after which {@link #start} allows another.
 */
/*
 * reading goes from null to a reading and back, and from an older reading to a newer one: all by compare-and-set on
 * what was there when the clocks were read, so a thread that was held up meanwhile does not put an old one in place of
 * a newer one. The plain fields only decide when sharing is worth it; a race on them makes it begin or end a little
 * early or late.
 */
public final class SharedTime implements TimeSource, AutoCloseable {

    private static final long RENEWAL_NANOS = TimeUnit.MICROSECONDS.toNanos(250);
    private static final long WAKE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long CALM_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

    /** Below this rate a thread that wakes each millisecond costs about as much as the readings it saves. */
    private static final int REPORTS_PER_MILLI = 4;

    /** The reading is not an AtomicReference because that would cost another look-up each time it is taken. */
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
        long now = source.nanoTime();
        if (shared == null) {
            count(now);
            return;
        }
        if (now - reportedAt > RENEWAL_NANOS) {
            reportedAt = now;
        }
        if (now - shared.nanos() > RENEWAL_NANOS) {
            READING.compareAndSet(this, shared, new Reading(now, source.millis()));
        }
    }

    /** Whether callers take a shared reading at present. */
    boolean isSharing() {
        return reading != null;
    }

    private void count(long now) {
        if (now - countedSince > WAKE_NANOS) {
            countedSince = now;
            reports = 0;
        }
        if (++reports >= REPORTS_PER_MILLI) {
            reports = 0;
            begin(now);
        }
    }

    private void begin(long now) {
        reportedAt = now;
        if (READING.compareAndSet(this, null, new Reading(now, source.millis()))) {
            Thread keeper = thread();
            if (keeper == null) {
                reading = null; // closed, and nobody would end it
            }
            LockSupport.unpark(keeper);
        }
    }

    private synchronized @Nullable Thread thread() {
        if (thread == null && !closed) {
            Thread begun = threads.newThread(this::keepFresh);
            begun.setDaemon(true);
            thread = begun;
            begun.start();
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

    /** One turn of the thread: another reading, or none if no caller has reported for a while. */
    void refresh() {
        Reading shared = reading;
        long now = source.nanoTime();
        if (shared != null) {
            boolean calm = now - reportedAt > CALM_NANOS;
            READING.compareAndSet(this, shared, calm ? null : new Reading(now, source.millis()));
        }
    }

    /** Ends the thread. From then on each caller reads for itself. */
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

    /** Allows a thread again after {@link #close}; it begins with the next burst. */
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
