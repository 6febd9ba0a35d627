package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

/** A value and its ghost. */
record NodeStored(NodeTerms value, Ghost ghost) {

    Truth isSameAs(NodeStored other) {
        return value.isSameAs(other.value).and(value.there().implies(Terms.same(ghost, other.ghost)));
    }

    NodeStored lost(Truth isLost) {
        return new NodeStored(value.lost(isLost), ghost);
    }

    Ghost ghostOrNone() {
        return Terms.choose(value.there(), ghost, Ghost.none(NodeWorld.NAMES.size()));
    }

    /** Until then the value, if it is not in doubt, leases the node id to no other. */
    Truth records(int lease, Num moment) {
        Truth isHeld = value.holder().is(lease).or(value.holder().is(NodeTerms.FREE));
        return moment.atMost(ghost.before()).or(isHeld.and(moment.atMost(value.end())));
    }

    /** It tells how long a window may last. */
    Truth covers(int i, Grant lease) {
        return lease.end().below(value.doubted().plus(TTL).plus(MARGIN)).or(records(i, lease.end()));
    }

    /** It tells that the lease was there. */
    Truth hasHeardOf(int i, Grant lease) {
        return lease.begin().below(value.doubted().plus(MARGIN)).or(records(i, lease.begin()));
    }

    /** True of each value that was ever stored, wherever it is found. */
    Truth isSound(int i, Grant lease, Num newest) {
        Truth known = Truth.all(
                ghost.covers().get(i).implies(covers(i, lease)),
                ghost.heard().get(i).implies(hasHeardOf(i, lease)),
                value.holder()
                        .is(i)
                        .implies(lease.begin()
                                .atMost(value.end())
                                .and(ghost.before().below(lease.begin()))));
        return value.there()
                .implies(Truth.all(
                        ghost.before().atMost(value.end()),
                        value.holder().atLeast(NodeTerms.FREE),
                        value.run().is(run(ghost.reign())),
                        ghost.reign().atLeast(NO_REIGN),
                        ghost.reign().atMost(newest),
                        lease.made().implies(known)));
    }
}
