package dev.idgen.autoconfigure;

import dev.idgen.CounterStore;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stores that count, by type; the one that leases is used unless another is configured, and else the first. */
final class CounterStores {

    private final Map<CounterStoreType, CounterStore> stores;
    private final @Nullable CounterStoreType preferred;

    private CounterStores(Map<CounterStoreType, CounterStore> stores, @Nullable CounterStoreType preferred) {
        this.stores = stores;
        this.preferred = preferred;
    }

    /**
     * The stores among some beans.
     *
     * @param leasing where leases are to be recorded; null if the first that there is will do
     */
    static CounterStores named(Map<String, CounterStore> beans, IdgenProperties.@Nullable Store leasing) {
        Map<CounterStoreType, CounterStore> stores = new EnumMap<>(CounterStoreType.class);
        for (CounterStoreType type : CounterStoreType.values()) {
            CounterStore store = beans.get(type.beanName());
            if (store != null) {
                stores.put(type, store);
            }
        }
        return new CounterStores(stores, leasing == null ? null : CounterStoreType.valueOf(leasing.name()));
    }

    /** The configured store, or the one to use if none is configured. */
    CounterStoreType type(GeneratorConfig configured, @Nullable CounterStoreType wanted) {
        if (wanted != null) {
            return wanted;
        }
        if (preferred != null && stores.containsKey(preferred)) {
            return preferred;
        }
        return stores.keySet().stream()
                .findFirst()
                .orElseThrow(() -> configured.wrong(
                        "store",
                        "is not set, and there is neither Redis nor a database to count in",
                        "Configure Redis, a data source or MongoDB; for development set 'idgen.store' to 'memory'."));
    }

    CounterStore choose(GeneratorConfig configured, @Nullable CounterStoreType wanted) {
        CounterStoreType type = type(configured, wanted);
        CounterStore store = stores.get(type);
        if (store == null) {
            throw configured.wrong(
                    "store",
                    "is '" + PropertyNames.of(type) + "', which the application does not have",
                    "It needs " + type.needs() + ". Or choose one of those that there are: "
                            + stores.keySet().stream().map(PropertyNames::of).toList() + ".");
        }
        return store;
    }
}
