package dev.idgen.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.CounterUnavailableException;
import dev.idgen.CounterUnavailableException.Reason;
import dev.idgen.InvalidIdException;
import dev.idgen.InvalidKeyException;
import dev.idgen.entities.GeneratedIdException;
import dev.idgen.store.Clocks;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.TypeMismatchException;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Only what a request carried is answered with 400, and never with a message of the application's. */
@ExtendWith(OutputCaptureExtension.class)
class IdTextAdviceTests {

    private final AtomicLong nanoTime = new AtomicLong();

    private final IdTextAdvice advice = new IdTextAdvice(new Clocks() {

        @Override
        public long nanoTime() {
            return nanoTime.get();
        }

        @Override
        public Instant instant() {
            return Instant.EPOCH;
        }
    });

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

    @Test
    void outageIsLoggedOnceUntilItWasQuietForAMinute(CapturedOutput log) throws Exception {
        CounterUnavailableException reason = new CounterUnavailableException("invoice", Reason.TIMED_OUT, 500, null);
        for (int second = 0; second < 200; second++) {
            assertThat(advice.unavailable(reason, reason).getStatusCode().value())
                    .isEqualTo(503);
            nanoTime.addAndGet(TimeUnit.SECONDS.toNanos(1));
        }
        assertThat(log.getOut().split("answers 503", -1)).hasSize(2);
        nanoTime.addAndGet(TimeUnit.MINUTES.toNanos(1));
        advice.unavailable(reason, reason);
        assertThat(log.getOut().split("answers 503", -1)).hasSize(3);
    }
}
