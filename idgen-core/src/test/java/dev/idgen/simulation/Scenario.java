package dev.idgen.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A story before it is played.
 *
 * @param beginning what happens in any case, first
 * @param events what happens then, in order; any of them may be left out
 */
record Scenario(Setting setting, List<Event> beginning, List<Event> events) {

    Scenario with(List<Event> others) {
        return new Scenario(setting, beginning, others);
    }

    List<Event> allEvents() {
        List<Event> all = new ArrayList<>(beginning);
        all.addAll(events);
        all.sort(Comparator.comparingInt(Event::at));
        return all;
    }
}
