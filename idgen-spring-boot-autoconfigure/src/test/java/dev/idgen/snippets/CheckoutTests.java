package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerator;
import dev.idgen.IdService;
import dev.idgen.KeyedIds;
import dev.idgen.LongIdGenerator;
import dev.idgen.standalone.Counters;
import dev.idgen.standalone.Generators;
import dev.idgen.standalone.InMemoryIds;
import org.junit.jupiter.api.Test;

class CheckoutTests {

    /** What is tested. Spring injects the same constructor. */
    record Checkout(IdService ids, LongIdGenerator order, IdGenerator<String> invoice) {

        String confirm() {
            return ids.nextId("ORDR") + ", order " + order.nextLong() + ", invoice " + invoice.next();
        }
    }

    @Test
    void confirmationNamesOrderAndInvoice() {
        try (InMemoryIds ids = new InMemoryIds();
                Counters counters = Counters.inMemory()) {
            Checkout checkout = new Checkout(
                    ids, Generators.snowflake().node(1).build(), counters.counter("invoice", "INV-{000000}"));

            assertThat(checkout.confirm()).matches("\\d{15}ORDR\\d{8}, order \\d+, invoice INV-000001");
        }
    }

    @Test
    void eachTenantHasACounterOfItsOwn() {
        try (Counters counters = Counters.inMemory()) {
            KeyedIds<String> invoice = counters.keyed("invoice", "{key}-{000000}");

            assertThat(invoice.forKey("acme").next()).isEqualTo("acme-000001");
        }
    }
}
