package dev.idgen.internal.store.memory;

import dev.idgen.CounterStore;
import dev.idgen.internal.store.CounterStoreContract;
import java.util.HashMap;
import java.util.Map;

class InMemoryCounterStoreTests extends CounterStoreContract {

    private final Map<String, CounterStore> stores = new HashMap<>();

    @Override
    protected CounterStore open(String name) {
        return stores.computeIfAbsent(name, any -> new InMemoryCounterStore());
    }
}
