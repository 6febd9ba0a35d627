package dev.idgen.autoconfigure;

import dev.idgen.internal.request.Requests;
import java.time.Duration;

/** How the application's start deals with stores. */
final class StartUp {

    /**
     * Longer than this the start does not wait for the first answer of a store. A bean is ready when that answer has come in or
     * failed, so that a caller in the first second finds what it wants or a reason.
     */
    static final Duration LONGEST_WAIT = Requests.FIRST_TIMEOUT;

    private StartUp() {}
}
