package dev.idgen.simulation;

import dev.idgen.internal.string.sequence.OmittedRule;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A scenario that ends in a duplicate, with no event that could be left out, to be read. */
record Story(Scenario scenario, OmittedRule rule, List<String> sentences) {

    /** The shortest story that a scenario with a duplicate, or else with windows that overlap, holds. */
    static Story of(Scenario scenario, OmittedRule rule) {
        boolean duplicates = World.play(scenario, rule).duplicates() > 0;
        List<Event> events = Shrinker.shrink(scenario.events(), rest -> {
            Outcome outcome = World.play(scenario.with(rest), rule);
            return duplicates ? outcome.duplicates() > 0 : outcome.overlaps() > 0;
        });
        return read(scenario.with(events), rule);
    }

    private static Story read(Scenario scenario, OmittedRule rule) {
        long[] duplicates = World.play(scenario, rule).issued().duplicates();
        Set<Long> first = Arrays.stream(duplicates).limit(1).boxed().collect(Collectors.toSet());
        Stream<String> sentences = Stream.concat(
                scenario.allEvents().stream().map(Event::toString), World.play(scenario, rule, first).seen().stream());
        return new Story(scenario, rule, sentences.toList());
    }

    @Override
    public String toString() {
        return scenario.setting() + (rule.equals(OmittedRule.NONE) ? "" : ", without the rule '" + rule + "'") + ":\n"
                + String.join(";\n", sentences) + ".";
    }
}
