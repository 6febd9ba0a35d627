package dev.idgen.internal.string;

import dev.idgen.DecodedId;
import dev.idgen.IdGenerator;
import dev.idgen.IdParts;
import dev.idgen.IdRange;
import dev.idgen.IdScheme;
import dev.idgen.IdService;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.SequenceUnavailableException.Buckets;
import dev.idgen.SequenceUnavailableException.Reason;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.ids.Batches;
import dev.idgen.internal.monitor.ContinuedMeasures;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.Stripe;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@link IdService} on a bucketed sequence, which it closes when it is closed. It can be stopped, and then draws from another
 * sequence after it was started again: nothing that it held before is drawn any more, in whatever process it goes on.
 *
 * <p>Thread-safe; stopped, started and closed by one thread at a time.
 */
/*
 * A call reads the sequence once and stays with it, which costs the hot path a volatile read. One that is under way when the
 * service is stopped, and does not wait, still gets its id, as if it had come a moment before.
 */
public final class StringIdService implements IdService, Monitored, AutoCloseable {

    private static final List<String> PARTS = List.of("bucket", "number");

    private final StringIdFormat format;
    private final Supplier<BucketSequence<StringIdWriter>> opening;

    /** Null until the first sequence ends or somebody asks: in an application without meters nobody does. */
    private @Nullable ContinuedMeasures measures;

    /** Null while stopped. */
    private volatile @Nullable BucketSequence<StringIdWriter> sequence;

    /**
     * Opens the first sequence at once.
     *
     * @param opening opens a sequence whose workspaces are made by the same format's {@link StringIdFormat#newWriter}
     */
    public StringIdService(StringIdFormat format, Supplier<BucketSequence<StringIdWriter>> opening) {
        this.format = format;
        this.opening = opening;
        this.sequence = opening.get();
    }

    @Override
    public String nextId() {
        return draw("");
    }

    @Override
    public String nextId(String business) {
        return draw(StringIdFormat.checkBusiness(business));
    }

    @Override
    public List<String> nextIds(String business, int count) {
        return draw(StringIdFormat.checkBusiness(business), count);
    }

    @Override
    public CompletableFuture<String> nextIdAsync(String business) {
        StringIdFormat.checkBusiness(business);
        BucketSequence<StringIdWriter> open = sequence;
        return open == null
                ? CompletableFuture.failedFuture(stopped())
                : open.acquireAsync(stripe -> write(stripe, business));
    }

    @Override
    public IdGenerator<String> forBusiness(String business) {
        StringIdFormat.checkBusiness(business);
        return new BusinessIds(business);
    }

    @Override
    public DecodedId decode(String id) {
        return format.decode(id);
    }

    @Override
    public IdRange range(Instant from, Instant to) {
        return format.range(from, to);
    }

    @Override
    public Optional<String> trouble() {
        BucketSequence<StringIdWriter> open = sequence;
        return open == null ? Optional.ofNullable(stopped().getMessage()) : open.trouble();
    }

    @Override
    public List<Measure> measures() {
        return continued().measures();
    }

    private synchronized ContinuedMeasures continued() {
        ContinuedMeasures made = measures;
        if (made == null) {
            made = new ContinuedMeasures(Objects.requireNonNull(sequence).measures());
            measures = made;
        }
        return made;
    }

    /** Draws from a new sequence, unless it draws from one. Throws what opening it throws. */
    public void start() {
        if (sequence == null) {
            BucketSequence<StringIdWriter> next = opening.get();
            continued().goOnWith(next.measures());
            sequence = next;
        }
    }

    /**
     * Waits until leasing has succeeded or failed for the first time since it was opened or started.
     *
     * @throws NamespaceDisagreementException if this instance's settings differ from its namespace's; it is stopped then
     * @throws StoreUnsuitableException likewise, if the store cannot keep ids unique
     */
    public void awaitFirstOutcome(Duration most) {
        BucketSequence<StringIdWriter> open = sequence;
        if (open != null) {
            open.awaitFirstOutcome(most).ifPresent(refusal -> {
                stop();
                throw refusal;
            });
        }
    }

    /** Ends leasing and its thread, and drops all numbers in stock. Calls fail until {@link #start}. */
    public void stop() {
        BucketSequence<StringIdWriter> open = sequence;
        if (open != null) {
            continued();
            sequence = null;
            open.close();
        }
    }

    /** Ends leasing and its thread. Numbers in stock can still be drawn. */
    @Override
    public void close() {
        BucketSequence<StringIdWriter> open = sequence;
        if (open != null) {
            open.close();
        }
    }

    private BucketSequence<StringIdWriter> open() {
        BucketSequence<StringIdWriter> open = sequence;
        if (open == null) {
            throw stopped();
        }
        return open;
    }

    private static SequenceUnavailableException stopped() {
        return new SequenceUnavailableException(Reason.CLOSED, new Buckets(0, 0, 0), 0, null);
    }

    private String draw(String business) {
        BucketSequence<StringIdWriter> open = open();
        Stripe<StringIdWriter> stripe = open.acquire();
        try {
            return write(stripe, business);
        } finally {
            open.release(stripe);
        }
    }

    private List<String> draw(String business, int count) {
        List<String> ids = new ArrayList<>(Batches.check(count));
        long deadline = open().deadline();
        while (ids.size() < count) {
            BucketSequence<StringIdWriter> open = open();
            Stripe<StringIdWriter> stripe = open.acquire(count - ids.size(), deadline);
            try {
                int more = stripe.drawMore(count - ids.size() - 1);
                stripe.workspace().write(stripe.tick(), business, stripe.number() - more, more + 1, ids);
            } finally {
                open.release(stripe);
            }
        }
        return ids;
    }

    private String write(Stripe<StringIdWriter> stripe, String business) {
        return stripe.workspace().write(stripe.tick(), business, stripe.number());
    }

    /** The ids of one business code, which was checked already. */
    private final class BusinessIds implements IdGenerator<String> {

        private final String business;

        BusinessIds(String business) {
            this.business = business;
        }

        @Override
        public String next() {
            return draw(business);
        }

        @Override
        public List<String> next(int count) {
            return draw(business, count);
        }

        @Override
        public CompletableFuture<String> nextAsync() {
            return nextIdAsync(business);
        }

        @Override
        public IdScheme scheme() {
            return format.scheme();
        }

        @Override
        public IdParts decode(String id) {
            DecodedId decoded = format.decode(id);
            return IdParts.of(decoded.instant(), PARTS, decoded.bucket(), decoded.number());
        }

        @Override
        public String format(String id) {
            return Argument.id(id);
        }

        @Override
        public String parse(String text) {
            format.decode(text);
            return text;
        }

        @Override
        public String toString() {
            return "string ids of business code '" + business + "'";
        }
    }
}
