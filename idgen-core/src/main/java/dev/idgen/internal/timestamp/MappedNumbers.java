package dev.idgen.internal.timestamp;

import dev.idgen.DecodedId;
import dev.idgen.IdScheme;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.IdSource;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.request.Waiters;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Another source's numbers of up to 64 bits, mapped one to one. As unique and as thread-safe as the mapping is. */
abstract class MappedNumbers<S extends IdSource> implements IdSource {

    /** The source before the mapping. */
    final S plain;

    MappedNumbers(S plain) {
        this.plain = plain;
    }

    abstract long mapped(long number);

    @Override
    public <T> T next(IdType<T> form) {
        return form.of(0, nextLong());
    }

    @Override
    public long nextLong() {
        return mapped(plain.nextLong());
    }

    @Override
    public <T> CompletableFuture<T> nextAsync(IdType<T> form) {
        return Waiters.mapped(plain.nextAsync(IdType.LONG), number -> form.of(0, mapped(number)));
    }

    @Override
    public Map<String, Object> sharedSettings() {
        return plain.sharedSettings();
    }

    @Override
    public int bits() {
        return plain.bits();
    }

    @Override
    public IdScheme scheme() {
        return plain.scheme();
    }

    @Override
    public DecodedId decode(Word128 id, @Nullable Instant issuedBy) {
        return plain.decode(id, issuedBy);
    }

    @Override
    public Optional<String> unavailability() {
        return plain.unavailability();
    }

    @Override
    public List<Measure> measures() {
        return plain.measures();
    }

    @Override
    public Map<String, Object> facts() {
        return plain.facts();
    }
}
