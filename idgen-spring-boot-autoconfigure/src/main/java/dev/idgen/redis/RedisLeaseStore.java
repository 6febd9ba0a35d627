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
import dev.idgen.time.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;

/**
 * Lease records in Redis 5 or later, standalone, with Sentinel or as a cluster: one script call per request, see {@code
 * bucket.lua} and {@code namespace.lua}. Thread-safe.
 */
public final class RedisLeaseStore implements LeaseStore {

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
     * The records of a namespace.
     *
     * @param namespace 1 to 64 characters {@code [0-9A-Za-z._-]}
     * @throws dev.idgen.InvalidSettingException if the namespace is malformed
     */
    public static RedisLeaseStore create(ScriptRunner runner, String namespace, BucketLayout layout) {
        return new RedisLeaseStore(
                runner,
                new RedisKeys(namespace),
                layout,
                () -> ThreadLocalRandom.current().nextInt(BucketLayout.QUARTERS));
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
