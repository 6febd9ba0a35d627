package dev.idgen.samples.orders;

import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

interface OrderRepository extends JpaRepository<Order, String> {

    /** The orders with ids in {@code [from, to)}, oldest first. */
    @Query("select o from Order o where o.id >= :from and o.id < :to order by o.id")
    List<Order> findInRange(String from, String to, Limit limit);
}
