package dev.idgen.samples.orders;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.idgen.DecodedId;
import dev.idgen.IdGenerator;
import dev.idgen.IdRange;
import dev.idgen.IdService;
import dev.idgen.IdgenException;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.domain.Limit;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Orders as JSON, for {@code static/index.html} and other clients. */
@RestController
@RequestMapping("/orders")
class OrderController {

    private static final int MOST = 100;

    record NewOrder(@Nullable String customer, @Nullable BigDecimal total) {}

    /**
     * An order as JSON.
     *
     * @param created the time in its id
     * @param invoice null until there is one; null is left out of the JSON
     */
    record OrderView(
            String id,
            Instant created,
            String customer,
            BigDecimal total,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String invoice) {}

    private final OrderRepository orders;
    private final IdService ids;
    private final IdGenerator<String> invoice;

    OrderController(OrderRepository orders, IdService ids, @Qualifier("invoice") IdGenerator<String> invoice) {
        this.orders = orders;
        this.ids = ids;
        this.invoice = invoice;
    }

    @PostMapping
    ResponseEntity<OrderView> create(@RequestBody NewOrder wanted) {
        if (wanted.customer() == null || wanted.customer().isBlank()) {
            throw new IllegalArgumentException("An order needs a 'customer'.");
        }
        if (wanted.customer().length() > Order.LONGEST_CUSTOMER) {
            throw new IllegalArgumentException("A 'customer' has at most " + Order.LONGEST_CUSTOMER
                    + " characters, not " + wanted.customer().length() + ".");
        }
        if (wanted.total() == null || wanted.total().signum() < 0) {
            throw new IllegalArgumentException("An order needs a 'total' of 0 or more.");
        }
        OrderView made = view(orders.save(new Order(wanted.customer(), wanted.total())));
        return ResponseEntity.created(URI.create("/orders/" + made.id())).body(made);
    }

    @GetMapping("/{id}")
    OrderView one(@PathVariable String id) {
        return view(find(id));
    }

    /** The orders created in {@code [from, to)}, oldest first: a query by primary key. */
    @GetMapping
    List<OrderView> made(@RequestParam Instant from, @RequestParam Instant to) {
        IdRange<String> range = ids.range(from, to);
        return orders.findInRange(range.from(), range.to(), Limit.of(MOST)).stream()
                .map(this::view)
                .toList();
    }

    /** The range of ids of the query above. */
    @GetMapping("/range")
    IdRange<String> range(@RequestParam Instant from, @RequestParam Instant to) {
        return ids.range(from, to);
    }

    /** The parts of an order's id. The order need not exist, because this reads only the id. */
    @GetMapping("/{id}/parts")
    DecodedId parts(@PathVariable String id) {
        return ids.decode(id);
    }

    /**
     * Gives an order the next invoice number, unless it has one. If two requests come at once, one is refused and
     * wastes a number.
     */
    @PostMapping("/{id}/invoice")
    OrderView invoice(@PathVariable String id) {
        Order order = find(id);
        if (order.invoice() == null) {
            order.setInvoice(invoice.next());
            order = orders.save(order);
        }
        return view(order);
    }

    private Order find(String id) {
        return orders.findById(id).orElseThrow(() -> new NoSuchElementException("there is no order '" + id + "'"));
    }

    private OrderView view(Order order) {
        String id = Objects.requireNonNull(order.id());
        Instant made = Objects.requireNonNull(ids.decode(id).instant());
        return new OrderView(id, made, order.customer(), order.total(), order.invoice());
    }

    @ExceptionHandler
    ProblemDetail badRequest(IllegalArgumentException mistake) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, mistake.getMessage());
    }

    @ExceptionHandler
    ProblemDetail notFound(NoSuchElementException mistake) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, mistake.getMessage());
    }

    @ExceptionHandler
    ProblemDetail conflict(OptimisticLockingFailureException failure) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, "the order was changed meanwhile");
    }

    @ExceptionHandler
    ProblemDetail unavailable(IdgenException failure) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, failure.getMessage());
    }
}
