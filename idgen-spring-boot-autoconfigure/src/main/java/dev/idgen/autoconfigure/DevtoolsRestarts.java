package dev.idgen.autoconfigure;

import org.jspecify.annotations.Nullable;

/** Tells whether Spring Boot's devtools restart the application, in the same process, whenever its classes change. */
final class DevtoolsRestarts {

    /** Loads the application's own classes, each time anew. */
    static final String LOADER = "org.springframework.boot.devtools.restart.classloader.RestartClassLoader";

    private DevtoolsRestarts() {}

    /** @param loader of the application's classes */
    static boolean isRestarted(@Nullable ClassLoader loader) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            if (at.getClass().getName().equals(LOADER)) {
                return true;
            }
        }
        return false;
    }
}
