package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;
import static dev.idgen.proof.Sentence.*;

import dev.idgen.proof.BucketFormulas.Outcome;
import dev.idgen.proof.BucketFormulas.Question;
import java.util.List;

/** No recovery number of a bucket is good in two windows that overlap. A slot is named by its end. */
class RecoveryProof extends Induction {

    private static final Num PLACE = Num.any("number.place");

    final Num slotEnd = Num.any("slotEnd");

    RecoveryProof(Kept kept) {
        this(kept, List.of("A", "B"));
    }

    RecoveryProof(Kept kept, List<String> names) {
        super(kept, names);
    }

    /** Two slots of a number, or of a node id, are the same or all slots apart. */
    @Override
    final Truth besides() {
        Truth all = CYCLE.atLeast(kept.lasting(CYCLE_IS_LONG, TTL.plus(OVER)));
        for (int i = 0; i < world.grants().size(); i++) {
            Num end = world.grants().get(i).slotEnd();
            all = all.and(areFar(end, slotEnd));
            for (int j = 0; j < i; j++) {
                all = all.and(areFar(end, world.grants().get(j).slotEnd()));
            }
        }
        return all;
    }

    private Truth areFar(Num a, Num b) {
        return kept.demands(SLOT, Truth.either(a.is(b), a.atLeast(b.plus(CYCLE)), b.atLeast(a.plus(CYCLE))));
    }

    @Override
    Truth isSound(Grant grant) {
        return isRecovery(grant)
                .and(grant.begin().is(grant.slotEnd().plus(MARGIN)))
                .and(grant.end().is(closes(grant.doubted())));
    }

    static Num closes(Num doubted) {
        return doubted.plus(TTL).plus(MARGIN).plus(OVER);
    }

    final Truth isRecovery(Grant grant) {
        return Truth.all(
                grant.doubted().below(grant.slotEnd()),
                grant.reign().is(grant.first()),
                grant.beginTime().atLeast(grant.slotEnd().plus(MARGIN)),
                grant.time().is(grant.beginTime()),
                grant.time().atMost(grant.end()),
                grant.lookedAt().is(grant.beginAt()));
    }

    @Override
    final Truth wasStored(Server server, int i, Grant grant) {
        Truth isKnown = Truth.either(
                grant.time().below(server.doubted().plus(MARGIN)),
                grant.end().below(server.doubted()),
                records(server, i, grant));
        return server.covers(i)
                .isSameAs(server.heard(i))
                .and(Truth.all(server.group().there(), grant.made(), server.covers(i))
                        .implies(isKnown))
                .and(server.group().there().implies(knows(server, i, grant)));
    }

    Truth records(Server server, int i, Grant grant) {
        Num slot = server.bucket().slot();
        Truth isGiven = PLACE.below(server.bucket().recovery());
        return grant.slotEnd().below(slot).or(grant.slotEnd().is(slot).and(isGiven));
    }

    Truth knows(Server server, int i, Grant grant) {
        return Truth.of(true);
    }

    @Override
    final Truth isSound(Server server, int i, Grant grant) {
        Truth isCovered =
                server.covers(i).or(grant.time().below(server.doubted().plus(MARGIN)));
        return Truth.all(server.isClean(), grant.made(), grant.first().atMost(server.reign()))
                .implies(isCovered);
    }

    @Override
    void steps() {
        BucketFormulas rule = new BucketFormulas(kept, recovery);
        Question question =
                new Question(Num.any("count"), SIZE, SIZE, slotEnd, Truth.any("choosesPart"), Truth.any("mayEnter"));
        Outcome out = rule.recovery(looked.group(), looked.bucket(), now, question);
        Truth isChosen = out.first().atMost(PLACE).and(PLACE.below(out.first().plus(out.count())));
        for (int i = 0; i < world.grants().size(); i++) {
            Grant grant = world.grants().get(i);
            Truth assumed = Truth.all(
                    swaps(),
                    looked.doubted().below(slotEnd),
                    out.granted(),
                    grant.made().not(),
                    grant.slotEnd().is(slotEnd));
            Server written = world.mine()
                    .with(out.next())
                    .notKnowing(i, isChosen, isChosen)
                    .knowing(i, isChosen, isChosen);
            Grant granted = Terms.choose(isChosen, granted(out.begin(), out.end(), slotEnd), grant);
            step(
                    "lease",
                    assumed,
                    world.with(written, world.other().notKnowing(i, isChosen, isChosen))
                            .with(i, granted));
        }
        Num another = Num.any("anotherSlotEnd");
        Outcome others = rule.recovery(looked.group(), looked.bucket(), now, Terms.with(question, "slotEnd", another));
        Truth isAnother = Truth.all(world.grants().stream()
                .map(grant -> grant.slotEnd().isNot(another))
                .toList());
        step(
                "lease elsewhere",
                Truth.all(swaps(), isAnother, others.granted()),
                world.with(world.mine().with(others.next())));
    }
}
