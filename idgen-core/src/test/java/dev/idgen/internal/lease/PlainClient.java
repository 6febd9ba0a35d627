package dev.idgen.internal.lease;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.StoreLog;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.LoggerFactory;

/** Makes clients of a lease store whose planner never fails unexpectedly. */
public final class PlainClient {

    private PlainClient() {}

    public static LeaseClient of(
            LeaseStore leaseStore, ScheduledExecutorService planner, TimeSource time, Duration timeout) {
        Requests requests = new Requests(planner, timeout, time, bug -> {
            throw new AssertionError(bug);
        });
        StoreLog log = new StoreLog(LoggerFactory.getLogger(PlainClient.class), "test", time);
        return new LeaseClient(leaseStore, requests, time, Duration.ofSeconds(1), log);
    }

    /** Judges the clock of a look that was requested now. */
    public static void believes(LeaseClient client, Snapshot snapshot) {
        client.belief(snapshot, client.time().nanoTime());
    }
}
