package dev.idgen.internal.string.sequence;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.lease.GroupValue;
import dev.idgen.internal.lease.Obstacle;
import dev.idgen.internal.lease.OmittedRule;
import dev.idgen.internal.lease.PlainGroups;
import dev.idgen.internal.lease.Step;
import dev.idgen.internal.lease.Terms;
import dev.idgen.internal.lease.UsedWindows;
import dev.idgen.internal.lease.UsedWindows.Use;
import dev.idgen.internal.string.sequence.BucketRule.BucketStep;
import dev.idgen.internal.string.sequence.BucketRule.LeaseQuestion;
import dev.idgen.internal.string.sequence.LeaseReply.Blocked;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.Ended;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks a lease store about one bucket, like an instance that has just joined. Thread-safe. */
public final class BucketClient {

    private final LeaseStore leaseStore;
    private final String group;
    private final String name;
    private final Terms terms;
    private final BucketRule rule;

    /** @param ttlMillis in milliseconds */
    public BucketClient(LeaseStore leaseStore, int bucket, BucketLayout layout, long ttlMillis) {
        this(leaseStore, bucket, layout, ttlMillis, OmittedRule.NONE);
    }

    /**
     * @param ttlMillis in milliseconds
     * @param omitted the rule that it does without
     */
    public BucketClient(LeaseStore leaseStore, int bucket, BucketLayout layout, long ttlMillis, OmittedRule omitted) {
        this.leaseStore = leaseStore;
        this.group = Integer.toString(layout.groupOf(bucket));
        this.name = Integer.toString(bucket);
        this.rule = new BucketRuleWithout(omitted, layout, ttlMillis);
        this.terms = new Terms(Map.of("layout", layout.toString(), Terms.TTL, Long.toString(ttlMillis)));
    }

    /** The answer, and the look that it is about. Times are in milliseconds. */
    public record Answer(LeaseReply reply, Snapshot snapshot) {

        public boolean isGranted() {
            return reply instanceof BucketGranted;
        }

        /** How long the bucket is locked; 0 if it is not. */
        public long locked() {
            return reply instanceof Locked locked ? locked.millis() : 0;
        }

        /** The grant's numbers and window. */
        public Use addTo(UsedWindows windows, String bucket) {
            BucketGranted grant = (BucketGranted) reply;
            return windows.add(
                    bucket,
                    grant.first(),
                    grant.count(),
                    "",
                    grant.window().notBefore(),
                    grant.window().notAfter());
        }

        /** When the granted window ends. */
        public long end() {
            return ((BucketGranted) reply).window().notAfter();
        }
    }

    /** Creates the bucket's group, as if its doubt had been noted long ago, and leases. */
    public Answer create(int count) {
        PlainGroups.create(leaseStore, group, terms);
        return ask(count);
    }

    /** Asks for numbers, after a doubt is noted. 0 only notes a doubt. */
    public Answer ask(int count) {
        return hold((present, value, now) -> count == 0
                ? new BucketStep(null, new Ended())
                : rule.lease(present, value, now, new LeaseQuestion(count, count, 0, true)));
    }

    /** Asks to extend the window of a grant. */
    public Answer extend(Answer granted) {
        BucketGranted held = (BucketGranted) granted.reply();
        return hold((present, value, now) ->
                rule.extend(present, value, now, held, held.window().notAfter()));
    }

    private interface Question {

        BucketStep ask(GroupValue group, @Nullable BucketValue value, long now);
    }

    private Answer hold(Question question) {
        Snapshot[] last = new Snapshot[1];
        LeaseReply reply = PlainGroups.<LeaseReply>ask(
                leaseStore,
                group,
                List.of(name),
                terms,
                rule.groupRule,
                (present, snapshot) -> {
                    last[0] = snapshot;
                    String text = snapshot.value(name);
                    BucketValue value =
                            text == null ? null : BucketValue.parse(text).orElse(null);
                    BucketStep step = question.ask(present, value, snapshot.time());
                    BucketValue next = step.next();
                    return next == null
                            ? Step.answer(step.answer())
                            : Step.write(snapshot.names(), name, next.toString(), step.answer());
                },
                new Blocked(Obstacle.CONTENDED));
        return new Answer(reply, last[0]);
    }
}
