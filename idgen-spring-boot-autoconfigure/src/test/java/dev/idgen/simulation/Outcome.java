package dev.idgen.simulation;

import java.util.List;

/**
 * What came of a story.
 *
 * @param overlaps pairs of grants that share numbers in windows that overlap
 * @param failovers how often a replica took over
 * @param lostRecords how often an instance said that a record was lost or had gone back
 * @param seen when the ids that were looked for were issued
 */
record Outcome(Issued issued, int overlaps, int failovers, long lostRecords, List<String> seen) {

    int ids() {
        return issued.size();
    }

    int duplicates() {
        return issued.duplicates().length;
    }
}
