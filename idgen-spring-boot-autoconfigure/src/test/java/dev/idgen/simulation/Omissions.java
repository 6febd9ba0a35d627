package dev.idgen.simulation;

import dev.idgen.internal.store.redis.ScriptRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the page of guarantees says of each rule: what a story finds without it, and which one. */
final class Omissions {

    private static final String NONE = "–";
    private static final long SEEDS = Long.getLong("idgen.simulation.search", 60);

    private static final List<Rule> DATABASE_RULES = List.of(
            Rule.ofDatabase(
                    "A database tells another run whenever its server starts.", run -> run.replaceFirst("[^/]*", "it")),
            Rule.ofDatabase(
                    "A database tells another run when its tables are made anew.", run -> run.replaceFirst("/.*", "")));

    private Omissions() {}

    static List<Rule> rules() {
        List<Rule> rules = new ArrayList<>();
        ScriptRule.OF_BUCKETS.forEach(rule -> rules.add(Rule.inScripts(rule.name(), rule)));
        ScriptRule.OF_NODE_IDS.forEach(rule -> rules.add(Rule.inScripts(rule.name(), rule)));
        rules.addAll(DATABASE_RULES);
        rules.addAll(BucketClientRules.ALL);
        rules.addAll(NodeClientRules.ALL);
        return rules;
    }

    /** A table's row. */
    static String row(Rule rule, String story) {
        return "| %s | %s | %s |\n".formatted(rule, finding(rule, story), story);
    }

    /** The story written for a rule, or else the first seed that shows a duplicate, or else windows that overlap. */
    static String search(Rule rule) {
        Optional<Script> script = Script.of(rule);
        if (script.isPresent()) {
            return script.get().toString();
        }
        String overlap = NONE;
        for (long seed = 0; seed < SEEDS; seed++) {
            Outcome outcome = World.play(Scenarios.of(seed), rule);
            if (outcome.duplicates() > 0) {
                return Long.toString(seed);
            }
            if (outcome.overlaps() > 0 && overlap.equals(NONE)) {
                overlap = Long.toString(seed);
            }
        }
        return overlap;
    }

    private static String finding(Rule rule, String story) {
        if (story.equals(NONE)) {
            return "windows that overlap, in a story of the protocol alone";
        }
        Scenario scenario = Script.of(rule).map(Script::scenario).orElseGet(() -> Scenarios.of(Long.parseLong(story)));
        Outcome outcome = World.play(scenario, rule);
        return outcome.duplicates() > 0
                ? String.format(Locale.ROOT, "%,d of %,d ids issued twice", outcome.duplicates(), outcome.ids())
                : String.format(Locale.ROOT, "%,d pairs of windows that overlap", outcome.overlaps());
    }
}
