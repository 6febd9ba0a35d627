package dev.idgen.internal.store.memory;

import dev.idgen.Register;
import dev.idgen.internal.register.RegisterContract;
import dev.idgen.internal.time.TimeSource;
import java.util.HashMap;
import java.util.Map;

class InMemoryRegisterTests extends RegisterContract {

    private final Map<String, Register> registers = new HashMap<>();

    @Override
    protected Register open(String ofNamespace) {
        return registers.computeIfAbsent(ofNamespace, any -> new InMemoryRegister(TimeSource.system()));
    }
}
