package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

import dev.idgen.proof.BucketFormulas.Extension;
import dev.idgen.proof.BucketFormulas.Outcome;
import dev.idgen.proof.BucketFormulas.Question;
import java.util.List;

/** No number of a bucket that is regular is good in two windows that overlap. */
final class RegularProof extends Induction {

    /** In its part. */
    private static final Num PLACE = Num.any("number.place");

    private final BucketFormulas rule;
    private final Num until = Num.any("told");

    RegularProof(Kept kept) {
        super(kept, List.of("A", "B"));
        this.rule = new BucketFormulas(kept, recovery);
    }

    @Override
    Truth isSound(Grant grant) {
        return Truth.all(
                grant.end().atMost(grant.time().plus(TTL)),
                grant.begin().atLeast(grant.doubted().plus(TTL).plus(MARGIN)));
    }

    /** The bucket's stay is in the part, and may go on. */
    private static Truth isLive(Server server) {
        return server.bucket().isIn().and(BucketFormulas.isSameDoubt(server.group(), server.bucket()));
    }

    private static Truth isGivenOrOver(Server server) {
        return isLive(server).implies(PLACE.below(server.bucket().position()));
    }

    /** Until then, the value grants the number in no other window. */
    private static Truth records(Server server, Grant grant, Num moment) {
        BucketTerms value = server.bucket();
        Truth isGiven = grant.begin().is(value.entered()).and(PLACE.below(value.position()));
        return moment.below(value.entered())
                .or(moment.atMost(value.end()).and(isLive(server).implies(isGiven)));
    }

    private static Truth isHeard(Server server, Grant grant) {
        Num entered = server.bucket().entered();
        return Truth.either(
                grant.begin().below(server.doubted().plus(MARGIN)),
                grant.begin().below(entered),
                grant.begin().is(entered).and(isGivenOrOver(server)));
    }

    private static Truth closesOrIsRecorded(Server server, Grant grant) {
        return grant.end().below(server.doubted().plus(TTL).plus(MARGIN)).or(records(server, grant, grant.end()));
    }

    @Override
    Truth wasStored(Server server, int i, Grant grant) {
        Truth sound = server.bucket().entered().atMost(server.bucket().end());
        Truth known = Truth.all(
                server.covers(i).implies(closesOrIsRecorded(server, grant)),
                server.heard(i).implies(isHeard(server, grant)));
        return server.group().there().implies(sound.and(grant.made().implies(known)));
    }

    @Override
    Truth isSound(Server server, int i, Grant grant) {
        Truth isClean = server.isClean().and(grant.made());
        Num settles = server.doubted().plus(TTL).plus(MARGIN);
        Ghost.Seal seal = server.ghost().sealed().get(i);
        return Truth.all(
                server.isClean()
                        .and(isLive(server))
                        .implies(server.bucket().entered().atLeast(settles)),
                isClean.and(grant.reign().atMost(server.reign()))
                        .implies(server.covers(i).or(grant.end().below(settles))),
                isClean.and(grant.first().atMost(server.reign()))
                        .implies(server.heard(i)
                                .or(grant.begin().below(server.doubted().plus(MARGIN)))),
                server.isSealed(grant)
                        .implies(began(server.reign())
                                .atMost(seal.at())
                                .and(grant.end().atLeast(seal.by().plus(MARGIN)))),
                isClean.and(server.isSealed(grant))
                        .implies(seal.by()
                                .below(server.doubted().plus(TTL))
                                .or(records(server, grant, seal.by().plus(MARGIN)))));
    }

    @Override
    void steps() {
        for (int i = 0; i < world.grants().size(); i++) {
            lease(i);
            extension(i);
        }
        Server mine = world.mine();
        BucketTerms before = looked.bucket();
        BucketTerms elsewhere = Terms.with(before, "isIn", Truth.of(false), "position", Num.any("elsewhere"));
        step("lease elsewhere", swaps(), world.with(mine.with(elsewhere)));
        BucketTerms entered = Terms.with(elsewhere, "since", looked.group().doubt());
        step("entry elsewhere", swaps(), world.with(entering(mine.with(entered))));
        step("extension of others", swaps(), world.with(mine.with(before.open(recovery.windowEnd(now)))));
    }

    private Server entering(Server server) {
        return server.with(Terms.with(server.ghost(), "since", looked.ghost().reign()));
    }

    private void lease(int i) {
        Grant grant = world.grants().get(i);
        Question question =
                new Question(Num.any("count"), SIZE, SIZE, Num.of(0), Truth.any("choosesPart"), Truth.any("mayEnter"));
        Outcome out = rule.regular(looked.group(), looked.bucket(), now, question);
        Truth isChosen = Truth.all(
                Truth.any("isChosen"),
                out.first().atMost(PLACE),
                PLACE.below(out.first().plus(out.count())));
        Truth assumed = Truth.all(
                swaps(), out.granted(), question.count().above(0), grant.made().not());
        Server mine = world.mine().with(out.next());
        Truth goesOn = Terms.same(out.next().since(), looked.bucket().since());
        Server written = Terms.choose(goesOn, mine, entering(mine))
                .notKnowing(i, isChosen, isChosen)
                .knowing(i, isChosen, isChosen);
        World after = world.with(written, world.other().notKnowing(i, isChosen, isChosen))
                .with(i, Terms.choose(isChosen, granted(out.begin(), out.end(), Num.of(0)), grant));
        step("lease", assumed, after);
    }

    private void extension(int i) {
        Grant grant = world.grants().get(i);
        Extension question = new Extension(grant.begin(), until, Num.any("enough"));
        Outcome out = rule.extend(looked.group(), looked.bucket(), now, question);
        Truth isByLook = BucketFormulas.isEnough(looked.bucket(), now, question);
        Truth longer = out.end().above(grant.end());
        Truth assumed = Truth.all(
                swaps(),
                out.granted(),
                grant.made(),
                grant.begin().atMost(until),
                until.atMost(grant.end()),
                isByLook.implies(isAtOnce()));
        Server written = world.mine().with(out.next()).knowing(i, longer, Truth.of(false));
        World after =
                world.with(written, sealed(i, longer)).with(i, Terms.choose(longer, extended(grant, out.end()), grant));
        step("extension", assumed, after);
    }
}
