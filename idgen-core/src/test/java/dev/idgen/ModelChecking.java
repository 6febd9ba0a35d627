package dev.idgen;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * What the model-checked tests have in common: two threads call random operations, and Lincheck tries in which orders their
 * steps may follow each other. The scenarios are the same in each run, so that a mistake is found in all runs or in none.
 *
 * <p>{@code -Didgen.lincheck.iterations} sets how many scenarios are tried, {@code -Didgen.lincheck.invocations} how many orders
 * of each.
 */
public final class ModelChecking {

    /** What their classes are tagged with: Lincheck rewrites every class that is loaded, so they run in a JVM of their own. */
    public static final String TAG = "model-checking";

    /** Results that no order of whole operations has. */
    public static final String INVALID_RESULTS = "Invalid execution results";

    /** The seventh scenario is the first that shows the last of the mistakes made on purpose. */
    private static final int ITERATIONS = Integer.getInteger("idgen.lincheck.iterations", 12);

    /** Of the scenarios that show a mistake, 25 orders are enough to see it. */
    private static final int INVOCATIONS = Integer.getInteger("idgen.lincheck.invocations", 150);

    private ModelChecking() {}

    /**
     * How a class is checked.
     *
     * @param perThread how many operations each thread calls
     * @param before how many are called before the threads begin
     * @param after how many are called after they have ended
     * @param specification the class for one thread
     */
    public static ModelCheckingOptions options(int perThread, int before, int after, Class<?> specification) {
        return new ModelCheckingOptions()
                .threads(2)
                .iterations(ITERATIONS)
                .invocationsPerIteration(INVOCATIONS)
                .actorsPerThread(perThread)
                .actorsBefore(before)
                .actorsAfter(after)
                .sequentialSpecification(specification);
    }

    /** Asserts that the checker finds a mistake made on purpose. */
    public static void assertFound(ModelCheckingOptions options, Class<?> variant, String message) {
        assertThatExceptionOfType(LincheckAssertionError.class)
                .isThrownBy(() -> options.check(variant))
                .withMessageContaining(message);
    }
}
