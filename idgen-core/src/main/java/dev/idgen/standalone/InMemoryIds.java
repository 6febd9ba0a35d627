package dev.idgen.standalone;

import dev.idgen.DecodedId;
import dev.idgen.IdRange;
import dev.idgen.IdScheme;
import dev.idgen.IdService;
import dev.idgen.TimeOrderedIds;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.string.StringIdFormat;
import dev.idgen.internal.string.StringIdService;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.SequenceSettings;
import dev.idgen.internal.time.DeterministicTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * String ids without a store, for unit tests and programs of one process: {@code new InMemoryIds().nextId("ORDR")}.
 *
 * <p><b>Guarantee.</b> One object never repeats an id, whatever the clock does. Two objects may issue equal ids, even
 * in one process. Ids show the time in UTC.
 *
 * <p>Thread-safe. {@link #close} ends its daemon thread.
 */
public final class InMemoryIds implements IdService, AutoCloseable {

    private static final String NAMESPACE = "memory";

    private final StringIdService ids;

    public InMemoryIds() {
        this(TimeSource.system());
    }

    private InMemoryIds(TimeSource time) {
        BucketLayout layout = BucketLayout.STANDARD;
        StringIdFormat format = new StringIdFormat(ZoneOffset.UTC, layout, NAMESPACE);
        ids = new StringIdService(
                format,
                () -> BucketSequence.start(
                        NAMESPACE,
                        format.terms(),
                        SequenceSettings.defaults(),
                        new InMemoryLeaseStore(time),
                        layout,
                        time,
                        format::newWriter));
    }

    /**
     * Ids for approval tests: each new object issues the same ids in the same order, all with the time
     * {@code 2026-01-02T03:04:05.678Z}. Draw them on one thread. In a namespace {@code memory}, {@code IdService} of a
     * Spring test with {@code deterministic = true} issues these, too.
     *
     * @throws IllegalStateException if neither JUnit nor TestNG is on the class path
     */
    public static InMemoryIds deterministic() {
        return new InMemoryIds(new DeterministicTime());
    }

    @Override
    public String nextId() {
        return ids.nextId();
    }

    @Override
    public String nextId(String business) {
        return ids.nextId(business);
    }

    @Override
    public List<String> nextIds(String business, int count) {
        return ids.nextIds(business, count);
    }

    @Override
    public CompletableFuture<String> nextIdAsync(String business) {
        return ids.nextIdAsync(business);
    }

    @Override
    public TimeOrderedIds<String> forBusiness(String business) {
        return ids.forBusiness(business);
    }

    @Override
    public IdScheme scheme() {
        return ids.scheme();
    }

    @Override
    public DecodedId decode(String id) {
        return ids.decode(id);
    }

    @Override
    public IdRange<String> range(Instant from, Instant to) {
        return ids.range(from, to);
    }

    /** Ends the thread. Later calls fail. */
    @Override
    public void close() {
        ids.stop();
    }
}
