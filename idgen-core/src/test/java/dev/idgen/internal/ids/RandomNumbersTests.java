package dev.idgen.internal.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idgen.IdGenerator;
import dev.idgen.InvalidIdException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RandomNumbersTests {

    private final IdGenerator<UUID> generator = new Ids<>(new RandomNumbers("test"), IdType.uuids());

    @Test
    void textIsReadAgain() {
        UUID id = generator.next();

        assertThat(generator.parse(generator.format(id))).isEqualTo(id);
        assertThat(generator.decode(id, Instant.MAX)).isEqualTo(generator.decode(id));
        for (String text : List.of("", "1-1-4000-8000-1", generator.format(id) + "0", "{" + id + "}")) {
            assertThatExceptionOfType(InvalidIdException.class).isThrownBy(() -> generator.parse(text));
        }
    }

    @Test
    void batchOutOfRangeIsRefused() {
        for (int count : new int[] {0, -1, 100_001, Integer.MAX_VALUE}) {
            assertThatIllegalArgumentException().isThrownBy(() -> generator.next(count));
        }
    }
}
