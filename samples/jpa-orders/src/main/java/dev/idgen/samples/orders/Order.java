package dev.idgen.samples.orders;

import dev.idgen.data.GeneratedId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** An order. Its id contains the time of its creation. */
@Entity
@Table(name = "orders")
class Order {

    static final int LONGEST_CUSTOMER = 255;

    private static final int LONGEST_ID = 27;

    @Id
    @GeneratedId(business = "ORDR")
    @Column(length = LONGEST_ID)
    private @Nullable String id;

    @Version
    private long version;

    @Column(nullable = false, length = LONGEST_CUSTOMER)
    private String customer = "";

    @Column(nullable = false)
    private BigDecimal total = BigDecimal.ZERO;

    private @Nullable String invoice;

    protected Order() {}

    Order(String customer, BigDecimal total) {
        this.customer = customer;
        this.total = total;
    }

    /** Null until the order is stored. */
    @Nullable
    String id() {
        return id;
    }

    String customer() {
        return customer;
    }

    BigDecimal total() {
        return total;
    }

    /** The number of its invoice, null until there is one. */
    @Nullable
    String invoice() {
        return invoice;
    }

    void setInvoice(String number) {
        invoice = number;
    }
}
