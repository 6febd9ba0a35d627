package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

import java.util.Collections;
import java.util.List;

/**
 * What the proof knows of a value and no register stores.
 *
 * @param reign that wrote its run
 * @param line in which its windows are granted
 * @param before when all leases of a node id that are recorded but the holder's have closed
 * @param covers the grants whose windows it reckons with
 * @param heard those that it knows to have been made
 */
record Ghost(Num reign, Line line, Num before, List<Truth> covers, List<Truth> heard) {

    /** Of a value that claims nothing, among so many grants. */
    static Ghost none(int grants) {
        return new Ghost(NO_REIGN, Line.NONE, Num.of(0), each(grants, false), each(grants, false));
    }

    /** Of a value that reckons with all grants. */
    static Ghost knowingAll(int grants, Num reign, Line line) {
        return new Ghost(reign, line, Num.of(0), each(grants, true), each(grants, true));
    }

    static Ghost any(String name, int grants) {
        return Terms.any(Ghost.class, name, grants);
    }

    Ghost ofNoReign() {
        return new Ghost(NO_REIGN, line, before, covers, heard);
    }

    Ghost before(Num moment) {
        return new Ghost(reign, line, moment, covers, heard);
    }

    /** After a doubt was noticed: windows that the look's or an older reign granted are reckoned with. */
    Ghost noted(LookTerms look, List<Grant> grants) {
        List<Truth> old = grants.stream()
                .map(grant -> grant.made().and(grant.reign().atMost(look.reign())))
                .toList();
        List<Truth> met = grants.stream()
                .map(grant -> grant.made().and(grant.first().atMost(look.reign())))
                .toList();
        return new Ghost(look.reign(), Line.doubted(look), before, covers, heard).knowing(old, met);
    }

    Ghost knowing(List<Truth> windows, List<Truth> acquisitions) {
        return new Ghost(
                reign,
                line,
                before,
                Truth.pairwise(Truth::or, covers, windows),
                Truth.pairwise(Truth::or, heard, acquisitions));
    }

    Ghost notKnowing(List<Truth> windows, List<Truth> acquisitions) {
        return new Ghost(
                reign,
                line,
                before,
                Truth.pairwise((a, b) -> a.and(b.not()), covers, windows),
                Truth.pairwise((a, b) -> a.and(b.not()), heard, acquisitions));
    }

    private static List<Truth> each(int grants, boolean truth) {
        return Collections.nCopies(grants, Truth.of(truth));
    }
}
