package dev.idgen.snippets;

import dev.idgen.IdService;
import org.springframework.stereotype.Component;

@Component
class Orders {

    private final IdService ids;

    Orders(IdService ids) {
        this.ids = ids;
    }

    String newOrderNumber() {
        return ids.nextId("ORDR");
    }
}
