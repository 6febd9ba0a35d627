package dev.idgen.internal.store.memory;

import dev.idgen.LeaseStore;
import dev.idgen.internal.lease.LeaseStoreContract;
import dev.idgen.internal.time.TimeSource;
import java.util.HashMap;
import java.util.Map;

class InMemoryLeaseStoreTests extends LeaseStoreContract {

    private final Map<String, LeaseStore> registers = new HashMap<>();

    @Override
    protected LeaseStore open(String ofNamespace) {
        return registers.computeIfAbsent(ofNamespace, any -> new InMemoryLeaseStore(TimeSource.system()));
    }
}
