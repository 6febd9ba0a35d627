package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

import dev.idgen.proof.DoubtFormulas.Group;

/** A server that is or was the master, and what it has stored: the group's value, and that of a bucket or of a node id. */
record Server(Num reign, Group group, BucketTerms bucket, NodeTerms node, Ghost ghost) {

    static Server any(String name, int grants) {
        return Terms.any(Server.class, name, grants);
    }

    Server lost() {
        return new Server(reign, Group.NONE, BucketTerms.NONE, NodeTerms.NONE, ghost.lost());
    }

    Server with(Ghost other) {
        return new Server(reign, group, bucket, node, other);
    }

    Server with(BucketTerms next) {
        return new Server(reign, group, next, node, ghost);
    }

    Server with(NodeTerms next) {
        return new Server(reign, group, bucket, next, ghost);
    }

    Server knowing(int i, Truth window, Truth beginning) {
        return with(ghost.knowing(i, window, beginning));
    }

    Server notKnowing(int i, Truth window, Truth beginning) {
        return with(ghost.notKnowing(i, window, beginning));
    }

    Num doubted() {
        return group.doubted();
    }

    Truth covers(int i) {
        return ghost.covers().get(i);
    }

    Truth heard(int i) {
        return ghost.heard().get(i);
    }

    /** Whether the latest doubt was noted in this reign. */
    Truth isClean() {
        return group.there().and(ghost.reign().is(reign));
    }

    /** A newer reign has extended a grant of this one, or of an earlier one. */
    Truth isSealed(Grant grant) {
        return Truth.all(
                grant.made(), grant.first().atMost(reign), grant.reign().above(reign));
    }

    /** True of each value that was ever stored, wherever it is found. */
    Truth wasStored(Num newest) {
        Num by = ghost.reign();
        Num entered = ghost.since();
        return group.there()
                .implies(Truth.all(
                        by.atLeast(0),
                        by.atMost(newest),
                        group.doubt().run().is(run(by)),
                        group.doubt().epoch().atMost(epoch(by)),
                        entered.atLeast(NO_REIGN),
                        entered.atMost(by),
                        bucket.since().run().is(run(entered)),
                        bucket.since().epoch().atMost(epoch(entered)),
                        bucket.since().doubted().atMost(doubted()),
                        // So no later doubt of the same reign is the one of the stay.
                        entered.is(by)
                                .implies(bucket.since()
                                        .doubted()
                                        .below(doubted())
                                        .or(bucket.since()
                                                .epoch()
                                                .atMost(group.doubt().epoch())))));
    }

    Truth isThere(Num newest, Num t) {
        return Truth.all(reign.atLeast(0), reign.atMost(newest), began(reign).atMost(t));
    }

    Truth isSound(Num newest, Num t) {
        return Truth.all(
                wasStored(newest),
                group.there().implies(ghost.reign().atMost(reign)),
                isClean()
                        .implies(Truth.all(
                                began(reign).atMost(ghost.notedAt()),
                                ghost.notedAt().atMost(t),
                                ghost.noted().atMost(doubted()))));
    }
}
