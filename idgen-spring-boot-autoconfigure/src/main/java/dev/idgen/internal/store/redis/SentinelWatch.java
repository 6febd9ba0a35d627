package dev.idgen.internal.store.redis;

import dev.idgen.internal.request.DaemonThreads;
import dev.idgen.internal.time.TimeSource;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import io.lettuce.core.sentinel.api.async.RedisSentinelAsyncCommands;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a sentinel several times a second which server is master, on a thread of its own.
 *
 * <p>If sentinels replace a healthy master, as in a manual failover, it goes on until they demote it about ten seconds
 * later. Its connections do not show the change. The sentinel that leads the failover knows the new master within a
 * second of the promotion, and the others within another 0.1 s.
 *
 * <p>The watch keeps one connection, to the first reachable sentinel of the application's list, as Lettuce does before
 * it connects. If that sentinel does not answer, the next look begins at the head of the list. If two answers differ,
 * the watch believes the one with the later failover, because a sentinel that was away reports the past.
 *
 * <p>Thread-safe.
 */
final class SentinelWatch implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(SentinelWatch.class);

    private static final Duration INTERVAL = Duration.ofMillis(250);
    private static final Duration MAX_INTERVAL = Duration.ofSeconds(4);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** After as many answers in a row with an earlier failover, the watch believes them: new sentinels count from 0. */
    private static final int MOST_FROM_THE_PAST = 40;

    /** Called after each answer, on the watch's thread. */
    interface Reader {

        /**
         * Receives the master that a sentinel has named.
         *
         * @param failover the number of the failover that made it master; 0 if the sentinel does not report it
         * @param askedAt when the sentinel was asked, by the monotonic clock
         */
        void masterIs(InetSocketAddress master, long failover, long askedAt);
    }

    private final RedisClient client;
    private final String masterName;
    private final TimeSource time;
    private final Reader reader;
    private final ExecutorService thread = DaemonThreads.pool("idgen-redis-sentinel", 1, 1);
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile boolean closed;

    // Only the watch's thread uses the fields below.
    private @Nullable StatefulRedisSentinelConnection<String, String> connection;
    private @Nullable Answer believed;
    private int fromThePast;
    private int failures;

    /** A master's address as a sentinel wrote it, and the number of the failover that made it master. */
    private record Answer(InetSocketAddress master, long failover) {

        @Override
        public String toString() {
            return master.getHostString() + ":" + master.getPort();
        }
    }

    /** @param client a client for the sentinels, which its owner closes after the watch */
    SentinelWatch(RedisClient client, String masterName, TimeSource time, Reader reader) {
        this.client = client;
        this.masterName = masterName;
        this.time = time;
        this.reader = reader;
    }

    /** Starts to ask, unless it has started already. Returns at once. */
    void start() {
        if (!started.compareAndSet(false, true)) {
            return;
        }
        try {
            thread.execute(this::watch);
        } catch (RejectedExecutionException e) {
            // closed
        }
    }

    private void watch() {
        while (!closed) {
            look();
            time.pause(interval().toNanos());
        }
    }

    /** The pause after a look. It grows while no sentinel answers, because Lettuce logs each failure. */
    private Duration interval() {
        Duration interval = INTERVAL.multipliedBy(1L << Math.min(Math.max(failures - 1, 0), 10));
        return interval.compareTo(MAX_INTERVAL) < 0 ? interval : MAX_INTERVAL;
    }

    private void look() {
        long askedAt = time.nanoTime();
        try {
            Answer newest = newest(ask());
            if (!closed) {
                reader.masterIs(newest.master(), newest.failover(), askedAt);
            }
        } catch (Exception e) {
            disconnect();
            failed(e);
        }
    }

    /**
     * Logs only the second failure in a row: the first may be that of one sentinel, and the next look finds another.
     */
    private void failed(Exception failure) {
        failures++;
        if (failures == 2 && !closed) {
            log.info(
                    "idgen: no sentinel names the master of '{}', so idgen notices a new master late: {}",
                    masterName,
                    failure.toString());
        }
    }

    private Answer newest(Answer answer) {
        failures = 0;
        Answer before = believed;
        if (before != null && answer.failover() < before.failover() && ++fromThePast < MOST_FROM_THE_PAST) {
            return before;
        }
        fromThePast = 0;
        believed = answer;
        if (before != null && !before.master().equals(answer.master())) {
            log.info("idgen: the master of '{}' is now {}, before it was {}", masterName, answer, before);
        }
        return answer;
    }

    private Answer ask() throws Exception {
        StatefulRedisSentinelConnection<String, String> to = connection;
        if (to == null) {
            to = client.connectSentinel(StringCodec.UTF8);
            connection = to;
        }
        RedisSentinelAsyncCommands<String, String> sentinel = to.async();
        // In this order: if a failover comes in between, the old number goes with the new address.
        RedisFuture<Map<String, String>> details = sentinel.master(masterName);
        RedisFuture<SocketAddress> address = sentinel.getMasterAddrByName(masterName);
        if (address.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS) instanceof InetSocketAddress master) {
            return new Answer(master, failover(details));
        }
        throw new IllegalStateException("the sentinel knows no such master");
    }

    /** The latest failover that the sentinel knows; 0 if it does not report it, so that its latest answer counts. */
    private static long failover(RedisFuture<Map<String, String>> details)
            throws InterruptedException, TimeoutException {
        try {
            String number =
                    details.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).get("config-epoch");
            return number == null ? 0 : Long.parseLong(number);
        } catch (ExecutionException e) {
            return 0;
        }
    }

    private void disconnect() {
        StatefulRedisSentinelConnection<String, String> lost = connection;
        connection = null;
        if (lost != null) {
            lost.closeAsync();
        }
    }

    /** Stops the thread soon. Afterwards it does not call the reader, except to finish a running call. */
    @Override
    public void close() {
        closed = true;
        thread.shutdownNow();
    }
}
