package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import dev.idgen.test.AutoConfigureIdgen;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest
@AutoConfigureIdgen
class OrdersTests {

    @Test
    void numbersCarryTheBusinessCode(@Autowired IdService ids) {
        assertThat(ids.nextId("ORDR")).contains("ORDR");
    }
}
