package dev.idgen.internal.ids;

import dev.idgen.IdGenerator;
import dev.idgen.IdParts;
import dev.idgen.IdScheme;
import dev.idgen.LongIdGenerator;
import dev.idgen.TextForm;
import dev.idgen.internal.codec.NumberText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The ids of a generator of {@code long} values, written in a given form: a view, and not a generator to configure. A type whose ids
 * are texts declares {@link IdForm#texts}. Thread-safe.
 */
public final class TextIds implements IdGenerator<String> {

    private final LongIdGenerator longs;
    private final NumberText text;
    private final IdForm<Long> type;

    /** @param bits how wide the numbers are */
    public TextIds(LongIdGenerator longs, TextForm form, int bits) {
        this.longs = longs;
        this.text = switch (Argument.given("form", form)) {
            case DECIMAL -> NumberText.decimal();
            case HEX -> NumberText.hex(bits);
            case BASE62 -> NumberText.base62(bits);
            case CROCKFORD -> NumberText.crockford(bits);
        };
        this.type = IdForm.longs(text);
    }

    @Override
    public String next() {
        return text.encode(longs.nextLong());
    }

    @Override
    public List<String> next(int count) {
        List<String> ids = new ArrayList<>(Batches.check(count));
        for (long id : longs.nextLongs(count)) {
            ids.add(text.encode(id));
        }
        return ids;
    }

    @Override
    public CompletableFuture<String> nextAsync() {
        return longs.nextAsync().thenApply(text::encode);
    }

    @Override
    public IdScheme scheme() {
        return longs.scheme();
    }

    @Override
    public IdParts decode(String id) {
        return longs.decode(type.parse(id));
    }

    @Override
    public IdParts decode(String id, Instant issuedBy) {
        return longs.decode(type.parse(id), issuedBy);
    }

    @Override
    public String format(String id) {
        return parse(id);
    }

    /** The text in its usual form, where the reader takes others too. */
    @Override
    public String parse(String id) {
        long number = type.parse(id);
        longs.decode(number);
        return text.encode(number);
    }

    @Override
    public String toString() {
        return longs + " as " + text;
    }
}
