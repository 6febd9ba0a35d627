package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * What the proof knows of a value and no register stores.
 *
 * @param reign that wrote its run
 * @param born whether no doubt was noticed since the pool was born
 * @param before when all leases that are recorded but the holder's have closed
 * @param noticed when the latest doubt was, by the look's clock, and in real time
 * @param covers the leases whose windows it reckons with
 * @param heard those that it knows to have been acquired
 */
record NodeGhost(Num reign, Truth born, Num before, Num noticed, Num noticedAt, List<Truth> covers, List<Truth> heard) {

    private static final Num ZERO = Num.of(0);

    /** Of a value that claims nothing. */
    static final NodeGhost NONE =
            new NodeGhost(NO_REIGN, Truth.of(false), ZERO, ZERO, ZERO, each(i -> false), each(i -> false));

    static NodeGhost any(String name) {
        return new NodeGhost(
                Num.any(name + ".reign"),
                Truth.any(name + ".born"),
                Num.any(name + ".before"),
                Num.any(name + ".noticed"),
                Num.any(name + ".noticedAt"),
                NodeWorld.NAMES.stream()
                        .map(its -> Truth.any(name + ".covers" + its))
                        .toList(),
                NodeWorld.NAMES.stream()
                        .map(its -> Truth.any(name + ".heard" + its))
                        .toList());
    }

    static NodeGhost choose(Truth condition, NodeGhost then, NodeGhost otherwise) {
        return new NodeGhost(
                condition.choose(then.reign, otherwise.reign),
                condition.choose(then.born, otherwise.born),
                condition.choose(then.before, otherwise.before),
                condition.choose(then.noticed, otherwise.noticed),
                condition.choose(then.noticedAt, otherwise.noticedAt),
                Truth.pairwise(condition::choose, then.covers, otherwise.covers),
                Truth.pairwise(condition::choose, then.heard, otherwise.heard));
    }

    Truth isSameAs(NodeGhost other) {
        List<Truth> same = new ArrayList<>(List.of(
                reign.is(other.reign),
                born.isSameAs(other.born),
                before.is(other.before),
                noticed.is(other.noticed),
                noticedAt.is(other.noticedAt)));
        same.addAll(Truth.pairwise(Truth::isSameAs, covers, other.covers));
        same.addAll(Truth.pairwise(Truth::isSameAs, heard, other.heard));
        return Truth.all(same);
    }

    NodeGhost ofNoReign() {
        return new NodeGhost(NO_REIGN, born, before, noticed, noticedAt, covers, heard);
    }

    NodeGhost before(Num moment) {
        return new NodeGhost(reign, born, moment, noticed, noticedAt, covers, heard);
    }

    /** After a doubt was noticed: windows that the look's or an older reign granted are reckoned with. */
    NodeGhost noted(LookTerms look, List<NodeLease> leases) {
        List<Truth> old = leases.stream()
                .map(lease -> lease.made().and(lease.reign().atMost(look.reign())))
                .toList();
        List<Truth> met = leases.stream()
                .map(lease -> lease.made().and(lease.first().atMost(look.reign())))
                .toList();
        return new NodeGhost(
                look.reign(),
                Truth.of(false),
                before,
                look.time(),
                look.at(),
                Truth.pairwise(Truth::or, covers, old),
                Truth.pairwise(Truth::or, heard, met));
    }

    NodeGhost knowing(int lease, Truth window, Truth acquisition) {
        return changed(Truth::or, lease, window, acquisition);
    }

    NodeGhost notKnowing(int lease, Truth window, Truth acquisition) {
        return changed((a, b) -> a.and(b.not()), lease, window, acquisition);
    }

    private NodeGhost changed(BinaryOperator<Truth> how, int lease, Truth window, Truth acquisition) {
        return new NodeGhost(
                reign,
                born,
                before,
                noticed,
                noticedAt,
                Truth.pairwise(how, covers, only(lease, window)),
                Truth.pairwise(how, heard, only(lease, acquisition)));
    }

    private static List<Truth> only(int lease, Truth truth) {
        return IntStream.range(0, NodeWorld.NAMES.size())
                .mapToObj(i -> i == lease ? truth : Truth.of(false))
                .toList();
    }

    static List<Truth> each(IntPredicate truth) {
        return IntStream.range(0, NodeWorld.NAMES.size())
                .mapToObj(i -> Truth.of(truth.test(i)))
                .toList();
    }
}
