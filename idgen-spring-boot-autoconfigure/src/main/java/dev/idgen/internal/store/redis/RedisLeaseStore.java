package dev.idgen.internal.store.redis;

import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.LeaseReply;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.BucketUnborn;
import dev.idgen.internal.string.sequence.LeaseReply.Ended;
import dev.idgen.internal.string.sequence.LeaseReply.Happened;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import dev.idgen.internal.string.sequence.LeaseStore;
import dev.idgen.internal.string.sequence.Namespace;
import dev.idgen.internal.string.sequence.StoreTime;
import dev.idgen.internal.time.Window;
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

    private static final LuaScript BUCKET_SCRIPT = LuaScript.load("bucket.lua");
    private static final LuaScript NAMESPACE_SCRIPT = LuaScript.load("namespace.lua");

    private final ScriptRunner runner;
    private final ConnectionAge connection;
    private final RedisKeys keys;
    private final BucketLayout layout;
    private final IntSupplier randomQuarter;

    /** @param randomQuarter where a new bucket begins; scripts cannot draw it, Redis seeds their generator alike */
    RedisLeaseStore(ScriptRunner runner, RedisKeys keys, BucketLayout layout, IntSupplier randomQuarter) {
        this.runner = runner;
        this.connection = new ConnectionAge(runner);
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
    public String name() {
        return "redis";
    }

    @Override
    public BucketLayout layout() {
        return layout;
    }

    @Override
    public CompletionStage<Namespace> join(Namespace.NamespaceClaim claim) {
        List<String> arguments = new ArrayList<>(List.of(
                text(claim.ttlMillis()), text(claim.settledMillis()), claim.settles() ? "1" : "0", claim.terms()));
        arguments.addAll(claim.replaced());
        return runner.run(NAMESPACE_SCRIPT, keys.namespace(), arguments).thenApply(reply -> {
            ScriptReply read = new ScriptReply(reply);
            long clock = read.nextLong();
            return new Namespace(read.nextLong(), read.nextLong(), read.nextText(), clock);
        });
    }

    @Override
    public CompletionStage<LeaseReply> lease(int bucket, int count, BucketAsker asker, Seen seen) {
        return run(
                bucket,
                "lease",
                asker,
                text(count),
                text(asker.maxLeadMillis()),
                text(randomQuarter.getAsInt()),
                text(asker.absence()),
                seen.run(),
                text(seen.entered()),
                text(seen.position()),
                text(seen.time()));
    }

    @Override
    public CompletionStage<LeaseReply> extend(int bucket, BucketGranted grant, BucketAsker asker) {
        return run(
                bucket,
                "extend",
                asker,
                grant.run(),
                text(grant.first()),
                text(grant.window().notBefore()));
    }

    private CompletionStage<LeaseReply> run(int bucket, String operation, BucketAsker asker, String... more) {
        ConnectionAge.Age asked = connection.now();
        List<String> arguments = new ArrayList<>(List.of(
                operation,
                text(layout.quarterSize()),
                text(asker.ttlMillis()),
                text(asker.settledMillis()),
                text(asker.maxTtlMillis()),
                text(asker.expectedMillis()),
                text(asked.since())));
        arguments.addAll(List.of(more));
        return runner.run(BUCKET_SCRIPT, keys.bucket(bucket), arguments).thenApply(answer -> {
            LeaseReply reply = reply(answer);
            connection.answered(asked, reply.time().clock(), asker.expectedMillis());
            return reply;
        });
    }

    private static LeaseReply reply(List<Object> answer) {
        ScriptReply read = new ScriptReply(answer);
        String outcome = read.nextText();
        StoreTime time = new StoreTime(read.nextLong(), read.nextLong());
        return switch (outcome) {
            case "granted" -> granted(Happened.parse(read.nextText()), read, time);
            case "locked" -> new Locked(Happened.parse(read.nextText()), read.nextLong(), time);
            case "unborn" -> new BucketUnborn(time);
            case "ended" -> new Ended(Happened.parse(read.nextText()), time);
            default -> throw new IllegalStateException("bucket.lua answered '" + outcome + "'");
        };
    }

    private static BucketGranted granted(Happened happened, ScriptReply read, StoreTime time) {
        return new BucketGranted(
                read.nextInt(),
                read.nextInt(),
                new Window(read.nextLong(), read.nextLong()),
                read.nextText(),
                happened,
                time);
    }

    private static String text(long value) {
        return Long.toString(value);
    }
}
