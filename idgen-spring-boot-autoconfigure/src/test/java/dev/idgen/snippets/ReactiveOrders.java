package dev.idgen.snippets;

import dev.idgen.IdService;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
class ReactiveOrders {

    private final IdService ids;

    ReactiveOrders(IdService ids) {
        this.ids = ids;
    }

    @GetMapping("/orders/new")
    Mono<String> newOrder() {
        return Mono.fromFuture(() -> ids.nextIdAsync("ORDR"));
    }
}
