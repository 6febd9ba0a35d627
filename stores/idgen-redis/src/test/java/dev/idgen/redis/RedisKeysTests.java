package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.timestamp.node.NodePool;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No name leads out of its part of the keys, or out of its slot. */
class RedisKeysTests {

    /** Each of these characters, between others and alone. */
    private static final String FORBIDDEN = " {}*?[]\\/\n\r\t\0\u007f\u0085ä\u0661\uFF41\u200b\uD83D\uDE00'\"$";

    static Stream<String> malformedNames() {
        return Stream.concat(
                Stream.of("", "a{b}", "}{", "../a", "a\r\nFLUSHALL\r\n", "a\n", "a:0}:last"),
                FORBIDDEN.codePoints().mapToObj(Character::toString).flatMap(c -> Stream.of(c, "a" + c + "b")));
    }

    @ParameterizedTest
    @MethodSource("malformedNames")
    void malformedNameIsRefused(String name) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> new RedisKeys(name))
                .withMessageContaining("'idgen.namespace'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RedisKeys("a").counter(name))
                .withMessageContaining("is not 1 to 128 characters [0-9A-Za-z._:-]");
    }

    @Test
    void overlongNamesAndNamespacesWithAColonAreRefused() {
        assertThatExceptionOfType(InvalidSettingException.class).isThrownBy(() -> new RedisKeys("a:b"));
        assertThatExceptionOfType(InvalidSettingException.class).isThrownBy(() -> new RedisKeys("a".repeat(65)));
        assertThatIllegalArgumentException().isThrownBy(() -> new RedisKeys("a").counter("c".repeat(129)));
    }

    /** Names that look like parts of other keys are told apart by what follows the tag. */
    @Test
    void everyKeyHasOneTagAndNoNamespaceSharesAny() {
        Set<String> seen = new HashSet<>();
        for (String namespace : "a b a.b a-b 0 1 10 - . _ nodes counter a.nodes namespace default".split(" ", -1)) {
            assertThat(allKeys(namespace))
                    .allMatch(key -> key.matches("\\{idgen:[45]:\\Q" + namespace + "\\E:[^{}]*}[^{}]*"))
                    .allMatch(seen::add);
        }
    }

    @Test
    void keysOfOneRequestAreInOneSlot() {
        assertThat(new RedisKeys("a").counterTakenBack("orders:202611", "c0ffee"))
                .allMatch(key -> key.startsWith("{idgen:5:a:counter:orders:202611}"));
    }

    private static List<String> allKeys(String namespace) {
        RedisKeys keys = new RedisKeys(namespace);
        List<String> groups = new ArrayList<>();
        IntStream.range(0, 16).forEach(group -> groups.add(Integer.toString(group)));
        IntStream.rangeClosed(1, 20)
                .mapToObj(NodePool::ofBits)
                .forEach(pool -> IntStream.range(0, pool.groups())
                        .forEach(group -> groups.add("nodes:" + pool.bits() + ":" + group)));
        List<String> all = new ArrayList<>();
        groups.forEach(group -> all.addAll(keys.group(group)));
        for (String counter : List.of("orders", "0", "nodes:5", "a:b", "value", "taken:1", ":", "lock")) {
            all.addAll(keys.counter(counter));
        }
        all.add(keys.counterTakenBack("orders", "c0ffee").get(1));
        return all;
    }
}
