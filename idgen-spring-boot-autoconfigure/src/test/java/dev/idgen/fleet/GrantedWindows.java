package dev.idgen.fleet;

import dev.idgen.internal.register.ForwardingRegister;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.RegisterText;
import dev.idgen.internal.register.UsedWindows;
import dev.idgen.internal.register.UsedWindows.Overlap;
import dev.idgen.internal.register.UsedWindows.Use;
import dev.idgen.internal.string.sequence.BucketLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * All windows of one bucket's numbers that several askers were granted, on whatever servers: read from the swaps that
 * wrote. It takes each lease for as long as the value allows, so it may only find too much. Thread-safe.
 */
final class GrantedWindows {

    private static final String LEASE = "lease";

    private final int quarterSize;
    private final UsedWindows windows = new UsedWindows();
    private final Map<String, List<Use>> stays = new HashMap<>();

    GrantedWindows(BucketLayout layout) {
        this.quarterSize = layout.quarterSize();
    }

    /** The same register, except that what is written from now on is noted. */
    Register of(Register register) {
        return of(register, () -> Long.MAX_VALUE);
    }

    /**
     * A register that falls silent at a time of its own clock, in epoch milliseconds: what it grants from then on is not noted, since
     * on a busy machine it may answer longer than it was to.
     */
    Register of(Register register, LongSupplier silentFrom) {
        return new ForwardingRegister(register) {
            @Override
            public CompletionStage<Swapped> swap(String group, Look looked, String name, String next) {
                return super.swap(group, looked, name, next).thenApply(swapped -> {
                    if (swapped.wrote() && name.equals(LEASE) && looked.time() < silentFrom.getAsLong()) {
                        note(group, looked.run(), looked.value(name), RegisterText.parse(next));
                    }
                    return swapped;
                });
            }
        };
    }

    private synchronized void note(String bucket, String run, @Nullable String former, RegisterText after) {
        RegisterText before = former == null ? null : RegisterText.parse(former);
        long quarter = after.number("quarter");
        long position = after.number("position");
        long entered = after.number("entered");
        long end = after.numbers("ends").get((int) quarter);
        boolean same = before != null && before.number("quarter") == quarter && before.number("entered") == entered;
        long from = same && before != null ? before.number("position") : 0;
        List<Use> stay = stays.computeIfAbsent(
                String.join(" ", bucket, run, "" + quarter, "" + entered), any -> new ArrayList<>());
        if (position > from) {
            stay.add(windows.add(bucket, quarter * quarterSize + from, position - from, "", entered, end));
        }
        stay.forEach(use -> use.extendTo(end));
    }

    synchronized int size() {
        return windows.all().size();
    }

    /** Whether each number of the bucket is among those granted after the first so many. */
    synchronized boolean haveAllNumbers(int numbers, int after) {
        List<Use> uses = windows.all();
        List<Use> later = uses.subList(after, uses.size());
        return IntStream.range(0, numbers).allMatch(number -> later.stream().anyMatch(use -> use.has(number)));
    }

    /** The pairs of windows that the same numbers may be stamped in at one time. */
    List<Overlap> overlaps() {
        return windows.overlaps();
    }
}
