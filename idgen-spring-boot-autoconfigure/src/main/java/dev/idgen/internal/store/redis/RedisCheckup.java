package dev.idgen.internal.store.redis;

import dev.idgen.internal.doctor.Checkup;
import dev.idgen.internal.doctor.Finding;
import dev.idgen.internal.doctor.StoreUse;
import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * Asks the master, or each master of a cluster, for its time, for {@code INFO}, and by {@code CONFIG GET} for what matters and is not
 * told there. A user need not be allowed that, and a server that does not answer is left out if others do.
 *
 * <p>Thread-safe.
 */
public final class RedisCheckup implements Checkup {

    private static final Logger log = LoggerFactory.getLogger(RedisCheckup.class);

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** As many as a server has by default. */
    private static final int MOST_DATABASES = 16;

    /** How a server begins to say that it will not do what is asked, now or later. */
    private static final Pattern REFUSAL = Pattern.compile("(?:NOPERM|ERR) .*", Pattern.DOTALL);

    private final ScriptRunner runner;
    private final RedisConnectionFactory factory;
    private final Duration maxSkew;
    private final Duration leaseTtl;
    private final RedisKeys keys;
    private final TimeSource time;

    /**
     * @param factory the application's: its pool is looked at if connections are borrowed from there, and its sentinels are asked
     * @param maxSkew how far a server's clock may be from this machine's
     * @param leaseTtl for how long numbers are leased
     * @param namespace which is sought in other databases, too
     */
    public RedisCheckup(
            ScriptRunner runner,
            RedisConnectionFactory factory,
            Duration maxSkew,
            Duration leaseTtl,
            String namespace,
            TimeSource time) {
        this.runner = runner;
        this.factory = factory;
        this.keys = new RedisKeys(namespace);
        this.maxSkew = maxSkew;
        this.leaseTtl = leaseTtl;
        this.time = time;
    }

    @Override
    public String store() {
        return "redis";
    }

    @Override
    public Set<String> findings() {
        return RedisFinding.ids();
    }

    @Override
    public List<Finding> examine(StoreUse use) throws InterruptedException, ExecutionException, TimeoutException {
        List<ServerState> states = new ArrayList<>();
        @Nullable Exception failure = null;
        for (AskedServer server : answer(runner.servers())) {
            try {
                states.add(ask(server, use));
            } catch (ExecutionException | TimeoutException e) {
                log.debug("Redis {} does not tell its state", server.address(), e);
                failure = e;
            }
        }
        if (states.isEmpty()) {
            throw new ExecutionException("no server of Redis answers", failure);
        }
        states.replaceAll(state -> withTwins(state, use));
        ClientState client = new ClientState(pool(), SentinelSettings.downAfter(factory), leaseTtl);
        return RedisDiagnosis.of(states, client, use);
    }

    private ServerState ask(AskedServer server, StoreUse use)
            throws InterruptedException, ExecutionException, TimeoutException {
        StampClock clock = new StampClock(time, maxSkew);
        Map<String, String> info = unlessRefused(server.info());
        boolean trusted = true;
        long asked = time.nanoTime();
        try {
            trusted = clock.synchronize(answer(server.time()), asked);
        } catch (ExecutionException e) {
            log.debug("Redis {} does not tell its time", server.address(), e);
        }
        ServerState state =
                new ServerState(server.address(), info, Map.of(), clock.skew().negated(), trusted);
        Map<String, String> config = new HashMap<>();
        for (String name : RedisDiagnosis.settings(state, use)) {
            Map<String, String> told = unlessRefused(server.config(name));
            if (told == null) {
                return new ServerState(state.address(), info, null, state.ahead(), trusted);
            }
            config.putAll(told);
        }
        return new ServerState(state.address(), info, config, state.ahead(), trusted);
    }

    /** Looks into other databases of a server that have keys. One that refuses it is taken to have none of the namespace's. */
    private ServerState withTwins(ServerState server, StoreUse use) {
        OptionalInt own = runner.settings().database();
        if (own.isEmpty() || server.isReplica()) {
            return server;
        }
        Set<Integer> others = server.databases().stream()
                .filter(database -> database != own.getAsInt())
                .limit(MOST_DATABASES)
                .collect(Collectors.toSet());
        if (others.isEmpty()) {
            return server;
        }
        List<String> wanted = new ArrayList<>(keys.group(""));
        use.counters().forEach(counter -> wanted.addAll(keys.counter(counter)));
        try {
            Set<Integer> twins = runner.databasesWith(wanted, others);
            return twins.isEmpty() ? server : server.with(new ServerState.Twins(own.getAsInt(), twins));
        } catch (RuntimeException e) {
            log.debug("Redis does not tell what is in databases {}", others, e);
            return server;
        }
    }

    /** The pool, if there is one and scripts use it. */
    private OptionalInt pool() {
        boolean jedis = ClassUtils.isPresent("redis.clients.jedis.Jedis", RedisCheckup.class.getClassLoader());
        return jedis ? JedisConnections.poolSize(factory) : OptionalInt.empty();
    }

    /** An answer, or null if the server refuses it. */
    private static <T> @Nullable T unlessRefused(CompletionStage<T> question)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return answer(question);
        } catch (ExecutionException e) {
            if (isRefusal(e)) {
                return null;
            }
            throw e;
        }
    }

    private static boolean isRefusal(Throwable failure) {
        for (@Nullable Throwable at = failure; at != null; at = at.getCause()) {
            if (at.getMessage() != null && REFUSAL.matcher(at.getMessage()).lookingAt()) {
                return true;
            }
        }
        return false;
    }

    private static <T> T answer(CompletionStage<T> question)
            throws InterruptedException, ExecutionException, TimeoutException {
        return question.toCompletableFuture().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }
}
