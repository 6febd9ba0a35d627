package dev.idgen.internal.string.sequence;

import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.Conversation;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.Step;
import dev.idgen.internal.string.sequence.BucketRule.BucketStep;
import dev.idgen.internal.string.sequence.BucketRule.ExtendQuestion;
import dev.idgen.internal.string.sequence.BucketRule.LeaseQuestion;
import dev.idgen.internal.string.sequence.BucketRule.Seen;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.Contended;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks a register about one bucket, by the rules, as an instance does that has seen nothing of it. Thread-safe. */
public final class BucketClient {

    private static final List<String> FIELDS = List.of(BucketValue.LEASE, BucketRequests.CLOSED);
    private static final BucketRule RULE = new BucketRule();

    /** No window begins later. */
    private static final long ANY_LEAD = 1L << 50;

    private final Register register;
    private final String group;
    private final BucketLayout layout;
    private final long ttl;

    /** @param ttl in milliseconds */
    public BucketClient(Register register, int bucket, BucketLayout layout, long ttl) {
        this.register = register;
        this.group = Integer.toString(bucket);
        this.layout = layout;
        this.ttl = ttl;
    }

    /** A grant, or for how long there is none. Times are in milliseconds. */
    public record Answer(LeaseReply reply, Look look) {

        public boolean isGranted() {
            return reply instanceof BucketGranted;
        }

        /** How long the bucket is locked; 0 if it is not. */
        public long locked() {
            return reply instanceof Locked locked ? locked.millis() : 0;
        }

        /** When the bucket was looked at last. */
        public long time() {
            return look.time();
        }

        public String run() {
            return look.run();
        }
    }

    /** Makes the bucket, as if its namespace had been new a second ago, and leases from it. */
    public Answer create(int count) {
        Look look = await(register.look(group, FIELDS));
        Circumstances then = new Circumstances(look.time() - 1000, 0, true, look.run(), look.epoch());
        String born = RULE.born(then, 0, ttl).toString();
        await(register.swap(group, look, BucketValue.LEASE, born));
        return ask(count);
    }

    /** Asks for numbers; 0 only notes what happened. A missing value counts as lost. */
    public Answer ask(int count) {
        return hold((value, at) -> RULE.lease(
                value,
                at,
                new LeaseQuestion(
                        count,
                        layout.quarterSize(),
                        ttl,
                        ThreadLocalRandom.current().nextInt(BucketLayout.QUARTERS),
                        Seen.NOTHING,
                        true,
                        false,
                        ANY_LEAD,
                        true)));
    }

    /** Asks to keep the window of a grant open for longer. */
    public Answer extend(Answer granted) {
        BucketGranted held = (BucketGranted) granted.reply();
        return hold((value, at) ->
                RULE.extend(value, at, new ExtendQuestion(held, layout.quarterSize(), ttl, Seen.NOTHING, false)));
    }

    private Answer hold(BiFunction<@Nullable BucketValue, Circumstances, BucketStep> question) {
        Look[] last = new Look[1];
        Function<Look, Step<LeaseReply>> rule = look -> {
            last[0] = look;
            String text = look.value(BucketValue.LEASE);
            BucketValue value = text == null ? null : BucketValue.parse(text).orElse(null);
            BucketStep step = question.apply(value, Circumstances.of(look));
            BucketValue next = step.next();
            return next == null
                    ? Step.answer(step.answer())
                    : Step.write(FIELDS, BucketValue.LEASE, next.toString(), step.answer());
        };
        LeaseReply reply = await(new Conversation<>(register, group, rule, Contended::new, Runnable::run).hold(FIELDS));
        return new Answer(reply, last[0]);
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }
}
