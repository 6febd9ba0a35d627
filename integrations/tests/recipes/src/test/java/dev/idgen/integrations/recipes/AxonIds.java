package dev.idgen.integrations.recipes;

import dev.idgen.IdService;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.axonframework.common.IdentifierFactory;
import org.springframework.stereotype.Component;

public class AxonIds extends IdentifierFactory {

    private static final AtomicReference<IdService> IDS = new AtomicReference<>();

    @Override
    public String generateIdentifier() {
        IdService ids = IDS.get();
        return ids == null ? UUID.randomUUID().toString() : ids.nextId("AXON");
    }

    @Component
    static class Source {

        Source(IdService ids) {
            IDS.set(ids);
        }
    }
}
