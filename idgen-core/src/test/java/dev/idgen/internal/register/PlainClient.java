package dev.idgen.internal.register;

import dev.idgen.Register;
import dev.idgen.Register.Snapshot;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.StoreLog;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.LoggerFactory;

/** Makes clients of a register whose planner never fails unexpectedly. */
public final class PlainClient {

    private PlainClient() {}

    public static LeaseClient of(
            Register register, ScheduledExecutorService planner, TimeSource time, Duration timeout) {
        Requests requests = new Requests(planner, timeout, time, bug -> {
            throw new AssertionError(bug);
        });
        StoreLog log = new StoreLog(LoggerFactory.getLogger(PlainClient.class), "test", time);
        return new LeaseClient(register, requests, time, Duration.ofSeconds(1), log);
    }

    /** Judges the clock of a look that was requested now. */
    public static void believes(LeaseClient client, Snapshot look) {
        client.belief(look, client.time().nanoTime());
    }
}
