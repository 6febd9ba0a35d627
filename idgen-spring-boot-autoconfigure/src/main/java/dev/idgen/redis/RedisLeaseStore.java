package dev.idgen.redis;

import dev.idgen.bucket.BucketLayout;
import dev.idgen.bucket.LeaseReply;
import dev.idgen.bucket.LeaseReply.Ended;
import dev.idgen.bucket.LeaseReply.Granted;
import dev.idgen.bucket.LeaseReply.LockReason;
import dev.idgen.bucket.LeaseReply.Locked;
import dev.idgen.bucket.LeaseReply.Unborn;
import dev.idgen.bucket.LeaseStore;
import dev.idgen.bucket.Namespace;
import dev.idgen.bucket.StoreTime;
import dev.idgen.time.TimeSource;
import dev.idgen.time.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * Lease records in Redis 5 or later, standalone, with Sentinel or as a cluster: one script call per request, see {@code
 * bucket.lua} and {@code namespace.lua}. Thread-safe.
 */
public final class RedisLeaseStore implements LeaseStore, AutoCloseable {

    private static final Duration LONGEST_QUEUEING = Duration.ofSeconds(5);
    private static final boolean LETTUCE_PRESENT =
            ClassUtils.isPresent("io.lettuce.core.RedisClient", RedisLeaseStore.class.getClassLoader());

    private final ScriptRunner runner;
    private final RedisKeys keys;
    private final BucketLayout layout;
    private final IntSupplier randomQuarter;
    private final LuaScript bucketScript = LuaScript.load("bucket.lua");
    private final LuaScript namespaceScript = LuaScript.load("namespace.lua");

    /** @param randomQuarter where a new bucket begins; scripts cannot draw it, Redis seeds their generator alike */
    RedisLeaseStore(ScriptRunner runner, RedisKeys keys, BucketLayout layout, IntSupplier randomQuarter) {
        this.runner = runner;
        this.keys = keys;
        this.layout = layout;
        this.randomQuarter = randomQuarter;
    }

    /**
     * A store at the servers that a connection factory reaches. With Lettuce it opens one connection of its own; with any
     * other driver it borrows the factory's.
     *
     * @param namespace 1 to 64 characters {@code [0-9A-Za-z._-]}
     * @param requestTimeout after which a request counts as failed
     * @throws dev.idgen.InvalidSettingException if the namespace is malformed
     */
    public static RedisLeaseStore create(
            RedisConnectionFactory factory,
            String namespace,
            BucketLayout layout,
            Duration requestTimeout,
            TimeSource time) {
        RedisKeys keys = new RedisKeys(namespace);
        return new RedisLeaseStore(
                runner(factory, requestTimeout, time),
                keys,
                layout,
                () -> ThreadLocalRandom.current().nextInt(BucketLayout.QUARTERS));
    }

    private static ScriptRunner runner(RedisConnectionFactory factory, Duration requestTimeout, TimeSource time) {
        if (LETTUCE_PRESENT) {
            Optional<LettuceConnections> connections = LettuceConnections.like(factory, requestTimeout);
            if (connections.isPresent()) {
                return new LettuceScriptRunner(connections.get(), requestTimeout, time);
            }
        }
        return new BlockingScriptRunner(factory, LONGEST_QUEUEING, time);
    }

    @Override
    public CompletionStage<Namespace> join(Namespace.Claim claim) {
        return runner.run(
                        namespaceScript,
                        keys.namespace(),
                        List.of(claim.creator(), text(claim.created()), text(claim.ttlMillis()), claim.terms()))
                .thenApply(reply -> {
                    ScriptReply read = new ScriptReply(reply);
                    long now = read.nextLong();
                    return new Namespace(
                            read.nextText(),
                            read.nextLong(),
                            read.nextLong(),
                            read.nextText(),
                            new StoreTime(now, now));
                });
    }

    @Override
    public CompletionStage<LeaseReply> birth(int bucket, Asker asker) {
        return run(bucket, "birth", asker, text(asker.created()), text(randomQuarter.getAsInt()));
    }

    @Override
    public CompletionStage<LeaseReply> lease(int bucket, int count, Asker asker) {
        return run(bucket, "lease", asker, text(asker.created()), text(randomQuarter.getAsInt()), text(count));
    }

    @Override
    public CompletionStage<LeaseReply> extend(int bucket, Granted grant, Asker asker) {
        return run(
                bucket,
                "extend",
                asker,
                grant.run(),
                text(grant.first()),
                text(grant.window().notBefore()));
    }

    @Override
    public void close() {
        runner.close();
    }

    private CompletionStage<LeaseReply> run(int bucket, String operation, Asker asker, String... more) {
        List<String> arguments = new ArrayList<>(
                List.of(operation, text(layout.quarterSize()), text(asker.ttlMillis()), text(asker.maxTtlMillis())));
        arguments.addAll(List.of(more));
        return runner.run(bucketScript, keys.bucket(bucket), arguments).thenApply(RedisLeaseStore::reply);
    }

    private static LeaseReply reply(List<Object> answer) {
        ScriptReply read = new ScriptReply(answer);
        String outcome = read.nextText();
        StoreTime time = new StoreTime(read.nextLong(), read.nextLong());
        return switch (outcome) {
            case "granted" ->
                new Granted(
                        read.nextInt(),
                        read.nextInt(),
                        new Window(read.nextLong(), read.nextLong()),
                        read.nextText(),
                        time);
            case "locked" -> new Locked(LockReason.parse(read.nextText()), read.nextLong(), time);
            case "unborn" -> new Unborn(time);
            case "ended" -> new Ended(time);
            default -> throw new IllegalStateException("bucket.lua answered '" + outcome + "'");
        };
    }

    private static String text(long value) {
        return Long.toString(value);
    }
}
