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
 * Asks a sentinel which server is master, several times a second, on a thread of its own.
 *
 * <p>A master that sentinels replace while it is well, as in a failover by hand, goes on as before until they demote
 * it, some ten seconds later, and its connections do not show it. Sentinels know: the one that leads the failover
 * within a second of the promotion, for it looks at the servers once a second, and the others within a tenth of a
 * second more.
 *
 * <p>It keeps one connection, to the first sentinel of the application's list that can be reached: Lettuce asks the
 * same one before it connects. When that sentinel does not answer, the next look begins at the head of the list. Of two
 * answers that differ it believes the one that knows of the later failover, whichever came first: a sentinel that was
 * away tells of the past.
 *
 * <p>Thread-safe.
 */
final class SentinelWatch implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(SentinelWatch.class);

    private static final Duration INTERVAL = Duration.ofMillis(250);
    private static final Duration MAX_INTERVAL = Duration.ofSeconds(4);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** After so many answers in a row that know of an earlier failover only: sentinels set up anew count from 0. */
    private static final int MOST_FROM_THE_PAST = 40;

    /** Is told after each answer, on the thread of the watch. */
    interface Reader {

        /**
         * A sentinel has named the master.
         *
         * @param failover the number of the failover that made it master; 0 if the sentinel does not tell
         */
        void masterIs(InetSocketAddress master, long failover);
    }

    private final RedisClient client;
    private final String masterName;
    private final TimeSource time;
    private final Reader reader;
    private final ExecutorService thread = DaemonThreads.pool("idgen-redis-sentinel", 1, 1);
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile boolean closed;

    // The fields below are used by the thread alone.
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

    /**
     * @param client made for the sentinels; closed by its owner, after the watch
     */
    SentinelWatch(RedisClient client, String masterName, TimeSource time, Reader reader) {
        this.client = client;
        this.masterName = masterName;
        this.time = time;
        this.reader = reader;
    }

    /** Begins to ask, unless it has begun. Returns at once. */
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

    /** How long to wait after a look: longer and longer while none answers, since Lettuce logs each failure. */
    private Duration interval() {
        Duration interval = INTERVAL.multipliedBy(1L << Math.min(Math.max(failures - 1, 0), 10));
        return interval.compareTo(MAX_INTERVAL) < 0 ? interval : MAX_INTERVAL;
    }

    private void look() {
        try {
            Answer newest = newest(ask());
            if (!closed) {
                reader.masterIs(newest.master(), newest.failover());
            }
        } catch (Exception e) {
            disconnect();
            failed(e);
        }
    }

    /** A single failure may be that of one sentinel: the next look finds another. */
    private void failed(Exception failure) {
        failures++;
        if (failures == 2 && !closed) {
            log.info(
                    "idgen: no sentinel names the master of '{}', so a new master is noticed late: {}",
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
            log.info("idgen: the master of '{}' is {} now, and was {}", masterName, answer, before);
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
        // In this order: should a failover come between them, the old number goes with the new address.
        RedisFuture<Map<String, String>> details = sentinel.master(masterName);
        RedisFuture<SocketAddress> address = sentinel.getMasterAddrByName(masterName);
        if (address.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS) instanceof InetSocketAddress master) {
            return new Answer(master, failover(details));
        }
        throw new IllegalStateException("the sentinel knows no such master");
    }

    /** Which failover the sentinel knows of; 0 where it does not tell, so that its latest answer is believed. */
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

    /**
     * Ends the thread soon, and with it the asking. The reader is not called afterwards, unless it is being called now.
     */
    @Override
    public void close() {
        closed = true;
        thread.shutdownNow();
    }
}
