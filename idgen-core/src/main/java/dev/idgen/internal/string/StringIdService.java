package dev.idgen.internal.string;

import dev.idgen.DecodedId;
import dev.idgen.IdRange;
import dev.idgen.IdScheme;
import dev.idgen.IdService;
import dev.idgen.IdgenException;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.PublicText;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.SequenceUnavailableException.Buckets;
import dev.idgen.SequenceUnavailableException.Reason;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.TimeOrderedIds;
import dev.idgen.internal.ids.Batches;
import dev.idgen.internal.ids.Calls;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.monitor.Restartable;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.Stripe;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * {@link IdService} on a bucketed sequence. While it is stopped, calls fail. When it starts again, it draws from a new
 * sequence. Closing stops it.
 *
 * <p>Thread-safe; stop, start and close it from one thread at a time.
 */
/*
 * A call reads the sequence once and keeps using it, which costs the hot path a volatile read. A call that is under way
 * during a stop, and does not wait, still gets its id, as if it had come a moment earlier.
 */
public final class StringIdService extends Restartable<BucketSequence<StringIdWriter>>
        implements IdService, Monitored, AutoCloseable {

    private final StringIdFormat format;
    private final Calls calls = new Calls();

    /**
     * Opens the first sequence at once.
     *
     * @param opening opens a sequence with workspaces from the same format's {@link StringIdFormat#newWriter}
     */
    public StringIdService(StringIdFormat format, Supplier<BucketSequence<StringIdWriter>> opening) {
        super(opening, BucketSequence::measures, BucketSequence::close);
        this.format = format;
    }

    @Override
    public String nextId() {
        return draw("");
    }

    @Override
    public String nextId(String business) {
        return draw(StringIdWriter.checkBusiness(business));
    }

    @Override
    public List<String> nextIds(String business, int count) {
        return draw(StringIdWriter.checkBusiness(business), count);
    }

    @Override
    public CompletableFuture<String> nextIdAsync(String business) {
        StringIdWriter.checkBusiness(business);
        BucketSequence<StringIdWriter> open = running();
        return calls.watched(
                open == null
                        ? CompletableFuture.failedFuture(stopped())
                        : open.acquireAsync(stripe -> write(stripe, business)));
    }

    @Override
    public TimeOrderedIds<String> forBusiness(String business) {
        StringIdWriter.checkBusiness(business);
        return new BusinessIds(this, business);
    }

    @Override
    public IdScheme scheme() {
        return format.scheme();
    }

    @Override
    public DecodedId decode(String id) {
        return format.decode(id);
    }

    @Override
    public IdRange<String> range(Instant from, Instant to) {
        return format.range(from, to);
    }

    @Override
    public List<Measure> measures() {
        return Stream.concat(super.measures().stream(), calls.measures().stream())
                .toList();
    }

    @Override
    public Optional<String> unavailability() {
        BucketSequence<StringIdWriter> open = running();
        return open == null ? Optional.ofNullable(stopped().getMessage()) : open.unavailability();
    }

    /**
     * Waits until leasing has succeeded or failed for the first time since the service was opened or started. If it
     * throws, it also stops the service.
     *
     * @throws NamespaceDisagreementException if this instance's settings differ from its namespace's
     * @throws StoreUnsuitableException if the store cannot keep ids unique
     */
    public void awaitFirstOutcome(Duration most) {
        BucketSequence<StringIdWriter> open = running();
        if (open != null) {
            open.awaitFirstOutcome(most).ifPresent(refusal -> {
                stop();
                throw refusal;
            });
        }
    }

    /** Ends leasing and its thread. Later calls fail. */
    @Override
    public void close() {
        stop();
    }

    private BucketSequence<StringIdWriter> open() {
        BucketSequence<StringIdWriter> open = running();
        if (open == null) {
            throw stopped();
        }
        return open;
    }

    private static SequenceUnavailableException stopped() {
        return new SequenceUnavailableException(Reason.CLOSED, new Buckets(0, 0, 0), 0, 0, null);
    }

    private String draw(String business) {
        try {
            BucketSequence<StringIdWriter> open = open();
            Stripe<StringIdWriter> stripe = open.acquire();
            try {
                return write(stripe, business);
            } finally {
                open.release(stripe);
            }
        } catch (IdgenException e) {
            throw calls.failed(e);
        }
    }

    private List<String> draw(String business, int count) {
        List<String> ids = new ArrayList<>(Batches.check(count));
        try {
            draw(business, count, ids);
        } catch (IdgenException e) {
            throw calls.failed(e);
        }
        return ids;
    }

    private void draw(String business, int count, List<String> ids) {
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
    }

    private String write(Stripe<StringIdWriter> stripe, String business) {
        return stripe.workspace().write(stripe.tick(), business, stripe.number());
    }

    /** The ids of one business code, already checked. */
    private record BusinessIds(StringIdService service, String business) implements TimeOrderedIds<String> {

        @Override
        public String next() {
            return service.draw(business);
        }

        @Override
        public List<String> next(int count) {
            return service.draw(business, count);
        }

        @Override
        public CompletableFuture<String> nextAsync() {
            return service.nextIdAsync(business);
        }

        @Override
        public IdScheme scheme() {
            return service.scheme();
        }

        @Override
        public DecodedId decode(String id) {
            return service.decode(id);
        }

        @Override
        public DecodedId decode(String id, Instant issuedBy) {
            return service.decode(id, issuedBy);
        }

        @Override
        public IdRange<String> range(Instant from, Instant to) {
            return service.range(from, to);
        }

        @Override
        public String format(String id) {
            return service.format(id);
        }

        @Override
        public String parse(String text) {
            return service.parse(text);
        }

        @Override
        public TimeOrderedIds<String> withText(PublicText style) {
            return service.withText(style);
        }

        @Override
        public String toString() {
            return "string ids of business code '" + business + "'";
        }
    }
}
