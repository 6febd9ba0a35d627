package dev.idgen.autoconfigure;

import dev.idgen.InvalidSettingException;
import dev.idgen.autoconfigure.IdgenProperties.Store;
import dev.idgen.internal.codec.PropertyNames;
import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.core.env.Environment;

/**
 * Keeps an application from starting if {@code idgen.store} is no longer what it was when the application was built ahead of time: the
 * build settles which beans there are, so that another value would be ignored.
 */
final class StoreOfBuild {

    private static final String PROPERTY = "idgen.store";

    private StoreOfBuild() {}

    /** @param built the store whose beans there are */
    static BeanFactoryPostProcessor check(Store built, Environment environment) {
        return beans -> {
            if (AotDetector.useGeneratedArtifacts() && StoreConnection.leasing(beans, environment) != built) {
                String set = environment.getProperty(PROPERTY);
                String name = PropertyNames.of(built);
                throw new InvalidSettingException(
                        PROPERTY,
                        "is " + (set == null ? "not set" : "'" + set + "'")
                                + ", but this application was built ahead of time with '" + name + "'",
                        "Set '" + PROPERTY + "' to '" + name
                                + "', or build the application again with the other store.");
            }
        };
    }
}
