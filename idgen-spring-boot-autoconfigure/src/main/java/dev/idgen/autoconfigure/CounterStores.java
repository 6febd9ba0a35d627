package dev.idgen.autoconfigure;

import dev.idgen.CounterStore;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stores that count, by type; the first is used unless another is configured. */
final class CounterStores {

    private final Map<CounterStoreType, CounterStore> stores;
    private final boolean memoryFirst;

    private CounterStores(Map<CounterStoreType, CounterStore> stores, boolean memoryFirst) {
        this.stores = stores;
        this.memoryFirst = memoryFirst;
    }

    /**
     * The stores among some beans.
     *
     * @param memoryFirst whether memory is used if no store is configured, even if there is a database
     */
    static CounterStores named(Map<String, CounterStore> beans, boolean memoryFirst) {
        Map<CounterStoreType, CounterStore> stores = new EnumMap<>(CounterStoreType.class);
        for (CounterStoreType type : CounterStoreType.values()) {
            CounterStore store = beans.get(type.beanName());
            if (store != null) {
                stores.put(type, store);
            }
        }
        return new CounterStores(stores, memoryFirst);
    }

    /** The configured store, or the one to use if none is configured. */
    CounterStoreType type(GeneratorConfig configured, @Nullable CounterStoreType wanted) {
        if (wanted != null) {
            return wanted;
        }
        if (memoryFirst) {
            return CounterStoreType.MEMORY;
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
