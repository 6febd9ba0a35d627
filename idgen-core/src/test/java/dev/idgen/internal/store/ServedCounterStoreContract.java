package dev.idgen.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idgen.CounterStore;
import dev.idgen.TcpProxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The contract on a server that is reached by TCP, and what must hold if a connection ends before the answer comes. */
public abstract class ServedCounterStoreContract extends CounterStoreContract {

    private static final String CUT = "counter-whose-answer-is-cut";

    private final AtomicBoolean armed = new AtomicBoolean();
    private final AtomicInteger cuts = new AtomicInteger();

    /**
     * Once armed, it passes the next request that names the counter, and ends the connection instead of passing the
     * answer.
     */
    private final class Cutting implements TcpProxy.Connection {

        private final AtomicBoolean doomed = new AtomicBoolean();

        /** Requests are small: one read brings a whole one. Some protocols write two bytes for each character. */
        @Override
        public boolean passRequest(byte[] bytes, int length) {
            String request = new String(bytes, 0, length, StandardCharsets.ISO_8859_1).replace("\0", "");
            if (request.contains(CUT) && armed.getAndSet(false)) {
                doomed.set(true);
            }
            return true;
        }

        @Override
        public boolean passAnswer(byte[] bytes, int length) {
            if (doomed.get()) {
                cuts.incrementAndGet();
            }
            return !doomed.get();
        }
    }

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

    /**
     * Some clients take a moment to connect again, and some pools use a broken connection on if it was used just now.
     */
    private static void awaitConnection(CounterStore store) {
        await().atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(600))
                .until(() -> !fails(() -> add(store, 1)));
    }

    @Test
    void additionWhoseAnswerIsLostMayLeaveAGapAndRepeatsNothing() {
        CounterStore direct = opened(namespace());
        try (TcpProxy proxy = new TcpProxy(serverPort(), Cutting::new)) {
            CounterStore through = closing(openAt(proxy.port(), namespace()));
            add(through, 1);
            answer(direct.add(CUT, 1, 0, Long.MAX_VALUE));
            armed.set(true);
            boolean failed = fails(() -> answer(through.add(CUT, 10, 0, Long.MAX_VALUE)));

            assertThat(cuts).as("answers lost, of requests that could be read").hasValue(1);
            long next = answer(direct.add(CUT, 1, 0, Long.MAX_VALUE));
            if (failed) {
                assertThat(next).isEqualTo(isCarriedOutBeforeTheFirstAnswer() ? 12 : 2);
            } else {
                assertThat(next).as("sent again by the client").isIn(12L, 22L);
            }
            awaitConnection(through);
            assertThat(answer(through.add(CUT, 1, 0, Long.MAX_VALUE))).isEqualTo(next + 1);
        }
    }

    @Test
    void takingBackWhoseAnswerIsLostIsCarriedOutOnce() {
        CounterStore direct = opened(namespace());
        try (TcpProxy proxy = new TcpProxy(serverPort(), Cutting::new)) {
            CounterStore through = closing(openAt(proxy.port(), namespace()));
            add(through, 1);
            answer(direct.add(CUT, 100, 0, Long.MAX_VALUE));
            answer(through.giveBack("orders", 5, 4));
            armed.set(true);
            fails(() -> answer(through.giveBack(CUT, 100, 50)));

            assertThat(cuts).as("answers lost, of requests that could be read").hasValue(1);
            long next = answer(direct.add(CUT, 50, 0, Long.MAX_VALUE));
            assertThat(next).isEqualTo(isCarriedOutBeforeTheFirstAnswer() ? 100 : 150);
            awaitConnection(through);
            assertThat(answer(through.add(CUT, 50, 0, Long.MAX_VALUE))).isEqualTo(next + 50);
        }
    }
}
