package dev.idgen.internal.string.sequence;

import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import org.jspecify.annotations.Nullable;

/** The rules that a proof names, each taken out in turn to see what goes wrong. */
public enum OmittedRule {
    NONE("All rules hold.", new BucketRule()),
    BEYOND("After a doubt, every window begins more than a ttl after the doubt was noticed.", new BucketRule() {
        @Override
        long beyond(long noticed, long ttl) {
            return noticed;
        }
    }),
    MARGIN("*Beyond* has a margin for clocks, replaced masters and late swaps.", new BucketRule() {
        @Override
        long beyond(long noticed, long ttl) {
            return noticed + ttl;
        }
    }),
    LATER("A stay never begins before the one before it.", new BucketRule() {
        @Override
        long notBefore(BucketValue before, long entered) {
            return entered;
        }
    }),
    BOUND("A window closes within a ttl of the look that grants or extends it.", new BucketRule() {
        @Override
        long windowEnd(BucketValue value, long now, long ttl) {
            return Math.max(now, value.entered()) + ttl;
        }
    }),
    LOCKED("A bucket is locked until a window that begins then can close within a ttl.", new BucketRule() {
        @Override
        long locked(long ahead, long ttl) {
            return 0;
        }

        @Override
        long windowEnd(BucketValue value, long now, long ttl) {
            return Math.max(now + ttl, value.entered() + USE_MILLIS);
        }
    }),
    ENDS("A stay begins after all earlier windows of the quarter have closed.", new BucketRule() {
        @Override
        long closedBy(BucketValue before, int quarter) {
            return 0;
        }
    }),
    KEPT("An extension is recorded.", new BucketRule() {
        @Override
        long recorded(BucketValue value, long end) {
            return value.end();
        }
    }),
    STAY("A window is extended only in the stay that granted it.", new BucketRule() {
        @Override
        boolean isSameStay(BucketValue value, BucketGranted held, int quarterSize) {
            return true;
        }
    }),
    MISSING("A missing value is a doubt, unless two looks found no value at all.", new BucketRule() {
        @Override
        BucketStep lease(@Nullable BucketValue value, Circumstances at, LeaseQuestion asked) {
            return super.lease(value == null ? born(at, asked.randomQuarter(), asked.ttl()) : value, at, asked);
        }
    }),
    RUN("A value written in another run is in doubt.", new BucketRule() {
        @Override
        boolean isOfAnotherMaster(BucketValue value, Circumstances at) {
            return at.doubts(at.run(), value.epoch());
        }
    }),
    EPOCH("A value written in another epoch is in doubt.", new BucketRule() {
        @Override
        boolean isOfAnotherMaster(BucketValue value, Circumstances at) {
            return at.doubts(value.run(), at.epoch());
        }
    }),
    SWAP_VALUE("A swap writes only if the value is the one looked at.", new BucketRule()),
    SWAP_RUN("A swap writes only in the run that was looked at.", new BucketRule()),
    SWAP_LIMIT("A swap writes only within 500 ms of the look.", new BucketRule());

    private final String sentence;

    @SuppressWarnings("ImmutableEnumChecker") // it has no fields
    private final BucketRule rule;

    OmittedRule(String sentence, BucketRule rule) {
        this.sentence = sentence;
        this.rule = rule;
    }

    BucketRule others() {
        return rule;
    }

    /** What the rule says. */
    @Override
    public String toString() {
        return sentence;
    }
}
