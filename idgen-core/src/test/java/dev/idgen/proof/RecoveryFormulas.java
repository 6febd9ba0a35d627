package dev.idgen.proof;

import static dev.idgen.proof.Sentence.*;

/**
 * The times of {@code GroupRule}, of which both rules make use, line by line. The slot of a doubt is known by its end,
 * which is later than the doubt.
 *
 * @param kept which rules hold
 * @param ttl of the asker
 * @param margin {@code GroupRule.MARGIN_MILLIS}
 * @param over how long recovery windows stay open after the rest is granted
 */
public record RecoveryFormulas(Kept kept, Num ttl, Num margin, Num over) {

    Num settles(Num doubted) {
        return doubted.plus(ttl).plus(margin);
    }

    Truth isSettled(Num doubted, Num now) {
        Num settles = doubted.plus(ttl).plus(kept.lasting(SETTLES_MARGIN, margin));
        return kept.demands(SETTLES, now.atLeast(settles));
    }

    Num opens(Num slotEnd) {
        return slotEnd.plus(margin);
    }

    Truth isOpen(Num slotEnd, Num now) {
        return kept.demands(SLOT_END, now.atLeast(slotEnd.plus(kept.lasting(SLOT_MARGIN, margin))));
    }

    Num recoveryEnd(Num doubted, Num now) {
        return (kept.has(RECOVERY_END) ? settles(doubted) : now.plus(ttl)).plus(over);
    }

    Num windowEnd(Num now) {
        return kept.has(BOUND) ? now.plus(ttl) : now.plus(ttl).plus(ttl);
    }

    /** Whether a window, as its holder was told, reaches beyond a doubt. */
    Truth reaches(Num doubted, Num until) {
        return kept.demands(REACHES, until.atLeast(doubted.plus(kept.lasting(REACHES_MARGIN, margin))));
    }
}
