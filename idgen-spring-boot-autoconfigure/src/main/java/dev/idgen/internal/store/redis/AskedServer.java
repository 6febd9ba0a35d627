package dev.idgen.internal.store.redis;

import java.util.Map;
import java.util.concurrent.CompletionStage;

/** A server that can be asked about itself. Answers may fail with whatever the driver has. Thread-safe. */
interface AskedServer {

    /** Host and port, or empty if there is one server only. */
    String address();

    /** What {@code INFO} says by default, by field. */
    CompletionStage<Map<String, String>> info();

    /** The server's settings of a name or pattern, by {@code CONFIG GET}. */
    CompletionStage<Map<String, String>> config(String pattern);

    /** The server's time in epoch milliseconds. */
    CompletionStage<Long> time();
}
