package dev.idgen.scheme;

import dev.idgen.DecodedId;
import dev.idgen.IdGenerator;
import dev.idgen.IdParts;
import dev.idgen.IdRange;
import dev.idgen.IdScheme;
import dev.idgen.IdService;
import dev.idgen.bucket.BucketSequence;
import dev.idgen.bucket.Stripe;
import dev.idgen.monitor.Measure;
import dev.idgen.monitor.Monitored;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** {@link IdService} on a bucketed sequence, which it closes when it is closed. Thread-safe. */
public final class StringIdService implements IdService, Monitored, AutoCloseable {

    private final StringIdFormat format;
    private final BucketSequence<StringIdWriter> sequence;

    /** @param sequence whose workspaces were made by the same format's {@link StringIdFormat#newWriter} */
    public StringIdService(StringIdFormat format, BucketSequence<StringIdWriter> sequence) {
        this.format = format;
        this.sequence = sequence;
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
        return sequence.acquireAsync(stripe -> write(stripe, business));
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
        return sequence.trouble();
    }

    @Override
    public List<Measure> measures() {
        return sequence.measures();
    }

    @Override
    public void close() {
        sequence.close();
    }

    private String draw(String business) {
        Stripe<StringIdWriter> stripe = sequence.acquire();
        try {
            return write(stripe, business);
        } finally {
            sequence.release(stripe);
        }
    }

    private List<String> draw(String business, int count) {
        List<String> ids = new ArrayList<>(Batches.check(count));
        long deadline = sequence.deadline();
        while (ids.size() < count) {
            Stripe<StringIdWriter> stripe = sequence.acquire(count - ids.size(), deadline);
            try {
                do {
                    ids.add(write(stripe, business));
                } while (ids.size() < count && stripe.drawAgain());
            } finally {
                sequence.release(stripe);
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
            Map<String, Long> values = new LinkedHashMap<>();
            values.put("bucket", (long) decoded.bucket());
            values.put("number", (long) decoded.number());
            return new IdParts(decoded.instant(), values);
        }

        @Override
        public IdParts decode(String id, Instant issuedBy) {
            return decode(id);
        }

        @Override
        public String format(String id) {
            return id;
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
