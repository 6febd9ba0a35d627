package dev.idgen.snippets;

import dev.idgen.LongIdGenerator;
import dev.idgen.text.IdText;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class ShopController {

    @IdText("order")
    record OrderId(long value) {}

    @IdText("customer")
    record CustomerId(long value) {}

    record Order(OrderId id, CustomerId customer) {}

    private final LongIdGenerator orders;

    ShopController(@Qualifier("order") LongIdGenerator orders) {
        this.orders = orders;
    }

    @PostMapping("/customers/{customer}/orders")
    Order create(@PathVariable("customer") CustomerId customer) {
        return new Order(new OrderId(orders.nextLong()), customer);
    }

    @GetMapping("/orders/{id}")
    long find(@PathVariable("id") OrderId id) {
        return id.value();
    }
}
