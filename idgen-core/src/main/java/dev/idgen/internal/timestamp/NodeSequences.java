package dev.idgen.internal.timestamp;

import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.time.TickScale;
import dev.idgen.internal.timestamp.node.Node;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A generator's sequences while it holds one node id: one for each lane. There is one object for each {@link Node}, so
 * no stamp is taken twice. Thread-safe.
 */
final class NodeSequences {

    private final Node node;
    private final Composition composition;
    private final StampEncoder encoder;
    private final TickScale scale;
    private final long firstTick;
    private final long leadTicks;
    private final Lane[] lanes;
    private final long issuedBefore;

    /** A sequence, and what its ids consist of besides their stamps. */
    record Lane(NodeSequences all, TickSequence sequence, Word128 fixed, StampEntropy entropy) {

        /**
         * Takes consecutive stamps, see {@link TickSequence#inARow}.
         *
         * @param nowMillis the clock in epoch milliseconds
         * @return the first stamp, or {@link TickSequence#REFUSED} if there is none within the window, the lead and the
         *     scheme's range
         */
        long next(long nowMillis, int most) {
            long tick = all.tickAt(nowMillis);
            long limit = all.limit(tick);
            return most == 1 ? sequence.next(tick, limit) : sequence.next(tick, limit, most);
        }

        <T> T id(long stamp, IdType<T> form) {
            return all.encoder.id(fixed, stamp, entropy, form);
        }

        /** The lower 64 bits of an id. */
        long low(long stamp) {
            return all.encoder.low(fixed, stamp, entropy);
        }
    }

    /**
     * @param before the sequences of the previous node id, which end here; null if there are none. Their ticks are not
     *     used again, unless the clock was set back since and the ids differ anyway
     * @param nowMillis the clock in epoch milliseconds
     */
    NodeSequences(
            Node node,
            Scheme<?> scheme,
            Entropy entropy,
            long leadTicks,
            @Nullable NodeSequences before,
            long nowMillis) {
        this.node = node;
        this.composition = scheme.composition();
        this.encoder = scheme.encoder();
        this.scale = scheme.scale();
        this.leadTicks = leadTicks;
        this.firstTick = scale.firstFrom(node.notBefore());
        long last = before == null
                ? 0
                : before.endUntil(
                        composition.tellsApart(before.node, node) ? limit(tickAt(nowMillis)) : Long.MAX_VALUE);
        this.issuedBefore = before == null ? 0 : before.issued();
        this.lanes = new Lane[1 << composition.laneBits()];
        for (int i = 0; i < lanes.length; i++) {
            Entropy own = i == 0 ? entropy : entropy.derived(i);
            lanes[i] = new Lane(
                    this,
                    new TickSequence(
                            composition.sequenceBits(), scheme.firstNumber().of(own), last),
                    encoder.fixed(node.id(), i),
                    new StampEntropy(own));
        }
    }

    Node node() {
        return node;
    }

    int laneCount() {
        return lanes.length;
    }

    Lane lane(int index) {
        return lanes[index & (lanes.length - 1)];
    }

    /** How many stamps were taken from these and all earlier sequences. */
    long issued() {
        return issuedBefore
                + Stream.of(lanes).mapToLong(lane -> lane.sequence().taken()).sum();
    }

    /** The clock's tick, or the window's first one if the clock is behind it. */
    private long tickAt(long nowMillis) {
        return Math.max(scale.at(nowMillis), firstTick);
    }

    private long limit(long tick) {
        return Math.min(Math.min(tick + leadTicks, composition.maxTick()), lastTick());
    }

    /** The window's last tick. */
    private long lastTick() {
        return scale.lastUntil(node.notAfter());
    }

    /**
     * Ends the sequences. Returns the last stamp of the latest used tick if that tick is not after the limit, else 0.
     */
    private long endUntil(long limit) {
        long tick = 0;
        for (Lane lane : lanes) {
            tick = Math.max(tick, lane.sequence().close() >>> composition.sequenceBits());
        }
        return tick <= limit ? ((tick + 1) << composition.sequenceBits()) - 1 : 0;
    }

    // Why a stamp was refused

    /**
     * Whether a lane's latest stamp is so far ahead of the clock that the clock must have been set back. False before
     * the epoch, when every lane's stamp looks too far ahead.
     */
    boolean isClockBehind(Lane lane, long nowMillis) {
        long latestAllowed = tickAt(nowMillis) + leadTicks;
        return latestAllowed > 0 && lane.sequence().last() >>> composition.sequenceBits() > latestAllowed;
    }

    /** Whether the clock is past the scheme's last tick. */
    boolean isExhausted(long nowMillis) {
        return scale.at(nowMillis) > composition.maxTick();
    }

    /**
     * Whether a lane's next stamp is after a window.
     *
     * @param notAfter the window's end in epoch milliseconds
     */
    boolean isBeyond(long notAfter, Lane lane, long nowMillis) {
        return Math.max(tickAt(nowMillis), lane.sequence().upcomingTick()) > scale.lastUntil(notAfter);
    }

    /**
     * How many milliseconds the clock must advance until a lane's next stamp is within the lead; 0 if it is already.
     */
    long millisUntilNext(Lane lane, long nowMillis) {
        long tick = lane.sequence().upcomingTick() - leadTicks;
        // If a millisecond has several ticks, the clock shows only the first.
        return Math.max(0, scale.millisOf(tick + scale.ticksPerMilli() - 1) - nowMillis);
    }

    /** When a lane's latest used tick began, in epoch milliseconds. */
    long latestMillis(Lane lane) {
        return scale.millisOf(lane.sequence().last() >>> composition.sequenceBits());
    }
}
