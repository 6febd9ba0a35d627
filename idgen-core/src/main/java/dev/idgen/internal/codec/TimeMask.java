package dev.idgen.internal.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Hides the timestamp of ids of more than 64 bits by a key, one to one. All other bits stay as they are.
 *
 * <p>UUIDs of version 7 and ULIDs have random bits. Their time is combined, by exclusive or, with SipHash of these
 * bits, exactly as <a href="https://github.com/stateless-me/uuidv47">UUIDv47</a> does. Where the other bits repeat, as
 * in UUIDs of versions 1 and 6 and object ids, that would show the difference of two times. There the time is permuted
 * by a Feistel network of {@value #ROUNDS} rounds of SipHash, with the other bits as its tweak. A UUID becomes one of
 * version 4, and the version returns when the time does.
 *
 * <p>Without the key, the time looks random, as far as SipHash is a pseudorandom function. The other bits are visible:
 * those of a node or process show which ids come from one. It is no proof of who made an id, because any text can be
 * read.
 *
 * <p>Immutable and thread-safe.
 *
 * @see <a href="https://cr.yp.to/siphash/siphash-20120918.pdf">Aumasson and Bernstein, SipHash</a>
 * @see <a href="https://doi.org/10.1137/0217022">Luby and Rackoff, How to construct pseudorandom permutations</a>
 */
final class TimeMask implements IdMask {

    /** The kind of ids. */
    public enum Masked {
        UUID_V1(1),
        UUID_V6(6),
        UUID_V7(7),
        ULID(0),
        OBJECT_ID(0);

        private final int version;

        Masked(int version) {
            this.version = version;
        }

        /** The kind of a scheme's ids; empty if their time cannot be hidden. */
        static Optional<Masked> of(String scheme) {
            return Arrays.stream(values())
                    .filter(kind -> PropertyNames.of(kind).equals(scheme))
                    .findFirst();
        }
    }

    private static final int ROUNDS = 4;
    private static final int VERSION_BIT = 12;
    private static final long VERSION = 0xFL << VERSION_BIT;
    private static final int FACADE = 4;
    private static final int RANDOM_BYTES = 10;
    private static final int TWEAKED_BYTES = 13;
    private static final Pattern PUBLISHED_KEY = Pattern.compile("[0-9a-fA-F]{32}");

    private final Masked kind;
    private final String fingerprint;
    private final Entropy hashing;

    /**
     * @param key 32 hexadecimal digits are the 16 bytes of the key, in the order of SipHash and in either
     *     case; any other string is hashed
     */
    public TimeMask(Masked kind, String key) {
        boolean isPublished = PUBLISHED_KEY.matcher(key).matches();
        byte[] bytes = isPublished ? HexFormat.of().parseHex(key) : Scramble.sha256("idgen-time-mask:" + key);
        String same = isPublished ? key.toLowerCase(Locale.ROOT) : key;
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        this.kind = kind;
        this.fingerprint = HexFormat.of().formatHex(Scramble.sha256("idgen-time-mask-fingerprint:" + same), 0, 6);
        this.hashing = new Entropy(words.getLong(), words.getLong());
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    @Override
    public Word128 apply(Word128 id) {
        return switch (kind) {
            case UUID_V7, ULID -> versioned(xored(id), FACADE);
            case UUID_V1, UUID_V6 ->
                new Word128(withTime(permuted(time(id.high()), 30, id.low(), 0), FACADE), id.low());
            case OBJECT_ID -> new Word128(permuted(id.high(), 16, id.low(), 0), id.low());
        };
    }

    @Override
    public Word128 invert(Word128 masked) {
        if (kind.version > 0 && (masked.high() & VERSION) >>> VERSION_BIT != FACADE) {
            throw new IllegalArgumentException("a masked id is a UUID of version 4");
        }
        return switch (kind) {
            case UUID_V7, ULID -> versioned(xored(masked), kind.version);
            case UUID_V1, UUID_V6 ->
                new Word128(
                        withTime(permuted(time(masked.high()), 30, masked.low(), ROUNDS - 1), kind.version),
                        masked.low());
            case OBJECT_ID -> new Word128(permuted(masked.high(), 16, masked.low(), ROUNDS - 1), masked.low());
        };
    }

    private Word128 versioned(Word128 id, int version) {
        return kind.version == 0 ? id : new Word128((id.high() & ~VERSION) | (long) version << VERSION_BIT, id.low());
    }

    /** The message is 10 bytes: the last 2 of the high word and the low word, without a UUID's version and variant. */
    private Word128 xored(Word128 id) {
        boolean uuid = kind.version > 0;
        long head = id.high() & (uuid ? 0xFFF : 0xFFFF);
        long rest = uuid ? id.low() & -1L >>> 2 : id.low();
        long first = Long.reverseBytes(head << 48 | rest >>> 16);
        long last = Long.reverseBytes(rest << 48);
        return new Word128(id.high() ^ hash(first, last, RANDOM_BYTES) << 16, id.low());
    }

    /** The 60 bits around a UUID's version. Their order does not matter. */
    private static long time(long high) {
        return high >>> 16 << 12 | (high & 0xFFF);
    }

    private static long withTime(long time, int version) {
        return time >>> 12 << 16 | (long) version << VERSION_BIT | (time & 0xFFF);
    }

    /**
     * A Feistel network. Its inverse is the same with the halves and the order of the rounds exchanged.
     *
     * @param half the width of a half in bits
     * @param begin the first round, 0 or the last one
     */
    private long permuted(long number, int half, long tweak, int begin) {
        long mask = (1L << half) - 1;
        boolean inverse = begin > 0;
        long left = inverse ? number & mask : number >>> half;
        long right = inverse ? number >>> half : number & mask;
        for (int i = 0; i < ROUNDS; i++) {
            long round = Math.abs(begin - i);
            long next = left ^ (hash(tweak, round << 32 | right, TWEAKED_BYTES) & mask);
            left = right;
            right = next;
        }
        return inverse ? right << half | left : left << half | right;
    }

    /** @param rest up to 7 bytes after the first 8, the first of them in the lowest bits */
    private long hash(long first, long rest, int length) {
        return hashing.hash(first, (long) length << 56 | rest);
    }
}
