package dev.idgen.internal.doctor;

import java.util.List;

/** Looks at the servers of a store. Thread-safe. */
@FunctionalInterface
public interface Checkup {

    /**
     * Looks now. Changes nothing, and blocks for some seconds at most.
     *
     * @param use what is at risk; not empty
     * @return what was found, each name once
     * @throws Exception if no server answers: it may be asked again later
     */
    List<Finding> examine(StoreUse use) throws Exception;
}
