package dev.idgen.store;

import java.util.List;

/** Checks the servers of a store. Thread-safe. */
@FunctionalInterface
public interface StoreCheck {

    /**
     * Checks now. Changes nothing, and blocks for a few seconds at most.
     *
     * @param use what idgen keeps in the store; not empty
     * @param partial whether to skip servers that do not answer if others do
     * @return the findings, each name once
     * @throws Exception if a server that may not be skipped does not answer; the caller may try again later
     */
    List<Finding> examine(StoreUse use, boolean partial) throws Exception;
}
