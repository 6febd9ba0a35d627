package dev.idgen.autoconfigure;

import dev.idgen.IdService;
import dev.idgen.internal.doctor.StoreUse;
import dev.idgen.internal.stamped.node.NodeLeaseStore;
import dev.idgen.internal.string.StringIdService;
import dev.idgen.internal.string.sequence.LeaseStore;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What idgen keeps in which store. Stores have the names that {@code idgen.store} has. */
final class UsedStores {

    private final @Nullable IdService strings;
    private final @Nullable LeaseStore leases;
    private final ConfiguredGenerators generators;
    private final @Nullable NodeLeaseStore nodeLeases;

    UsedStores(
            @Nullable IdService strings,
            @Nullable LeaseStore leases,
            ConfiguredGenerators generators,
            @Nullable NodeLeaseStore nodeLeases) {
        this.strings = strings;
        this.leases = leases;
        this.generators = generators;
        this.nodeLeases = nodeLeases;
    }

    /** All that something is kept in. */
    Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        if (leases != null) {
            names.add(leases.name());
        }
        if (nodeLeases != null) {
            names.add(nodeLeases.name());
        }
        for (CounterStoreType type : CounterStoreType.values()) {
            names.add(PropertyNames.of(type));
        }
        names.removeIf(name -> !useOf(name).isAny());
        return names;
    }

    boolean leasesNumbers(String store) {
        return strings instanceof StringIdService
                && leases != null
                && leases.name().equals(store);
    }

    boolean leasesNodeIds(String store) {
        return generators.leasesNodeIds()
                && nodeLeases != null
                && nodeLeases.name().equals(store);
    }

    StoreUse useOf(String store) {
        List<String> counters = PropertyNames.parse(CounterStoreType.class, store)
                .map(type -> List.copyOf(generators.counted().users(type)))
                .orElse(List.of());
        return new StoreUse(leasesNumbers(store) || leasesNodeIds(store), counters);
    }
}
