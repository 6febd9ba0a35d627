package dev.idgen.redis;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Runs a script on the server that holds its keys, without blocking the caller. Thread-safe.
 */
interface ScriptRunner extends AutoCloseable {

    /**
     * Sends a script.
     *
     * @return its answer: {@code Long} and {@code byte[]} elements. May complete on any thread, with any failure
     *     the connection has, and long after the caller lost interest
     */
    CompletionStage<List<Object>> run(LuaScript script, List<String> keys, List<String> arguments);

    @Override
    void close();
}
