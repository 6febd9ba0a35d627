package dev.idgen.internal.stamped.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.codec.HostileTexts;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Whatever stands in the store for a node id, it is a sound value or refused. */
class HostileNodeValueTests {

    private static final int TEXTS_PER_TRY = 20;
    private static long inputs;

    @AfterAll
    static void report() {
        HostileTexts.report(HostileNodeValueTests.class, inputs);
    }

    @Test
    void valueIsSoundOrRefused() {
        HostileTexts.forEachSeed(random -> {
            for (int i = 0; i < TEXTS_PER_TRY; i++) {
                isSoundOrRefused(HostileTexts.next(random, HostileNodeValueTests::valid));
            }
        });
    }

    private static String valid(RandomGenerator random) {
        return "run=4f epoch=" + random.nextInt(3) + " doubted=0 end=" + random.nextLong()
                + " holder=a ttl=30000 made=x";
    }

    private static void isSoundOrRefused(String text) {
        inputs++;
        NodeValue value;
        try {
            value = NodeValue.parse(text);
        } catch (IllegalArgumentException e) {
            return;
        }
        assertThat(value.end()).isNotNegative();
        assertThat(value.ttl()).isNotNegative();
        assertThat(NodeValue.parse(value.toString())).hasToString(value.toString());
    }
}
