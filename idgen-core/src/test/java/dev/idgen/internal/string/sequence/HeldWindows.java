package dev.idgen.internal.string.sequence;

import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.ForwardingRegister;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.UsedWindows;
import dev.idgen.internal.register.UsedWindows.Use;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import java.util.IdentityHashMap;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The windows that all instances were granted, as they received them.
 *
 * <p>Thread-safe.
 */
public final class HeldWindows {

    private final UsedWindows windows = new UsedWindows();

    /** How many grants were seen. */
    public int grants() {
        return windows.all().size();
    }

    /** How many pairs of grants share numbers in windows that overlap. */
    public int overlaps() {
        return windows.overlaps().size();
    }

    /** Looks over the shoulder of one instance: at what its rule answers, and at the swaps on which that depends. */
    final class Watch {

        private final IdentityHashMap<BucketGranted, Use> uses = new IdentityHashMap<>();

        /** What holds if the text is written. */
        private String text = "";

        private @Nullable BucketGranted grant;
        private @Nullable Use held;

        /** Notes what a rule answers. */
        BucketRule over(BucketRule rule) {
            return new BucketRule() {
                @Override
                BucketValue born(Circumstances at, int quarter, long ttl) {
                    return rule.born(at, quarter, ttl);
                }

                @Override
                BucketStep lease(@Nullable BucketValue value, Circumstances at, LeaseQuestion question) {
                    return noted(rule.lease(value, at, question), null);
                }

                @Override
                BucketStep extend(@Nullable BucketValue value, Circumstances at, ExtendQuestion question) {
                    return noted(rule.extend(value, at, question), question.held());
                }
            };
        }

        private synchronized BucketRule.BucketStep noted(BucketRule.BucketStep step, @Nullable BucketGranted extended) {
            BucketValue next = step.next();
            text = next == null ? "" : next.toString();
            grant = step.answer() instanceof BucketGranted granted && granted.count() > 0 ? granted : null;
            held = extended == null ? null : uses.get(extended);
            if (next == null && held != null && grant != null) {
                held.extendTo(grant.window().notAfter());
            }
            return step;
        }

        /** Notes what a register writes. */
        Register over(Register register) {
            return new ForwardingRegister(register) {
                @Override
                public CompletionStage<Swapped> swap(String group, Look looked, String name, String next) {
                    Runnable written = written(group, next);
                    return super.swap(group, looked, name, next).whenComplete((swapped, failure) -> {
                        if (failure == null && swapped.wrote()) {
                            written.run();
                        }
                    });
                }
            };
        }

        private synchronized Runnable written(String group, String next) {
            BucketGranted granted = grant;
            Use extended = held;
            if (granted == null || !next.equals(text)) {
                return () -> {};
            }
            grant = null;
            return extended != null ? () -> extended.extendTo(granted.window().notAfter()) : () -> use(group, granted);
        }

        private synchronized void use(String group, BucketGranted granted) {
            long end = granted.window().notAfter();
            uses.put(
                    granted,
                    windows.add(
                            group,
                            granted.first(),
                            granted.count(),
                            "",
                            granted.window().notBefore(),
                            end));
        }
    }
}
