package dev.idgen.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idgen.CounterStore;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** The contract on a server that is reached by TCP, and what must hold if a connection ends before the answer comes. */
public abstract class ServedCounterStoreContract extends CounterStoreContract {

    private static final String CUT = "counter-whose-answer-is-cut";

    /** The port at which the server listens on this machine. */
    protected abstract int serverPort();

    /** An instance that reaches the server by another port of this machine. */
    protected abstract CounterStore openAt(int port, String name);

    /** Whether a request is one statement; else the connection is lost in a transaction, which then ends in nothing. */
    protected boolean isCarriedOutBeforeTheFirstAnswer() {
        return true;
    }

    @Override
    protected final CounterStore open(String name) {
        return openAt(serverPort(), name);
    }

    /** Sends a request whose first answer is lost, and returns whether it failed. */
    private static boolean fails(Runnable request) {
        try {
            request.run();
            return false;
        } catch (CompletionException e) {
            return true;
        }
    }

    /** Some clients take a moment to connect again, and some pools use a broken connection on if it was used just now. */
    private static void awaitConnection(CounterStore store) {
        await().atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(600))
                .until(() -> !fails(() -> add(store, 1)));
    }

    @Test
    void additionWhoseAnswerIsLostMayLeaveAGapAndRepeatsNothing() throws IOException {
        CounterStore direct = opened(namespace());
        try (CuttingProxy proxy = new CuttingProxy(serverPort(), CUT)) {
            CounterStore through = closing(openAt(proxy.port(), namespace()));
            add(through, 1);
            answer(direct.add(CUT, 1, 0));
            proxy.cutNext();
            boolean failed = fails(() -> answer(through.add(CUT, 10, 0)));

            assertThat(proxy.cuts())
                    .as("answers lost, of requests that could be read")
                    .isEqualTo(1);
            long next = answer(direct.add(CUT, 1, 0));
            if (failed) {
                assertThat(next).isEqualTo(isCarriedOutBeforeTheFirstAnswer() ? 12 : 2);
            } else {
                assertThat(next).as("sent again by the client").isIn(12L, 22L);
            }
            awaitConnection(through);
            assertThat(answer(through.add(CUT, 1, 0))).isEqualTo(next + 1);
        }
    }

    @Test
    void takingBackWhoseAnswerIsLostIsCarriedOutOnce() throws IOException {
        CounterStore direct = opened(namespace());
        try (CuttingProxy proxy = new CuttingProxy(serverPort(), CUT)) {
            CounterStore through = closing(openAt(proxy.port(), namespace()));
            add(through, 1);
            answer(direct.add(CUT, 100, 0));
            answer(through.takeBack("orders", 5, 4));
            proxy.cutNext();
            fails(() -> answer(through.takeBack(CUT, 100, 50)));

            assertThat(proxy.cuts())
                    .as("answers lost, of requests that could be read")
                    .isEqualTo(1);
            long next = answer(direct.add(CUT, 50, 0));
            assertThat(next).isEqualTo(isCarriedOutBeforeTheFirstAnswer() ? 100 : 150);
            awaitConnection(through);
            assertThat(answer(through.add(CUT, 50, 0))).isEqualTo(next + 50);
        }
    }
}
