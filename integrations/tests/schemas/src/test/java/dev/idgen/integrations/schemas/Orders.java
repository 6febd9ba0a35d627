package dev.idgen.integrations.schemas;

import dev.idgen.text.IdText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.springframework.graphql.data.method.annotation.Argument;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The same ids for HTTP and GraphQL. */
@RestController
class Orders {

    @IdText("order")
    record OrderId(long value) {}

    @SuppressWarnings("ArrayRecordComponent")
    record Order(
            OrderId id,
            @IdText("customer") long customer,
            @IdText("customer") List<Long> lines,
            Optional<OrderId> parent,
            OrderId[] related,
            @IdText("customer") long[] payers,
            int amount) {}

    record View(
            Order order, Map<String, OrderId> named, @IdText Map<String, Long> numbers, List<OrderId> all) {}

    record Wanted(OrderId id) {}

    @GetMapping("/orders/{id}")
    Order path(@PathVariable("id") OrderId id, @RequestParam("customer") @IdText("customer") long customer) {
        return order(id);
    }

    @PostMapping("/views")
    OrderId body(@RequestBody View view) {
        return view.order().id();
    }

    @QueryMapping
    Order order(@Argument("id") OrderId id) {
        return new Order(id, 7, List.of(7L), Optional.of(id), new OrderId[] {id}, new long[] {7}, 3);
    }

    @QueryMapping
    List<OrderId> orders(@Argument("ids") List<OrderId> ids) {
        return ids;
    }

    @QueryMapping
    OrderId found(@Argument("order") Wanted order) {
        return order.id();
    }

    @QueryMapping
    CompletableFuture<OrderId> later(@Argument("id") OrderId id) {
        return CompletableFuture.completedFuture(id);
    }

    @QueryMapping
    OrderId number(@Argument("id") OrderId id) {
        return id;
    }
}
