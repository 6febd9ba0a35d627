package dev.idgen.mistakes;

import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.data.repository.CrudRepository;

/** A repository, whose bean is named {@code orders}. */
interface Orders extends CrudRepository<Orders.Order, Long> {

    @Table("stored_orders")
    record Order(@Id Long id) {}
}
