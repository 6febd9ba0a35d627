package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What the proof knows of a group and its value, and no lease store keeps.
 *
 * @param reign that noted the latest doubt
 * @param noted when, by the clock of the look
 * @param notedAt when, in real time
 * @param since the reign of the doubt after which the bucket entered its part
 * @param before when all recorded leases of a node id but the holder's have closed
 * @param covers the grants whose windows the value knows, if they reach beyond the doubt
 * @param heard those whose beginning it knows
 * @param sealed for each grant of this server's reign or before: the doubt of the newer reign that extended it first
 */
record Ghost(
        Num reign,
        Num noted,
        Num notedAt,
        Num since,
        Num before,
        List<Truth> covers,
        List<Truth> heard,
        List<Seal> sealed) {

    /** When a doubt was noted, by a clock and in real time. */
    record Seal(Num by, Num at) {}

    /** Of a group that is lost. */
    Ghost lost() {
        List<Truth> none = Collections.nCopies(covers.size(), Truth.of(false));
        return Terms.with(
                this, "reign", NO_REIGN, "since", NO_REIGN, "before", Num.of(0), "covers", none, "heard", none);
    }

    /** After a doubt was noted: what the look's or an earlier reign granted is known, or closes soon. */
    Ghost noted(Num byReign, Num time, Num at, List<Grant> grants) {
        Ghost after = Terms.with(this, "reign", byReign, "noted", time, "notedAt", at);
        for (int i = 0; i < grants.size(); i++) {
            Grant grant = grants.get(i);
            Truth isCovered = grant.made().and(grant.reign().atMost(byReign));
            after = after.knowing(i, isCovered, grant.made().and(grant.first().atMost(byReign)));
        }
        return after;
    }

    Ghost knowing(int i, Truth window, Truth beginning) {
        return Terms.with(
                this,
                "covers",
                changed(covers, i, covers.get(i).or(window)),
                "heard",
                changed(heard, i, heard.get(i).or(beginning)));
    }

    Ghost notKnowing(int i, Truth window, Truth beginning) {
        return Terms.with(
                this,
                "covers",
                changed(covers, i, covers.get(i).and(window.not())),
                "heard",
                changed(heard, i, heard.get(i).and(beginning.not())));
    }

    Ghost sealed(int i, Truth condition, Ghost newer) {
        Seal seal = new Seal(newer.noted, newer.notedAt);
        return Terms.with(this, "sealed", changed(sealed, i, Terms.choose(condition, seal, sealed.get(i))));
    }

    private static <T> List<T> changed(List<T> list, int index, T value) {
        List<T> changed = new ArrayList<>(list);
        changed.set(index, value);
        return List.copyOf(changed);
    }
}
