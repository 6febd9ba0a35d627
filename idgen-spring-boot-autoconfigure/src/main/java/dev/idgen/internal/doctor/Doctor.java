package dev.idgen.internal.doctor;

import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.time.TimeSource;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Checks a store's settings once, in the background, as soon as the store answers. Logs each finding in a line, and
 * shows it to operators for as long as this runs. Nothing fails because of it, and only {@link #close} waits for it: an
 * application that ends before the check has come in has it made then, and waits for a second at most.
 *
 * <p>Thread-safe: its monitor is held where what was found is published or forgotten; started, stopped and closed by
 * one thread at a time.
 */
public final class Doctor implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Doctor.class);

    private static final long FIRST_PAUSE_SECONDS = 1;
    private static final long LONGEST_PAUSE_SECONDS = 60;
    private static final long LAST_WAIT_MILLIS = 1000;
    private static final Report NONE = new Report(null, List.of());

    private final String store;
    private final Checkup checkup;
    private final StoreUse use;
    private final Set<String> ignored;
    private final TimeSource time;
    private volatile @Nullable Thread thread;
    private volatile Report report = NONE;

    /**
     * Whether the check under way is the last, since the application ends. Then no pause goes before it or after it.
     */
    private volatile boolean closing;

    private record Report(@Nullable Instant at, List<Finding> findings) {}

    /**
     * @param store its name, as a setting has it: {@code redis}, for example
     * @param ignored names of findings that are not said
     */
    public Doctor(String store, Checkup checkup, StoreUse use, Set<String> ignored, TimeSource time) {
        this.store = store;
        this.checkup = checkup;
        this.use = use;
        this.ignored = Set.copyOf(ignored);
        this.time = time;
    }

    /** The store that is looked at. */
    public String store() {
        return store;
    }

    /** Begins to look, in the background, unless it looks already or the store is not used. */
    public void start() {
        if (thread == null && use.isAny()) {
            closing = false;
            Thread begun = new Thread(this::look, "idgen-doctor-" + store);
            begun.setDaemon(true);
            thread = begun;
            begun.start();
        }
    }

    /** Ends looking. What was found is forgotten. */
    public synchronized void stop() {
        Thread running = thread;
        thread = null;
        report = NONE;
        if (running != null) {
            running.interrupt();
        }
    }

    /** Ends looking, once what is under way was said or {@value #LAST_WAIT_MILLIS} ms have passed. */
    @Override
    public void close() {
        Thread running = thread;
        if (running != null) {
            closing = true;
            LockSupport.unpark(running);
            try {
                running.join(LAST_WAIT_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        stop();
    }

    /** Begins with a pause, so as not to hold up the application's start, which it says nothing about. */
    private void look() {
        boolean last = false;
        long pause = FIRST_PAUSE_SECONDS;
        for (; !last && isMine(); pause = Math.min(2 * pause, LONGEST_PAUSE_SECONDS)) {
            if (!closing) {
                time.pause(TimeUnit.SECONDS.toNanos(pause));
            }
            last = closing;
            try {
                if (isMine()) {
                    tell(checkup.examine(use));
                    return;
                }
            } catch (Exception e) {
                log.debug("idgen doctor: {} cannot be looked at yet", store, e);
            }
        }
    }

    private boolean isMine() {
        return thread == Thread.currentThread();
    }

    private void tell(List<Finding> all) {
        List<Finding> told = all.stream()
                .filter(finding -> !ignored.contains(finding.name()))
                .toList();
        synchronized (this) {
            if (!isMine()) {
                return; // stopped meanwhile
            }
            report = new Report(time.instant(), told);
        }
        for (Finding finding : told) {
            log.atLevel(finding.level()).log("idgen doctor, {}: {}", finding.name(), finding.text());
        }
    }

    /** When the store was looked at; null if it was not yet. */
    public @Nullable Instant examinedAt() {
        return report.at();
    }

    /** What was found, by name. */
    public Map<String, String> findings() {
        Map<String, String> findings = new LinkedHashMap<>();
        report.findings().forEach(finding -> findings.put(finding.name(), finding.text()));
        return findings;
    }

    /** Its figures. */
    public List<Measure> measures() {
        return List.of(Measure.gauge(
                "idgen.findings",
                "findings",
                "Risky settings of the store, as logged at startup",
                () -> report.findings().stream()
                        .filter(finding -> finding.level() == Level.WARN)
                        .count()));
    }
}
