package dev.idgen.web;

import dev.idgen.CounterUnavailableException;
import dev.idgen.DecodedId;
import dev.idgen.IdgenException;
import dev.idgen.InvalidIdException;
import dev.idgen.LongIdGenerator;
import dev.idgen.store.AllowedNames;
import dev.idgen.text.IdText;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** A controller of Spring MVC as of WebFlux. */
@RestController
class IdsOfRequests {

    private final LongIdGenerator items;

    IdsOfRequests(@Qualifier("item") LongIdGenerator items) {
        this.items = items;
    }

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

    @IdText("customer")
    record CustomerId(long value) {}

    record Customer(CustomerId id, List<CustomerId> friends, Map<String, CustomerId> roles) {}

    @GetMapping("/customers/{id}")
    Customer customer(@PathVariable CustomerId id, @RequestParam(defaultValue = "") List<CustomerId> friends) {
        return new Customer(id, friends, Map.of("self", id));
    }

    @PostMapping("/customers")
    Customer echo(@RequestBody Customer customer) {
        return customer;
    }

    @GetMapping("/keys/{id}")
    String key(@PathVariable @IdText("customer") long id) {
        return "got " + id;
    }

    @GetMapping("/uuids/{id}")
    String uuid(@PathVariable @IdText("session") UUID id) {
        return "got " + id;
    }

    @GetMapping("/ulids/{id}")
    String ulid(@PathVariable @IdText("invoice") String id) {
        return "got " + id;
    }

    @GetMapping("/plain/{id}")
    String plain(@PathVariable long id) {
        return "got " + id;
    }

    @GetMapping("/wrapped/{id}")
    String wrapped(@PathVariable String id) {
        try {
            return parsed(id);
        } catch (InvalidIdException e) {
            throw new ResponseStatusException(HttpStatus.CONFLICT, "something else", e);
        }
    }

    @GetMapping("/parsed/{id}")
    String parsed(@PathVariable String id) {
        return "got " + items.parse(id);
    }

    @GetMapping("/unavailable/{how}")
    String unavailable(@PathVariable String how) {
        IdgenException reason = new CounterUnavailableException(
                "ticket", CounterUnavailableException.Reason.FAILED, 500, new IllegalStateException("secret.example"));
        throw switch (how) {
            case "itself" -> reason;
            case "stored" -> new DataAccessResourceFailureException("not stored", reason);
            default -> new ResponseStatusException(HttpStatus.CONFLICT, "something else", reason);
        };
    }

    @GetMapping("/tenants/{tenant}")
    String tenant(@PathVariable String tenant) {
        return "got " + AllowedNames.key(tenant);
    }
}
