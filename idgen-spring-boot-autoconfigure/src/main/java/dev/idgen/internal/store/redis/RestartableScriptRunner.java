package dev.idgen.internal.store.redis;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A runner whose connection and threads can be given up for a while: it runs scripts by another runner, which is closed when this is
 * stopped, and made anew when it is started. While it is stopped, all requests fail.
 *
 * <p>Thread-safe; stopped, started and closed by one thread at a time.
 */
public final class RestartableScriptRunner implements ScriptRunner {

    private final Supplier<ScriptRunner> opening;
    private volatile ScriptRunner present;
    private boolean running = true;

    /** Opens the first runner at once. */
    public RestartableScriptRunner(Supplier<ScriptRunner> opening) {
        this.opening = opening;
        this.present = opening.get();
    }

    @Override
    public CompletionStage<ScriptReply> run(LuaScript script, List<String> keys, List<String> arguments) {
        return present.run(script, keys, arguments);
    }

    @Override
    public String place() {
        return present.place();
    }

    /** Connects anew, in the background, unless it runs. */
    public void start() {
        if (!running) {
            present = opening.get();
            running = true;
        }
    }

    /** Gives up connection and threads, until {@link #start}. */
    public void stop() {
        close();
    }

    @Override
    public void close() {
        if (running) {
            running = false;
            present.close();
        }
    }
}
