package dev.idgen.autoconfigure;

import org.jspecify.annotations.Nullable;

/** Detects Spring Boot's devtools, which restart the application in the same process when its classes change. */
final class DevtoolsRestarts {

    /** The class loader that devtools create at each restart for the application's own classes. */
    static final String LOADER = "org.springframework.boot.devtools.restart.classloader.RestartClassLoader";

    private DevtoolsRestarts() {}

    /** @param loader the class loader of the application's classes */
    static boolean isRestarted(@Nullable ClassLoader loader) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            if (at.getClass().getName().equals(LOADER)) {
                return true;
            }
        }
        return false;
    }
}
