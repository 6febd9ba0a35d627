package dev.idgen.proof;

import static dev.idgen.proof.BucketWorld.*;
import static dev.idgen.proof.Scale.*;
import static dev.idgen.proof.Sentence.*;

import dev.idgen.proof.BucketFormulas.Extension;
import dev.idgen.proof.BucketFormulas.Outcome;
import dev.idgen.proof.BucketFormulas.Question;
import dev.idgen.proof.BucketFormulas.Seen;
import java.util.ArrayList;
import java.util.List;

/**
 * No number of a bucket is good in two windows that overlap.
 *
 * <p>There is any number of servers, which start or are promoted with any value that was ever stored, or none. Replaced masters live on.
 * Values are evicted. The swap of a look follows later, over any connection, twice or never. Times, ttls, sizes and numbers of requests are
 * unbounded. All that is followed through two arbitrary grants of one arbitrary number. The beginning has an invariant, each step keeps
 * it, and it makes the two windows disjoint.
 *
 * <p>A swap that writes is one step: it found the value, the run and the time as they were looked at. So the only trace of whatever happened
 * since the look is that the look's time is earlier. A swap that is repeated or comes late fails, or is one more such step. A look that is
 * not used, and a swap that fails, are no steps.
 *
 * <p>Safety does not depend on how far an asker has seen the bucket, which time it expects, which quarter is drawn, how far windows may lead,
 * or when a look suffices for an extension: all these are any.
 */
final class BucketProof extends Induction {

    private final BucketFormulas rule;
    private final BucketStored looked = BucketStored.any("looked");
    private final List<Truth> which = List.of(Truth.any("as A"), Truth.any("as B"));
    private final BucketWorld world = new BucketWorld(
            BucketServer.any("mine"), BucketServer.any("other"), List.of(Grant.any("A"), Grant.any("B")), Num.any("t"));

    /** What a swap compares: without that rule, what was looked at is any value that was ever stored. */
    private final BucketStored before;

    private BucketProof(Kept kept) {
        super(kept);
        this.rule = new BucketFormulas(kept, MARGIN, USE, LIMIT);
        this.before = kept.has(SWAP_VALUE) ? world.mine().stored() : looked;
    }

    static List<Obligation> with(Kept kept) {
        BucketProof proof = new BucketProof(kept);
        proof.beginning();
        proof.lease();
        proof.extension();
        proof.extensionByLook();
        proof.accidents();
        return proof.obligations();
    }

    private void beginning() {
        BucketServer mine = world.mine();
        BucketServer other = world.other();
        BucketWorld empty = new BucketWorld(
                new BucketServer(mine.reign(), mine.stored().lost()),
                new BucketServer(other.reign(), other.stored().lost()),
                world.grants().stream().map(Grant::unmade).toList(),
                world.t());
        Truth servers =
                Truth.all(SOUND, SIZE.above(0), USE.above(0), mine.reign().isNot(other.reign()));
        for (Num reign : List.of(mine.reign(), other.reign())) {
            servers = Truth.all(
                    servers,
                    reign.atLeast(0),
                    reign.atMost(newest),
                    began(reign).atMost(world.t()));
        }
        Truth number = isQuarter(QUARTER).and(POSITION.atLeast(0));
        obligation("beginning", servers.and(number), empty.invariant(newest));
    }

