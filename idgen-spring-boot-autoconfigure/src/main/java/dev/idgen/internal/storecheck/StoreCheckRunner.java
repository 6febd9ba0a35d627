package dev.idgen.internal.storecheck;

import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.Finding;
import dev.idgen.store.StoreCheck;
import dev.idgen.store.StoreUse;
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
 * Checks a store's settings once, in the background, as soon as the store answers. Logs each finding on a line, and
 * shows it to operators until it stops. A failed check has no effect. Only {@link #close} waits: if the check has not
 * ended yet, it runs then, for up to a second.
 *
 * <p>Thread-safe: its monitor guards publishing and clearing the findings. Only one thread at a time may start, stop or
 * close it.
 */
public final class StoreCheckRunner implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(StoreCheckRunner.class);

    private static final long FIRST_PAUSE_SECONDS = 1;
    private static final long LONGEST_PAUSE_SECONDS = 60;
    private static final long LAST_WAIT_MILLIS = 1000;

    /** How many checks need an answer of every server. Later ones skip silent servers. */
    private static final int COMPLETE_TRIES = 2;

    private static final Report NONE = new Report(null, List.of());

    private final String store;
    private final StoreCheck checkup;
    private final StoreUse use;
    private final Set<String> ignored;
    private final TimeSource time;
    private volatile @Nullable Thread thread;
    private volatile Report report = NONE;

    /** Whether the application is closing. The next check is then the last and runs without a pause. */
    private volatile boolean closing;

    private record Report(@Nullable Instant at, List<Finding> findings) {}

    /**
     * @param store the store's name as in properties, such as {@code redis}
     * @param ignored names of findings that are not reported
     */
    public StoreCheckRunner(String store, StoreCheck checkup, StoreUse use, Set<String> ignored, TimeSource time) {
        this.store = store;
        this.checkup = checkup;
        this.use = use;
        this.ignored = Set.copyOf(ignored);
        this.time = time;
    }

    /** The store's name. */
    public String store() {
        return store;
    }

    /** Starts the check in the background, unless it runs already or the store is unused. */
    public void start() {
        if (thread == null && use.isAny()) {
            closing = false;
            Thread begun = new Thread(this::look, "idgen-store-check-" + store);
            begun.setDaemon(true);
            thread = begun;
            begun.start();
        }
    }

    /** Stops the check and clears the findings. */
    public synchronized void stop() {
        Thread running = thread;
        thread = null;
        report = NONE;
        if (running != null) {
            running.interrupt();
        }
    }

    /** Waits up to {@value #LAST_WAIT_MILLIS} ms for a running check to report, then stops. */
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

    /** Begins with a pause, so that the check does not slow the start of the application. */
    private void look() {
        boolean last = false;
        long pause = FIRST_PAUSE_SECONDS;
        for (int tries = 0; !last && isMine(); tries++) {
            if (!closing) {
                time.pause(TimeUnit.SECONDS.toNanos(pause));
                pause = Math.min(2 * pause, LONGEST_PAUSE_SECONDS);
            }
            last = closing;
            try {
                if (isMine()) {
                    List<Finding> found = checkup.examine(use, last || tries >= COMPLETE_TRIES);
                    if (isMine()) {
                        tell(found);
                    }
                    return;
                }
            } catch (Exception e) {
                log.debug("idgen store check: cannot check {} yet", store, e);
            }
        }
    }

    private boolean isMine() {
        return thread == Thread.currentThread();
    }

    private void tell(List<Finding> all) {
        List<Finding> shown = all.stream()
                .filter(finding -> !ignored.contains(finding.name()))
                .toList();
        for (Finding finding : shown) {
            log.atLevel(finding.level()).log("idgen store check, {}: {}", finding.name(), finding.text());
        }
        synchronized (this) {
            if (isMine()) { // stop() may have run meanwhile
                report = new Report(time.instant(), shown);
            }
        }
    }

    /** When the check ended; null if it has not ended. */
    public @Nullable Instant examinedAt() {
        return report.at();
    }

    /** The findings by name. */
    public Map<String, String> findings() {
        Map<String, String> findings = new LinkedHashMap<>();
        report.findings().forEach(finding -> findings.put(finding.name(), finding.text()));
        return findings;
    }

    /** The metrics of the check. */
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
