package dev.idgen.internal.string.sequence;

import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The windows that all instances were granted, as they were told. They must not overlap for any number, whether or not an id comes of it.
 *
 * <p>Thread-safe: its monitor guards everything.
 */
public final class HeldWindows {

    private final Map<Integer, List<Use>> byBucket = new TreeMap<>();

    /** Numbers {@code [first, end)} of a bucket with one window, which grows. */
    private static final class Use {

        private final int first;
        private final int end;
        private final long notBefore;
        private long notAfter;

        Use(BucketGranted grant) {
            this.first = grant.first();
            this.end = grant.first() + grant.count();
            this.notBefore = grant.window().notBefore();
            this.notAfter = grant.window().notAfter();
        }

        boolean overlaps(Use other) {
            return notBefore <= other.notAfter && other.notBefore <= notAfter && first < other.end && other.first < end;
        }
    }

    private synchronized void granted(int bucket, Use use) {
        byBucket.computeIfAbsent(bucket, any -> new ArrayList<>()).add(use);
    }

    private synchronized void extended(@Nullable Use use, long notAfter) {
        if (use != null) {
            use.notAfter = Math.max(use.notAfter, notAfter);
        }
    }

    /** How many grants were seen. */
    public synchronized int grants() {
        return byBucket.values().stream().mapToInt(List::size).sum();
    }

    /** How many pairs of grants share numbers in windows that overlap. */
    public synchronized int overlaps() {
        int overlaps = 0;
        for (List<Use> uses : byBucket.values()) {
            List<Use> open = new ArrayList<>();
            uses.sort(Comparator.comparingLong(use -> use.notBefore));
            for (Use use : uses) {
                open.removeIf(earlier -> earlier.notAfter < use.notBefore);
                overlaps += (int) open.stream().filter(use::overlaps).count();
                open.add(use);
            }
        }
        return overlaps;
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
                BucketStep lease(@Nullable BucketValue value, Circumstances at, LeaseQuestion asked) {
                    return noted(rule.lease(value, at, asked), null);
                }

                @Override
                BucketStep extend(@Nullable BucketValue value, Circumstances at, ExtendQuestion asked) {
                    return noted(rule.extend(value, at, asked), asked.held());
                }
            };
        }

        private synchronized BucketRule.BucketStep noted(BucketRule.BucketStep step, @Nullable BucketGranted extended) {
            BucketValue next = step.next();
            text = next == null ? "" : next.toString();
            grant = step.answer() instanceof BucketGranted granted && granted.count() > 0 ? granted : null;
            held = extended == null ? null : uses.get(extended);
            if (next == null && extended != null && grant != null) {
                extended(held, grant.window().notAfter());
            }
            return step;
        }

        /** Notes what a register writes. */
        Register over(Register register) {
            return new Register() {
                @Override
                public String name() {
                    return register.name();
                }

                @Override
                public boolean isShared() {
                    return register.isShared();
                }

                @Override
                public CompletionStage<Look> look(String group, List<String> names) {
                    return register.look(group, names);
                }

                @Override
                public CompletionStage<Swapped> swap(String group, Look looked, String name, String next) {
                    Runnable written = written(group, next);
                    return register.swap(group, looked, name, next).whenComplete((swapped, failure) -> {
                        if (failure == null && swapped.wrote()) {
                            written.run();
                        }
                    });
                }

                @Override
                public CompletionStage<Long> earlierFormatEnds(String group) {
                    return register.earlierFormatEnds(group);
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
            return extended != null ? () -> extended(extended, granted.window().notAfter()) : () -> use(group, granted);
        }

        private synchronized void use(String group, BucketGranted granted) {
            Use use = new Use(granted);
            uses.put(granted, use);
            granted(Integer.parseInt(group), use);
        }
    }
}
