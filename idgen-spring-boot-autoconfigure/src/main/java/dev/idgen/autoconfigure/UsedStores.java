package dev.idgen.autoconfigure;

import dev.idgen.IdService;
import dev.idgen.internal.doctor.StoreUse;
import dev.idgen.internal.generator.ConfiguredGenerators;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.string.StringIdService;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells which leases and counters idgen keeps in which store. Stores are named as in {@code idgen.store}. */
final class UsedStores {

    private final @Nullable IdService strings;
    private final @Nullable Register register;
    private final ConfiguredGenerators generators;

    UsedStores(@Nullable IdService strings, @Nullable Register register, ConfiguredGenerators generators) {
        this.strings = strings;
        this.register = register;
        this.generators = generators;
    }

    /** The stores in use. */
    Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        if (register != null) {
            names.add(register.name());
        }
        names.addAll(generators.counted().users().keySet());
        names.removeIf(name -> !useOf(name).isAny());
        return names;
    }

    boolean leasesNumbers(String store) {
        return strings instanceof StringIdService && leasesFrom(store);
    }

    boolean leasesNodeIds(String store) {
        return generators.leasesNodeIds() && leasesFrom(store);
    }

    private boolean leasesFrom(String store) {
        return register != null && register.name().equals(store);
    }

    StoreUse useOf(String store) {
        List<String> counters = generators.counted().users().getOrDefault(store, List.of());
        return new StoreUse(leasesNumbers(store) || leasesNodeIds(store), counters);
    }
}
