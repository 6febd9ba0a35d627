package dev.idgen.internal.stamped;

import dev.idgen.IdParts;
import dev.idgen.IdScheme;
import dev.idgen.InvalidIdException;
import dev.idgen.Monotonicity;
import dev.idgen.internal.codec.Scramble;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.ids.IdForm;
import dev.idgen.internal.ids.LongIds;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.stamped.node.NodeSource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The ids of another generator, scrambled within their domain: they look random and decode back. It is not a security measure,
 * see {@link Scramble}.
 *
 * <p>Unique because the mapping is one to one; greater than 0 where those of the other generator are. Thread-safe.
 */
final class ScrambledLongs extends LongIds implements Stamped, Monitored {

    private final StampedLongs plain;
    private final IdForm<Long> type;
    private final Scramble scramble;

    /**
     * @param type how ids are written
     * @param bits how wide they are, 2 to 64
     * @param key any text; equal keys give equal mappings
     */
    ScrambledLongs(StampedLongs plain, IdForm<Long> type, int bits, String key) {
        super(type, bits);
        this.plain = plain;
        this.type = type;
        this.scramble = new Scramble(bits, key);
    }

    @Override
    public long nextLong() {
        return scrambled(plain.nextLong());
    }

    @Override
    public long[] nextLongs(int count) {
        long[] ids = plain.nextLongs(count);
        for (int i = 0; i < count; i++) {
            ids[i] = scrambled(ids[i]);
        }
        return ids;
    }

    /** 0 is not an id, so the number that would become 0 becomes what 0 would become. */
    private long scrambled(long id) {
        long image = scramble.apply(id);
        return image != 0 ? image : scramble.apply(0);
    }

    private long plain(long id) {
        if (id == 0) {
            throw new InvalidIdException("0 is not an id of " + this);
        }
        try {
            long number = scramble.invert(id);
            return number != 0 ? number : scramble.invert(0);
        } catch (IllegalArgumentException e) {
            throw new InvalidIdException(type.format(id) + " is not an id of " + this + ": " + e.getMessage());
        }
    }

    @Override
    public CompletableFuture<Long> nextAsync() {
        return plain.nextAsync().thenApply(this::scrambled);
    }

    @Override
    public void goOnWith(NodeSource nodes) {
        plain.goOnWith(nodes);
    }

    @Override
    public Optional<String> trouble() {
        return plain.trouble();
    }

    @Override
    public List<Measure> measures() {
        return plain.measures();
    }

    @Override
    public Map<String, Object> facts() {
        return plain.facts();
    }

    @Override
    public IdScheme scheme() {
        IdScheme its = plain.scheme();
        return new IdScheme(
                "scrambled " + its.name(),
                its.domain(),
                Monotonicity.NONE,
                its.layout(),
                its.tick(),
                its.capacityPerTick(),
                its.runsOutOn());
    }

    @Override
    public IdParts decode(Long id) {
        return plain.decode(plain(Argument.id(id)));
    }

    @Override
    public IdParts decode(Long id, Instant issuedBy) {
        return plain.decode(plain(Argument.id(id)), issuedBy);
    }

    @Override
    public String toString() {
        return "scrambled " + plain;
    }
}
