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
 * All windows that several askers were granted, on whatever servers: read from the swaps that wrote. It takes each lease for as long as
 * the value allows, so it may only find too much. Thread-safe.
 */
final class GrantedWindows {

    private static final String LEASE = "lease";
    private static final String NODES = "nodes:";
    private static final String NOTHING = "";

    private final int quarterSize;
    private final UsedWindows windows = new UsedWindows();
    private final Map<String, List<Use>> stays = new HashMap<>();

    GrantedWindows(BucketLayout layout) {
        this.quarterSize = layout.quarterSize();
    }

    /** Passes requests on, and notes what they write. */
    private final class Noting extends ForwardingRegister {

        private final LongSupplier silentFrom;

        Noting(Register register, LongSupplier silentFrom) {
            super(register);
            this.silentFrom = silentFrom;
        }

        @Override
        public CompletionStage<Swapped> swap(String group, Look looked, String name, String next) {
            return super.swap(group, looked, name, next).thenApply(swapped -> {
                if (swapped.wrote() && looked.time() < silentFrom.getAsLong()) {
                    note(group, looked, name, next);
                }
                return swapped;
            });
        }
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
        return new Noting(register, silentFrom);
    }

    private synchronized void note(String group, Look looked, String name, String next) {
        RegisterText before = parse(looked.value(name));
        RegisterText after = RegisterText.parse(next);
        if (name.equals(LEASE)) {
            noteBucket(group, looked.run(), before, after);
        } else if (group.startsWith(NODES) && Character.isDigit(name.charAt(0))) {
            noteNode(group, Long.parseLong(name), before, after);
        }
    }

    private static @Nullable RegisterText parse(@Nullable String text) {
        try {
            return text == null ? null : RegisterText.parse(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private void noteBucket(String bucket, String run, @Nullable RegisterText before, RegisterText after) {
        long quarter = after.number("quarter");
        long position = after.number("position");
        long entered = after.number("entered");
        long end = after.numbers("ends").get((int) quarter);
        boolean same = before != null && before.number("quarter") == quarter && before.number("entered") == entered;
        long from = same && before != null ? before.number("position") : 0;
        List<Use> stay = stays.computeIfAbsent(
                String.join(" ", bucket, run, "" + quarter, "" + entered), any -> new ArrayList<>());
        if (position > from) {
            stay.add(windows.add(bucket, quarter * quarterSize + from, position - from, NOTHING, entered, end));
        }
        stay.forEach(use -> use.extendTo(end));
    }

    private void noteNode(String group, long id, @Nullable RegisterText before, RegisterText after) {
        String holder = after.text("holder");
        String former = before == null ? NOTHING : before.text("holder");
        long end = after.number("end");
        if (holder.isEmpty()) {
            usesOf(former, id).forEach(use -> use.endAt(end));
        } else if (usesOf(holder, id).isEmpty()) {
            Use use = windows.add(group, id, 1, holder, end - after.number("ttl"), end);
            stays.computeIfAbsent(holder + " " + id, any -> new ArrayList<>()).add(use);
        } else {
            usesOf(holder, id).forEach(use -> use.extendTo(end));
        }
    }

    private List<Use> usesOf(String holder, long id) {
        return stays.getOrDefault(holder + " " + id, List.of());
    }

    /** How many names node ids were leased under. */
    synchronized long holders() {
        return windows.all().stream()
                .map(Use::holder)
                .filter(holder -> !holder.isEmpty())
                .distinct()
                .count();
    }

    synchronized int size() {
        return windows.all().size();
    }

    /** Whether each number of a bucket is among those granted after the first so many. */
    synchronized boolean haveAllNumbers(int bucket, int numbers, int after) {
        String group = Integer.toString(bucket);
        List<Use> uses = windows.all();
        List<Use> later = uses.subList(after, uses.size());
        return IntStream.range(0, numbers)
                .allMatch(number -> later.stream().anyMatch(use -> use.group().equals(group) && use.has(number)));
    }

    /** The groups that numbers or node ids were granted of. */
    synchronized List<String> groups() {
        return windows.all().stream().map(Use::group).distinct().sorted().toList();
    }

    /** The pairs of windows that the same numbers, or node id, may be stamped in at one time. */
    List<Overlap> overlaps() {
        return windows.overlaps();
    }
}
