package dev.idgen.snippets;

import dev.idgen.DecodedId;
import dev.idgen.text.IdText;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OrderController {

    record Order(@IdText long id, @IdText("parcel") long parcel, long version) {}

    @GetMapping("/orders/{id}")
    Order order(@PathVariable("id") @IdText long id) {
        return new Order(id, 1L << 50, 3);
    }

    @GetMapping("/numbers/{number}")
    String business(@PathVariable("number") DecodedId number) {
        return number.text("business");
    }
}
