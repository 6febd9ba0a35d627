package dev.idgen.internal.text;

import dev.idgen.DecodedId;
import dev.idgen.text.IdText;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A controller of Spring MVC as of WebFlux. */
@RestController
class IdsOfRequests {

    record Item(@IdText("item") long id) {}

    @GetMapping("/decimal/{id}")
    String decimal(@PathVariable @IdText long id) {
        return "got " + id;
    }

    @GetMapping("/items/{id}")
    Item item(@PathVariable @IdText("item") long id) {
        return new Item(id);
    }

    @PostMapping("/items")
    Item echo(@RequestBody Item item) {
        return item;
    }

    @GetMapping("/list")
    String list(@RequestParam @IdText("item") List<Long> ids) {
        return "got " + ids.size();
    }

    @GetMapping("/optional")
    String optional(@RequestParam(required = false) @IdText Long id) {
        return "got " + id;
    }

    @GetMapping("/strings/{id}")
    String string(@PathVariable DecodedId id) {
        return "got " + id.text("business");
    }

    @GetMapping("/nobody/{id}")
    String nobody(@PathVariable @IdText("nobody") long id) {
        return "got " + id;
    }
}
