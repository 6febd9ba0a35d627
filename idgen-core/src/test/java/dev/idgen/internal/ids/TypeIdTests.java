package dev.idgen.internal.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idgen.InvalidIdException;
import dev.idgen.PublicText;
import dev.idgen.TextForm;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The published vectors of TypeID 0.3.0, as far as a prefix of 32 characters allows. */
class TypeIdTests {

    private static PublicIdType<UUID> form(String prefix) {
        return new PublicIdType<>(IdType.uuids(), PublicText.of(prefix).withForm(TextForm.TYPEID), 128, "uuid-v7");
    }

    @ParameterizedTest
    @CsvSource({
        "'', 00000000000000000000000000, 00000000-0000-0000-0000-000000000000",
        "'', 00000000000000000000000001, 00000000-0000-0000-0000-000000000001",
        "'', 0000000000000000000000000a, 00000000-0000-0000-0000-00000000000a",
        "'', 0000000000000000000000000g, 00000000-0000-0000-0000-000000000010",
        "'', 00000000000000000000000010, 00000000-0000-0000-0000-000000000020",
        "'', 7zzzzzzzzzzzzzzzzzzzzzzzzz, ffffffff-ffff-ffff-ffff-ffffffffffff",
        "prefix_, prefix_0123456789abcdefghjkmnpqrs, 0110c853-1d09-52d8-d73e-1194e95b5f19",
        "prefix_, prefix_01h455vb4pex5vsknk084sn02q, 01890a5d-ac96-774b-bcce-b302099a8057",
        "pre_fix_, pre_fix_00000000000000000000000000, 00000000-0000-0000-0000-000000000000"
    })
    void validOnes(String prefix, String text, UUID id) {
        assertThat(form(prefix).format(id)).isEqualTo(text);
        assertThat(form(prefix).parse(text)).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PREFIX_00000000000000000000000000",
                "12345_00000000000000000000000000",
                "pre.fix_00000000000000000000000000",
                "pr\u00e9fix_00000000000000000000000000",
                "  prefix_00000000000000000000000000",
                "_00000000000000000000000000",
                "_",
                "prefix_1234567890123456789012345",
                "prefix_123456789012345678901234567",
                "prefix_1234567890123456789012345 ",
                "prefix_0123456789ABCDEFGHJKMNPQRS",
                "prefix_123456789-123456789-123456",
                "prefix_ooooooiiiiiiuuuuuuulllllll",
                "prefix_i23456789ol23456789oi23456",
                "prefix_123456789-0123456789-0123456",
                "prefix_8zzzzzzzzzzzzzzzzzzzzzzzzz",
                "_prefix_00000000000000000000000000",
                "prefix__00000000000000000000000000"
            })
    void invalidOnes(String text) {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> form("prefix_").parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PREFIX_", "pre7_", "prefix", "prefix__"})
    void prefixThatNoTypeIdHasIsRefused(String prefix) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> form(prefix))
                .withMessageStartingWith("a TypeID has a prefix of lower-case letters that ends with '_'");
    }
}
