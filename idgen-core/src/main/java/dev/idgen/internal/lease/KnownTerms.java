package dev.idgen.internal.lease;

import dev.idgen.LeaseStore.Snapshot;
import java.util.Optional;

/**
 * An instance's terms, and what it knows of them in the groups: since when they are there, and from when on windows
 * under the terms that they replaced have closed. Not thread-safe.
 */
final class KnownTerms {

    private final Terms terms;
    private final GroupRule rule;

    /** A value with these terms, of their latest change. */
    private Optional<GroupValue> known = Optional.empty();

    /** A value that replaces the terms of a group, if no group has these terms yet. */
    private Optional<GroupValue> planned = Optional.empty();

    private boolean foundInAll;

    KnownTerms(Terms terms, GroupRule rule) {
        this.terms = terms;
        this.rule = rule;
    }

    boolean areIn(GroupValue value) {
        return other(value).isEmpty();
    }

    /** In what the value's terms differ. */
    Optional<Terms.Disagreement> other(GroupValue value) {
        return terms.disagreement(value.stored());
    }

    /** Whether these terms are to replace those of the value, which has others. */
    boolean replace(GroupValue value) {
        return other(value)
                .filter(other -> terms.replaces().contains(other.fingerprint()))
                .isPresent();
    }

    /** Whether the value's terms, which are others, have replaced these after they were found in all groups. */
    boolean wereReplacedBy(GroupValue value) {
        return foundInAll && isLater(value) && value.hasReplaced(terms.fingerprint());
    }

    /** Whether the value was written by a later change than all with these terms. */
    boolean isLater(GroupValue value) {
        return known.filter(own -> value.since() > own.since()).isPresent();
    }

    /** Remembers the latest change, and when the last group begins. */
    void learn(GroupValue value) {
        GroupValue later = known.filter(own -> own.since() > value.since()).orElse(value);
        known = Optional.of(later.beginningAt(Math.max(later.begin(), begin())));
    }

    void foundInAll() {
        foundInAll = true;
    }

    /** A group that is missing is to begin like the others, which have terms that these replace. */
    void plan(GroupValue value, Snapshot snapshot) {
        planned = known.isPresent() ? Optional.empty() : Optional.of(replacement(value, snapshot, false));
    }

    /** When windows under replaced terms have closed in all groups that this instance knows; 0 without a change. */
    long begin() {
        return known.map(GroupValue::begin).orElse(0L);
    }

    boolean areReplacing() {
        return known.filter(GroupValue::isReplacement).isPresent();
    }

    /** What to write for a group that has no value. */
    LeaseText ofMissingGroup(Snapshot snapshot) {
        return known.or(() -> planned)
                .map(GroupValue::stored)
                .orElseGet(() -> terms.writtenTo(LeaseText.empty()).with(GroupValue.SINCE, snapshot.time()));
    }

    /**
     * The value with these terms instead of others.
     *
     * @param isMember whether this instance stamps ids already: it goes on with its local time in any case
     */
    GroupValue replacement(GroupValue value, Snapshot snapshot, boolean isMember) {
        LeaseText earlier = value.stored();
        String replaced =
                earlier.find(GroupValue.REPLACED).map(more -> "," + more).orElse("");
        LeaseText text = terms.writtenTo(earlier)
                .with(GroupValue.SINCE, known.map(GroupValue::since).orElse(snapshot.time()))
                .with(GroupValue.REPLACED, terms.fingerprint(earlier) + replaced);
        return rule.replaced(value, snapshot, text, Terms.ttlMillis(earlier), isMember ? 0 : terms.behind(earlier));
    }

    @Override
    public String toString() {
        return terms.writtenTo(LeaseText.empty()).toString();
    }
}
