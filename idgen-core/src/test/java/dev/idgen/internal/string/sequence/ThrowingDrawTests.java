package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.idgen.SequenceUnavailableException;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A stripe is free again whatever is thrown while it is owned. Otherwise it would be missing for ever, with its
 * numbers.
 */
class ThrowingDrawTests extends SequenceFixture {

    private final FailingTime clocks = new FailingTime();

    /** From what a number is drawn. The planner does not run meanwhile. */
    private enum Source {
        CHUNK,
        STOCK,
        STRIPE_OF_ANOTHER,
        NOTHING
    }

    private static final class Failure extends Error {

        private static final long serialVersionUID = 1;
    }

    /** Throws once, after it has been used some times. */
    private final class FailingTime implements TimeSource {

        private int usesLeft = -1;

        private void use() {
            if (usesLeft-- == 0) {
                throw new Failure();
            }
        }

        @Override
        public Instant instant() {
            use();
            return time.instant();
        }

        @Override
        public long nanoTime() {
            use();
            return time.nanoTime();
        }
    }

    /** A sequence whose callers do not wait, so that logical time is all there is. */
    private BucketSequence<Object> sequenceWith(Source source) {
        BucketSequence<Object> sequence = sequence(settings(TTL, Duration.ZERO), TERMS, clocks);
        switch (source) {
            case CHUNK -> sequence.release(sequence.acquire(50, sequence.deadline()));
            case STOCK -> assertThat(sequence.stock()).isPositive();
            case STRIPE_OF_ANOTHER -> {
                Stripe<Object> mine = sequence.acquire();
                sequence.release(sequence.acquire(50, sequence.deadline()));
                sequence.release(mine);
                drain(sequence);
            }
            case NOTHING -> {
                time.advance(TTL);
                assertThatExceptionOfType(SequenceUnavailableException.class).isThrownBy(sequence::acquire);
            }
        }
        return sequence;
    }

    /** Draws what is in the stock, and in the stripe that this thread takes first. */
    private void drain(BucketSequence<Object> sequence) {
        while (sequence.stock() > 0) {
            time.advance(Duration.ofMillis(11)); // a thread that is not busy gets no stripe of its own
            Stripe<Object> stripe = sequence.acquire(Stripe.MAX_CHUNK, sequence.deadline());
            while (stripe.drawMore(1) == 1) {
                assertThat(stripe.number()).isNotNegative();
            }
            sequence.release(stripe);
        }
    }

    /** Takes all that can be taken, until a stripe is made for one draw. */
    private int freeStripes(BucketSequence<Object> sequence) {
        int before = workspaces;
        int taken = 0;
        for (; ; ) {
            scheduler.runDue();
            sequence.acquire();
            if (workspaces > before) {
                return taken;
            }
            taken++;
        }
    }

    /** Lets each use of the clocks in turn fail, and returns how many there were. */
    private int failEachUse(Source source, Consumer<BucketSequence<Object>> draw) {
        int all = freeStripes(sequenceWith(Source.STOCK));
        for (int uses = 0; ; uses++) {
            BucketSequence<Object> sequence = sequenceWith(source);
            clocks.usesLeft = uses;
            try {
                draw.accept(sequence);
            } catch (Failure | SequenceUnavailableException e) {
                // what the caller is to get
            }
            boolean failed = clocks.usesLeft < 0;
            clocks.usesLeft = -1;
            assertThat(freeStripes(sequence)).as("after %d uses", uses).isEqualTo(all);
            if (!failed) {
                return uses;
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void stripesAreFreeWhateverADrawThrows(Source source) {
        assertThat(failEachUse(source, sequence -> sequence.release(sequence.acquire())))
                .isPositive();
        assertThat(failEachUse(source, sequence -> sequence.acquireAsync(Stripe::number)))
                .isPositive();
    }

    @Test
    void stripeIsFreeWhateverASearchThrows() {
        StripePool<Object> stripes = new StripePool<>(1, Object::new);
        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> stripes.takeWhere(stripe -> {
                    throw new Failure();
                }));
        StripePool<Object> others = new StripePool<>(1, Object::new);
        while (others.takeWhere(any -> true) != null) {
            assertThat(stripes.takeWhere(any -> true)).isNotNull();
        }
    }

    /** When numbers arrive, or at the deadline: only the future can report it. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void futureFailsWithWhateverTheDrawThrows(int uses) {
        BucketSequence<Object> sequence = sequence(settings(), TERMS, clocks);
        scheduler.run(TTL.multipliedBy(20));
        CompletableFuture<Integer> number = sequence.acquireAsync(Stripe::number);
        assertThat(number).isNotDone();
        pool = callback -> {
            clocks.usesLeft = uses;
            callback.run();
            clocks.usesLeft = -1;
        };

        scheduler.run(SequenceSettings.defaults().acquireTimeout());

        assertThat(number).isCompletedExceptionally();
    }
}
