package dev.idgen.internal.string;

import static dev.idgen.internal.string.StringIdWriter.DIGITS;
import static dev.idgen.internal.string.StringIdWriter.MAX_BUSINESS;
import static dev.idgen.internal.string.StringIdWriter.MAX_LENGTH;

import dev.idgen.DecodedId;
import dev.idgen.IdRange;
import dev.idgen.IdScheme;
import dev.idgen.IdScheme.Unit;
import dev.idgen.InvalidIdException;
import dev.idgen.InvalidSettingException;
import dev.idgen.Monotonicity;
import dev.idgen.internal.codec.Latin1;
import dev.idgen.internal.codec.PaddedDecimal;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.codec.Scramble;
import dev.idgen.internal.codec.TimestampPrefix;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.lease.Terms;
import dev.idgen.internal.string.sequence.BucketLayout;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The form of string ids: {@code yyMMddHHmmssSSS}, business code, eight digits. The digits are the sequence number,
 * plain or scrambled.
 *
 * <p>Immutable and thread-safe.
 */
public final class StringIdFormat {

    private static final int MIN_LENGTH = TimestampPrefix.LENGTH + DIGITS;
    private static final List<String> PARTS = List.of("business", "bucket", "number");
    private static final List<IdScheme.Field> FIELDS = List.of(
            new IdScheme.Field("time", TimestampPrefix.LENGTH, Unit.DIGITS),
            new IdScheme.Field("business", MAX_BUSINESS, Unit.CHARACTERS),
            new IdScheme.Field("number", DIGITS, Unit.DIGITS));

    private final TimestampPrefix prefix;
    private final BucketLayout layout;
    private final @Nullable Scramble scramble;

    /**
     * @param offset of the local time that ids show
     * @param layout how the digits consist of bucket and number
     * @param scrambleKey the scramble's key; null for plain digits
     */
    public StringIdFormat(ZoneOffset offset, BucketLayout layout, @Nullable String scrambleKey) {
        this.prefix = new TimestampPrefix(offset);
        this.layout = layout;
        this.scramble = scrambleKey == null ? null : new Scramble(layout.bits(), scrambleKey);
    }

    /**
     * The offset of a zone whose offset never changes again.
     *
     * @throws InvalidSettingException if the offset changes after {@code now}: when clocks go back, an hour of ids
     *     would repeat
     */
    public static ZoneOffset fixedOffset(ZoneId zone, Instant now) {
        ZoneRules rules = zone.getRules();
        ZoneOffsetTransition change = rules.nextTransition(now);
        if (change != null) {
            throw new InvalidSettingException(
                    "idgen.string.zone",
                    "is " + zone + ", whose offset changes from " + change.getOffsetBefore() + " to "
                            + change.getOffsetAfter() + " on " + change.getDateTimeBefore(),
                    "Set 'idgen.string.zone' to a fixed offset, for example '"
                            + ZoneId.ofOffset("UTC", rules.getStandardOffset(now)) + "'.");
        }
        return rules.getOffset(now);
    }

    /** The settings in which all instances of a namespace must agree. */
    public Terms terms() {
        return new Terms(
                Map.of("zone", prefix.offset().getId(), "scramble", scramble == null ? "off" : scramble.fingerprint()));
    }

    IdScheme scheme() {
        return new IdScheme(
                "string",
                MIN_LENGTH + " to " + MAX_LENGTH + " characters: local time, business code, number",
                Monotonicity.BY_TIME,
                FIELDS,
                Duration.ofMillis(1),
                1L << layout.bits(),
                prefix.end());
    }

    /** A workspace for one stripe of the sequence. */
    public StringIdWriter newWriter() {
        return new StringIdWriter(prefix, scramble);
    }

    /** The parts of an id, see {@link dev.idgen.IdService#decode}. */
    public DecodedId decode(String id) {
        int length = Argument.id(id).length();
        if (length < MIN_LENGTH || length > MAX_LENGTH) {
            throw invalid(id, "an id has " + MIN_LENGTH + " to " + MAX_LENGTH + " characters, not " + length);
        }
        int digitsAt = length - DIGITS;
        if (!StringIdWriter.isBusiness(id, TimestampPrefix.LENGTH, digitsAt)) {
            throw invalid(
                    id,
                    "the characters between its time and its last " + DIGITS + " are not a business code [0-9A-Za-z]");
        }
        int digits = PaddedDecimal.parse(id, digitsAt, length);
        if (digits < 0 || digits >>> layout.bits() != 0) {
            throw invalid(id, "its last " + DIGITS + " characters are not a number below " + (1 << layout.bits()));
        }
        int number = scramble == null ? digits : (int) scramble.invert(digits);
        return DecodedId.of(
                Instant.ofEpochMilli(millis(id)),
                PARTS,
                id.substring(TimestampPrefix.LENGTH, digitsAt),
                layout.bucketOf(number),
                layout.numberOf(number));
    }

    private long millis(String id) {
        try {
            return prefix.parse(id);
        } catch (DateTimeException e) {
            throw invalid(
                    id,
                    "its first " + TimestampPrefix.LENGTH + " characters are not a time yyMMddHHmmssSSS ("
                            + e.getMessage() + ")");
        }
    }

    private static InvalidIdException invalid(String id, String problem) {
        return new InvalidIdException(Quote.of(id) + " is not an id: " + problem);
    }

    /** The bounds of all ids of a time, see {@link dev.idgen.IdService#range}. */
    public IdRange<String> range(Instant from, Instant to) {
        if (Argument.given("to", to).isBefore(Argument.given("from", from))) {
            throw new IllegalArgumentException("range ends at " + to + ", before its start " + from);
        }
        return new IdRange<>(bound(from), bound(to));
    }

    /** The least string of any id stamped at an instant or later. Stamps are whole milliseconds, so it rounds up. */
    private String bound(Instant instant) {
        byte[] text = new byte[TimestampPrefix.LENGTH];
        try {
            long millis = instant.toEpochMilli();
            prefix.write(instant.isAfter(Instant.ofEpochMilli(millis)) ? millis + 1 : millis, text);
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(instant + " is out of range: " + e.getMessage(), e);
        }
        return Latin1.text(text, 0, text.length);
    }
}
