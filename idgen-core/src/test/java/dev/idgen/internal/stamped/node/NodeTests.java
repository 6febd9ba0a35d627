package dev.idgen.internal.stamped.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class NodeTests {

    @Test
    void windowMayBeAMillisecondAndGrowsOnly() {
        Node node = Node.within(1, 5, 5);
        node.extendTo(4);
        assertThat(node.notAfter()).isEqualTo(5);
        node.extendTo(6);
        assertThat(node.notAfter()).isEqualTo(6);
        assertThat(node.notBefore()).isEqualTo(5);
    }

    @Test
    void windowThatEndsBeforeItsStartIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Node.within(1, 5, 4))
                .withMessage("window ends at 4, before its start 5");
    }

    @Test
    void nodeIdIsShownAsAnUnsignedNumber() {
        assertThat(Node.always(-1)).hasToString("18446744073709551615");
    }
}
