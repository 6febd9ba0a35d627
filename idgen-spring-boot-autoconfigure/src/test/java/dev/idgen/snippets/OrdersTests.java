package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.test.AutoConfigureIdgen;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest(classes = Orders.class)
@AutoConfigureIdgen
class OrdersTests {

    @Test
    void numbersCarryTheBusinessCode(@Autowired Orders orders) {
        assertThat(orders.newOrderNumber()).contains("ORDR");
    }
}
