package dev.idgen.internal.stamped;

import dev.idgen.IdGenerator;
import dev.idgen.IdParts;
import dev.idgen.IdScheme;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.ids.Batches;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.stamped.node.NodeSource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Issues ids of a scheme with timestamps.
 *
 * <p><b>Guarantee.</b> No two ids of this scheme are equal as long as no two node ids are: see the {@link
 * dev.idgen.internal.stamped.node.NodeSource} it was given. Within one process they are distinct whatever the clocks do.
 *
 * <p>Thread-safe, for virtual threads too.
 *
 * @param <T> the id's type
 */
class StampedIds<T> implements IdGenerator<T>, Stamped, Monitored {

    final Stamper stamper;
    private final String name;
    private final Scheme<T> scheme;

    /** Made once: a call that makes its own allocates it, unless all is inlined. */
    private final Stamper.Use<T> id = this::id;

    StampedIds(String name, Scheme<T> scheme, Stamper stamper) {
        this.name = name;
        this.scheme = scheme;
        this.stamper = stamper;
    }

    @Override
    public T next() {
        return stamper.next(id);
    }

    @Override
    public CompletableFuture<T> nextAsync() {
        return stamper.tryNext(id)
                .map(CompletableFuture::completedFuture)
                .orElseGet(() -> CompletableFuture.supplyAsync(this::next));
    }

    private T id(NodeSequences sequences, NodeSequences.Lane lane, long stamp) {
        Word128 id = sequences.id(lane, stamp);
        return scheme.type().of(id.high(), id.low());
    }

    @Override
    public List<T> next(int count) {
        return Batches.list(count, this::next);
    }

    @Override
    public void goOnWith(NodeSource nodes) {
        stamper.goOnWith(nodes);
    }

    @Override
    public Optional<String> trouble() {
        return stamper.trouble();
    }

    @Override
    public List<Measure> measures() {
        return stamper.measures();
    }

    @Override
    public Map<String, Object> facts() {
        return stamper.facts();
    }

    @Override
    public IdScheme scheme() {
        return scheme.describe();
    }

    @Override
    public IdParts decode(T id) {
        return decode(id, stamper.latestInstant());
    }

    @Override
    public IdParts decode(T id, Instant issuedBy) {
        return scheme.decode(id, Argument.given("issuedBy", issuedBy));
    }

    @Override
    public String format(T id) {
        return scheme.type().format(id);
    }

    @Override
    public T parse(String text) {
        T id = scheme.type().parse(text);
        decode(id);
        return id;
    }

    @Override
    public String toString() {
        return scheme.name() + " generator '" + name + "'";
    }
}
