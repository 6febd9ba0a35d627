package dev.idgen.simulation;

import dev.idgen.internal.stamped.node.NodeLeaseStore;
import dev.idgen.internal.string.sequence.LeaseStore;
import java.util.function.UnaryOperator;

/**
 * A rule of the design that a story does without.
 *
 * @param name what it says
 * @param edit takes it out of the shipped scripts
 * @param told takes it out of what a database tells as its run
 * @param buckets stands before the client's store and takes it out there
 * @param nodes the same for node ids
 */
record Rule(
        String name,
        UnaryOperator<String> edit,
        UnaryOperator<String> told,
        UnaryOperator<LeaseStore> buckets,
        UnaryOperator<NodeLeaseStore> nodes) {

    /** No rule is taken out. */
    static final Rule NONE = inScripts("none", UnaryOperator.identity());

    static Rule inScripts(String name, UnaryOperator<String> edit) {
        return new Rule(name, edit, UnaryOperator.identity(), UnaryOperator.identity(), UnaryOperator.identity());
    }

    static Rule ofDatabase(String name, UnaryOperator<String> told) {
        return new Rule(name, UnaryOperator.identity(), told, UnaryOperator.identity(), UnaryOperator.identity());
    }

    static Rule ofBuckets(String name, UnaryOperator<LeaseStore> around) {
        return new Rule(name, UnaryOperator.identity(), UnaryOperator.identity(), around, UnaryOperator.identity());
    }

    static Rule ofNodes(String name, UnaryOperator<NodeLeaseStore> around) {
        return new Rule(name, UnaryOperator.identity(), UnaryOperator.identity(), UnaryOperator.identity(), around);
    }

    LeaseStore around(LeaseStore store) {
        return buckets.apply(store);
    }

    NodeLeaseStore around(NodeLeaseStore store) {
        return nodes.apply(store);
    }

    @Override
    public String toString() {
        return name;
    }
}
