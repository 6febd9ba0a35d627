package dev.idgen.internal.doctor;

import java.util.List;
import java.util.Set;

/** Looks at the servers of a store. Thread-safe. */
public interface Checkup {

    /** The name of the store, as a setting has it: {@code redis}, for example. */
    String store();

    /** The names of all findings that it may have. */
    Set<String> findings();

    /**
     * Looks now. Changes nothing, and blocks for some seconds at most.
     *
     * @param use what is at risk; not empty
     * @return what was found, each name once
     * @throws Exception if no server answers: it may be asked again later
     */
    List<Finding> examine(StoreUse use) throws Exception;
}
