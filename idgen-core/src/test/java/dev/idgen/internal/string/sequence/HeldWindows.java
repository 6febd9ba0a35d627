package dev.idgen.internal.string.sequence;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.lease.ForwardingLeaseStore;
import dev.idgen.internal.lease.GroupValue;
import dev.idgen.internal.lease.UsedWindows;
import dev.idgen.internal.lease.UsedWindows.Use;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The windows that all instances were granted, as they received them.
 *
 * <p>Thread-safe.
 */
public final class HeldWindows {

    private final UsedWindows windows = new UsedWindows();
    private final AtomicInteger begunLater = new AtomicInteger();

    /** How many granted windows began in the future, by the clock of the store that granted them. */
    public int begunLater() {
        return begunLater.get();
    }

    /** How many pairs of grants share numbers in windows that overlap. */
    public int overlaps() {
        return windows.overlaps().size();
    }

    /** All of them. */
    List<Use> uses() {
        return windows.all();
    }

    /** Watches one instance: what its rule answers, and the swaps on which that depends. */
    final class Watch {

        private final IdentityHashMap<BucketGranted, Use> uses = new IdentityHashMap<>();

        /** What holds if the text is written. */
        private String text = "";

        private @Nullable BucketGranted grant;
        private @Nullable Use held;

        /** Notes what a rule answers. */
        BucketRule over(BucketRule watched) {
            return new BucketRule(watched.layout, watched.groupRule) {
                @Override
                BucketStep lease(GroupValue group, @Nullable BucketValue value, long now, LeaseQuestion query) {
                    return noted(watched.lease(group, value, now, query), null, now);
                }

                @Override
                BucketStep extend(
                        GroupValue group, @Nullable BucketValue value, long now, BucketGranted held, long until) {
                    return noted(watched.extend(group, value, now, held, until), held, now);
                }
            };
        }

        private synchronized BucketRule.BucketStep noted(
                BucketRule.BucketStep step, @Nullable BucketGranted extended, long now) {
            BucketValue next = step.next();
            text = next == null ? "" : next.toString();
            grant = step.answer() instanceof BucketGranted granted ? granted : null;
            if (extended == null && grant != null && grant.window().notBefore() > now) {
                begunLater.incrementAndGet();
            }
            held = extended == null ? null : uses.get(extended);
            if (next == null && held != null && grant != null) {
                held.extendTo(grant.window().notAfter());
            }
            return step;
        }

        /** Notes what a lease store writes. */
        LeaseStore over(LeaseStore leaseStore) {
            return new ForwardingLeaseStore(leaseStore) {
                @Override
                public CompletionStage<Swapped> compareAndSet(String group, Snapshot looked, String name, String next) {
                    Runnable written = written(name, next);
                    return super.compareAndSet(group, looked, name, next).whenComplete((swapped, failure) -> {
                        if (failure == null && swapped.wrote()) {
                            written.run();
                        }
                    });
                }
            };
        }

        private synchronized Runnable written(String bucket, String next) {
            BucketGranted granted = grant;
            Use extended = held;
            if (granted == null || !next.equals(text)) {
                return () -> {};
            }
            grant = null;
            return extended != null ? () -> extended.extendTo(granted.window().notAfter()) : () -> use(bucket, granted);
        }

        private synchronized void use(String bucket, BucketGranted granted) {
            long end = granted.window().notAfter();
            uses.put(
                    granted,
                    windows.add(
                            bucket,
                            granted.first(),
                            granted.count(),
                            "",
                            granted.window().notBefore(),
                            end));
        }
    }
}
