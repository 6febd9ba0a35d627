package dev.idgen.snippets;

import dev.idgen.IdGenerator;
import dev.idgen.LongIdGenerator;
import java.util.UUID;
import org.springframework.stereotype.Component;

@Component
class Keys {

    private final LongIdGenerator order;
    private final IdGenerator<UUID> session;

    Keys(LongIdGenerator order, IdGenerator<UUID> session) {
        this.order = order;
        this.session = session;
    }

    long newOrderKey() {
        return order.nextLong();
    }

    UUID newSessionKey() {
        return session.next();
    }
}
