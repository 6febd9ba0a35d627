package dev.idgen.internal.string.sequence;

import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.Conversation;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.Step;
import dev.idgen.internal.string.sequence.BucketRule.BucketStep;
import dev.idgen.internal.string.sequence.BucketRule.ExtendQuestion;
import dev.idgen.internal.string.sequence.BucketRule.LeaseQuestion;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.Contended;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Asks {@link BucketRule} about the buckets of a register. Used by the planner only. */
final class BucketLeases {

    /** The field with a bucket's value. */
    static final String LEASE = "lease";

    /** The field that an operator sets to close a bucket. */
    static final String CLOSED = "closed";

    private static final List<String> FIELDS = List.of(LEASE, CLOSED);

    /** Takes note of each look at a bucket, and says what its time is worth. */
    interface Looking {

        /**
         * Judges the clock of a look.
         *
         * @param last when the bucket was last granted from, in epoch milliseconds of the store's clock; 0 if that is not known
         */
        Circumstances at(Look look, long last);

        /** A stored value could not be read. */
        void unreadable(String text);
    }

    private interface Ruling {

        BucketStep of(@Nullable BucketValue value, Circumstances at, boolean isClosed);
    }

    private final Register register;
    private final BucketRule rule;
    private final BucketLayout layout;
    private final long ttl;
    private final long maxLead;
    private final IntSupplier randomQuarter;
    private final Executor planner;

    /** @param planner the planner's thread, where rules are asked */
    BucketLeases(Register register, SequenceSettings settings, SequenceEnvironment environment, Executor planner) {
        this.register = register;
        this.rule = environment.rule();
        this.layout = environment.layout();
        this.ttl = settings.leaseTtl().toMillis();
        this.maxLead = settings.maxLead().toMillis();
        this.randomQuarter = environment.randomQuarter();
        this.planner = planner;
    }

    /**
     * Leases numbers.
     *
     * @param count how many at the most; a grant may hold fewer. 0 takes none, but a doubt or an overflow that is due is noted
     * @param mayLead whether a window that begins in the future is wanted
     * @param isMissingLost asked whether a missing value was lost
     */
    CompletionStage<LeaseReply> lease(
            Bucket bucket, int count, boolean mayLead, BooleanSupplier isMissingLost, Looking looking) {
        return ask(bucket, looking, (value, at, isClosed) -> {
            LeaseQuestion question = new LeaseQuestion(
                    count,
                    layout.quarterSize(),
                    ttl,
                    randomQuarter.getAsInt(),
                    bucket.seen(),
                    value == null && isMissingLost.getAsBoolean(),
                    isClosed,
                    maxLead,
                    mayLead);
            return rule.lease(value, at, question);
        });
    }

    /** Keeps the window of a grant open for another ttl, if the bucket is still in the stay that granted it. */
    CompletionStage<LeaseReply> extend(Bucket bucket, BucketGranted held, Looking looking) {
        return ask(
                bucket,
                looking,
                (value, at, isClosed) -> rule.extend(
                        value, at, new ExtendQuestion(held, layout.quarterSize(), ttl, bucket.seen(), isClosed)));
    }

    private CompletionStage<LeaseReply> ask(Bucket bucket, Looking looking, Ruling ruling) {
        return Conversation.hold(
                register, bucket.group(), FIELDS, look -> step(look, looking, ruling), Contended::new, planner);
    }

    private static Step<LeaseReply> step(Look look, Looking looking, Ruling ruling) {
        String text = look.value(LEASE);
        BucketValue value = text == null ? null : BucketValue.parse(text).orElse(null);
        if (text != null && value == null) {
            looking.unreadable(text);
        }
        Circumstances at = looking.at(look, value == null ? 0 : value.last());
        BucketStep step = ruling.of(value, at, look.value(CLOSED) != null);
        BucketValue next = step.next();
        return next == null ? Step.answer(step.answer()) : Step.write(FIELDS, LEASE, next.toString(), step.answer());
    }

    /** The value of a bucket that is made, in a namespace that was found new by this look at it. */
    String newborn(Look look) {
        return rule.born(Circumstances.of(look), randomQuarter.getAsInt(), ttl).toString();
    }

    /** Whether a bucket is used with another ttl. */
    boolean isForeign(Look look) {
        String text = look.value(LEASE);
        return text != null
                && BucketValue.parse(text).filter(value -> value.ttl() != ttl).isPresent();
    }

    /** Looks at a bucket without asking for anything. */
    CompletionStage<Look> look(Bucket bucket) {
        return register.look(bucket.group(), List.of(LEASE));
    }
}
