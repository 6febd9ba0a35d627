package dev.idgen.simulation;

import dev.idgen.internal.string.sequence.BucketLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Stories that are not left to chance, each for a rule without which it ends badly. */
enum Script {
    /** An instance is cut off for longer than its window is open, and another one gets its node id. */
    CUT_OFF("No id is stamped after the window of its node id has closed.", "a node id for two") {
        @Override
        void write(List<Event> events) {
            events.add(start(1000, 1, 0));
            events.add(start(2000, 2, 0));
            events.add(refused(3000, 0, LENGTH));
            for (int instance = 0; instance < 3; instance++) {
                events.add(new Event.Stamp(11_000, instance, 1));
            }
        }
    },
    /** The clock of an instance that ends is ahead, and the node id goes to one whose clock gets there later. */
    LEFT_EARLY("A node id is given back with the latest stamp.", "a clock ahead") {
        @Override
        void write(List<Event> events) {
            events.add(start(0, 1, 2000));
            events.add(new Event.Stamp(1000, 1, 1));
            events.add(new Event.Close(1100, 1));
            events.add(start(1500, 2, 0));
            events.add(new Event.Stamp(3000, 2, 1));
        }
    },
    /** One that uses a ttl of which others have not heard yet takes all numbers; then its leases are lost. */
    LONGER_TTL("A longer ttl is used only after it has settled.", "a longer ttl") {
        @Override
        void write(List<Event> events) {
            events.add(new Event.Start(5500, 1, 4 * TTL, 0, true));
            for (int at = 5550; at < 6000; at += 50) {
                events.add(new Event.Draw(at, 1, 64, 0));
            }
            for (int bucket = 0; bucket < LAYOUT.buckets(); bucket++) {
                events.add(new Event.Evict(6000, Keys.bucket(bucket)));
            }
            for (int at = 6050; at < LENGTH; at += 50) {
                events.add(new Event.Draw(at, 0, 4, 0));
            }
        }
    };

    private static final int LENGTH = 20_000;
    private static final BucketLayout LAYOUT = new BucketLayout(1, 7);
    private static final int TTL = 5000;

    private final String rule;
    private final String title;

    Script(String rule, String title) {
        this.rule = rule;
        this.title = title;
    }

    abstract void write(List<Event> events);

    String rule() {
        return rule;
    }

    /** The story that is told of a rule. */
    static Optional<Script> of(Rule rule) {
        for (Script script : values()) {
            if (script.rule.equals(rule.name())) {
                return Optional.of(script);
            }
        }
        return Optional.empty();
    }

    private static Event start(int at, int instance, int wallOffset) {
        return new Event.Start(at, instance, TTL, wallOffset, true);
    }

    private static Event refused(int at, int instance, int until) {
        return new Event.Disturb(at, new Disturbance(Disturbance.Kind.REFUSED, instance, -1, until, 0));
    }

    Scenario scenario() {
        List<Event> events = new ArrayList<>();
        write(events);
        Setting setting = new Setting(0, LAYOUT, 1, Setting.Runs.TOLD, 1, TTL, 60_000, LENGTH);
        return new Scenario(setting, List.of(start(0, 0, 0)), events, true);
    }

    /** What the page calls it. */
    @Override
    public String toString() {
        return "\"" + title + "\"";
    }
}