    private void lease() {
        Question question = new Question(
                Num.any("question.count"),
                SIZE,
                ttl,
                Num.any("question.randomQuarter"),
                Seen.any("question.seen"),
                Truth.any("question.isMissingLost"),
                Truth.any("question.isClosed"),
                Num.any("question.maxLead"),
                Truth.any("question.mayLead"));
        Outcome out = rule.lease(before.value(), look.circumstances(), question);
        Ghost known = Terms.choose(before.value().there(), before.ghost(), Ghost.none(2));
        Ghost noticed = Ghost.knowingAll(2, look.reign(), Line.doubted(look));
        Ghost ghost = Terms.choose(out.doubted(), noticed, Terms.choose(out.marked(), known.ofNoReign(), known));
        BucketStored next = new BucketStored(out.next(), ghost);
        Truth followed = Truth.of(true);
        List<Grant> grants = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Grant grant = world.grants().get(i);
            followed = followed.and(which.get(i)
                    .implies(Truth.all(
                            grant.made().not(),
                            out.granted(),
                            QUARTER.is(out.next().quarter()),
                            out.position().atMost(POSITION),
                            POSITION.below(out.position().plus(out.count())))));
            Grant made = Grant.made(look, out.next().entered(), out.end(), ghost.line(), world.t());
            grants.add(Terms.choose(which.get(i), made, grant));
        }
        Truth assumed = Truth.all(
                question.count().atLeast(0),
                isQuarter(question.randomQuarter()),
                ttl.above(0),
                followed,
                Truth.all(which).not(),
                swapped(),
                assumptions(out.granted().and(out.count().above(0)), out.doubted()));
        step("lease", assumed, world.wrote(next, grants, which));
    }

    private void extension() {
        Outcome out = extend(before.value());
        step("extension", swapped().and(whatExtends(out)), extended(out, out.next(), before.ghost()));
    }

    private void extensionByLook() {
        BucketStored found = kept.has(MASTER) ? world.mine().stored() : looked;
        Outcome out = extend(found.value());
        Truth assumed = Truth.all(
                look.wasAnswered(world.t(), kept),
                look.at().is(world.t()),
                look.reign().is(world.mine().reign()),
                wasStored(looked),
                out.next().isSameAs(found.value()),
                whatExtends(out));
        step(
                "extension by a look",
                assumed,
                extended(
                        out,
                        world.mine().stored().value(),
                        world.mine().stored().ghost()));
    }

    /** The window of A, of B, or of any other grant is extended. */
    private Outcome extend(BucketTerms value) {
        Grant a = world.grants().get(0);
        Grant b = world.grants().get(1);
        Num begin = which.get(0).choose(a.begin(), which.get(1).choose(b.begin(), Num.any("held.begin")));
        Num held = which.get(0).or(which.get(1)).choose(QUARTER, Num.any("held.quarter"));
        Extension question = new Extension(
                begin,
                held,
                ttl,
                Seen.any("question.seen"),
                Truth.any("question.isClosed"),
                Num.any("question.enough"));
        return rule.extend(value, look.circumstances(), question);
    }

    private Truth whatExtends(Outcome out) {
        Truth made = Truth.of(true);
        for (int i = 0; i < 2; i++) {
            made = made.and(which.get(i).implies(world.grants().get(i).made()));
        }
        return Truth.all(
                made, out.granted(), ttl.above(0), Truth.all(which).not(), assumptions(out.granted(), out.doubted()));
    }

    private BucketWorld extended(Outcome out, BucketTerms next, Ghost ghost) {
        List<Truth> longer = new ArrayList<>();
        List<Grant> grants = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Grant grant = world.grants().get(i);
            longer.add(which.get(i).and(out.end().above(grant.end())));
            grants.add(Terms.choose(longer.get(i), grant.extended(look, grant.reign(), out.end(), world.t()), grant));
        }
        return world.wrote(new BucketStored(next, ghost), grants, longer);
    }

    private void accidents() {
        BucketStored copy = BucketStored.any("copy");
        Num begun = newest.plus(1);
        BucketWorld promoted = new BucketWorld(new BucketServer(begun, copy), world.other(), world.grants(), world.t());
        Truth stored = wasStored(copy).and(began(begun).is(world.t()));
        step("promotion", stored, promoted.invariant(begun));
        BucketServer mine = world.mine();
        step(
                "loss",
                Truth.of(true),
                new BucketWorld(
                        new BucketServer(mine.reign(), mine.stored().lost()),
                        world.other(),
                        world.grants(),
                        world.t()));
        Num later = Num.any("later");
        step("time", later.atLeast(world.t()), new BucketWorld(mine, world.other(), world.grants(), later));
        obligation("disjoint windows", invariant(), world.areWindowsDisjoint());
    }

    /** Somewhere, at any time. */
    private Truth wasStored(BucketStored any) {
        return any.isSound(world.grants())
                .and(any.value().there().implies(any.ghost().reign().atMost(newest)));
    }

    /** The look was answered, and its swap writes. */
    private Truth swapped() {
        return Truth.all(
                look.wasAnswered(world.t(), kept),
                look.canSwap(kept, world.mine().reign(), clock),
                wasStored(looked),
                kept.demands(SWAP_VALUE, world.mine().stored().value().isSameAs(looked.value())));
    }

    /** {@link Sentence}, as far as it is about a look, and about the swap that grants or doubts after it. */
    private Truth assumptions(Truth grants, Truth doubts) {
        BucketStored mine = world.mine().stored();
        Truth runs = look.differsFrom(world.mine().reign())
                .and(look.differsFrom(
                        before.value().there(),
                        before.ghost().reign(),
                        before.value().epoch()));
        Truth clocks = Truth.of(true);
        for (int i = 0; i < 2; i++) {
            Grant grant = world.grants().get(i);
            Truth isKnown = mine.value().there().and(mine.ghost().covers().get(i));
            Num offset = grant.time().minus(grant.lookedAt());
            clocks = clocks.and(Truth.all(doubts, grant.made(), isKnown.not()).implies(isNear(offset, world.t())));
        }
        return NewerLine.assumed(kept, lines(), look, grants, runs, clocks);
    }

    private List<NewerLine> lines() {
        List<NewerLine> lines = new ArrayList<>();
        BucketServer other = world.other();
        lines.add(new NewerLine(
                other.reign().above(look.reign()),
                began(other.reign()),
                other.isClean(),
                other.stored().ghost().line()));
        for (Grant grant : world.grants()) {
            lines.add(new NewerLine(grant.isNewerThan(look), began(grant.reign()), Truth.of(true), grant.line()));
        }
        return lines;
    }

    @Override
    Truth invariant() {
        return world.invariant(newest);
    }

    private void step(String name, Truth assumed, BucketWorld after) {
        step(name, assumed, after.invariant(newest));
    }
}
