package dev.idgen;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * What the model-checked tests have in common: two threads call random operations, and Lincheck tries in which orders their
 * steps may follow each other. The scenarios are the same in each run.
 *
 * <p>{@code -Didgen.lincheck.iterations} sets how many scenarios are tried, {@code -Didgen.lincheck.invocations} how many orders
 * of each.
 */
public final class ModelChecking {

    /** Results that no order of whole operations has. */
    public static final String INVALID_RESULTS = "Invalid execution results";

    private static final int INVOCATIONS = 150;

    private ModelChecking() {}

    /**
     * Options to which the number of operations is added.
     *
     * @param iterations how many scenarios are tried unless the property says otherwise
     */
    public static ModelCheckingOptions options(int iterations) {
        return new ModelCheckingOptions()
                .threads(2)
                .iterations(Integer.getInteger("idgen.lincheck.iterations", iterations))
                .invocationsPerIteration(Integer.getInteger("idgen.lincheck.invocations", INVOCATIONS));
    }

    /** Asserts that the checker finds a mistake made on purpose. */
    public static void assertFound(ModelCheckingOptions options, Class<?> variant, String message) {
        assertThatExceptionOfType(LincheckAssertionError.class)
                .isThrownBy(() -> options.check(variant))
                .withMessageContaining(message);
    }
}
