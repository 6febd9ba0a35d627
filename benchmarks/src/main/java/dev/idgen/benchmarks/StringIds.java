package dev.idgen.benchmarks;

import dev.idgen.LeaseStore;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.internal.string.StringIdFormat;
import dev.idgen.internal.string.StringIdService;
import dev.idgen.internal.string.StringIdWriter;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.SequenceSettings;
import dev.idgen.internal.time.SharedTime;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.redis.RedisLeaseStore;
import dev.idgen.redis.ScriptRunner;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** String ids from a Redis, with the default configuration. */
final class StringIds implements AutoCloseable {

    static final String BUSINESS = "ORDR";

    private static final SequenceSettings SETTINGS = SequenceSettings.defaults();
    private static final Duration LONGEST_START = Duration.ofSeconds(5);

    private final SharedTime time = new SharedTime(TimeSource.system());
    private final ScriptRunner runner;
    private final StringIdFormat format;
    private final BucketSequence<StringIdWriter> sequence;
    private final StringIdService service;
    private final LongAdder refusals = new LongAdder();

    StringIds(RedisConnectionFactory factory, String namespace, BucketLayout layout) {
        runner = ScriptRunner.create(factory, SETTINGS.requestTimeout(), time, "");
        format = new StringIdFormat(ZoneOffset.UTC, layout, namespace);
        LeaseStore leaseStore = new RedisLeaseStore(runner, namespace, false);
        sequence =
                BucketSequence.start(namespace, format.terms(), SETTINGS, leaseStore, layout, time, format::newWriter);
        sequence.awaitFirstOutcome(LONGEST_START);
        service = new StringIdService(format, () -> sequence);
    }

    StringIds(RedisConnectionFactory factory, String namespace) {
        this(factory, namespace, BucketLayout.STANDARD);
    }

    /** Takes an id. */
    String next() {
        return service.nextId(BUSINESS);
    }

    /** Takes an id, and retries until there is one. */
    String nextPatiently() {
        while (true) {
            try {
                return next();
            } catch (SequenceUnavailableException e) {
                refusals.increment();
            }
        }
    }

    /** The number of failed attempts of {@link #nextPatiently}. */
    long refusals() {
        return refusals.sum();
    }

    /** Takes only a number. */
    void nextNumber() {
        sequence.release(sequence.acquire());
    }

    long millisOf(String id) {
        return format.decode(id).instant().toEpochMilli();
    }

    @Override
    public void close() {
        service.close();
        runner.close();
        time.close();
    }
}
