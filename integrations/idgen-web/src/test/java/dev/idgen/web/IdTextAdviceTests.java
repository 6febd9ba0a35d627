package dev.idgen.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.InvalidIdException;
import dev.idgen.InvalidKeyException;
import dev.idgen.entities.GeneratedIdException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.TypeMismatchException;

/** Only what a request carried is answered with 400, and never with a message of the application's. */
class IdTextAdviceTests {

    private final IdTextAdvice advice = new IdTextAdvice();

    private static InvalidIdException invalid() {
        return new InvalidIdException("'x' is not an id");
    }

    static Stream<Exception> ofRequests() {
        IllegalArgumentException between = new IllegalArgumentException("of a converter of the application", invalid());
        return Stream.of(invalid(), new TypeMismatchException("x", Long.class, between));
    }

    @ParameterizedTest
    @MethodSource("ofRequests")
    void whatTheRequestCarriedIsItsFault(Exception thrown) throws Exception {
        assertThat(advice.invalidId(thrown).getStatus()).isEqualTo(400);
        assertThat(advice.invalidId(thrown).getDetail()).isEqualTo("'x' is not an id");
    }

    static Stream<Exception> ofApplications() {
        String secret = "row 17 of table billing is corrupt";
        return Stream.of(
                new IllegalArgumentException(secret, invalid()),
                new IllegalStateException(secret, invalid()),
                new GeneratedIdException(
                        "@GeneratedId on Invoice.number", "Check it.", new InvalidKeyException("a b")));
    }

    @ParameterizedTest
    @MethodSource("ofApplications")
    void whatTheApplicationThrowsIsLeftToSpring(Exception thrown) {
        assertThatThrownBy(() -> advice.invalidId(thrown)).isSameAs(thrown);
    }
}
