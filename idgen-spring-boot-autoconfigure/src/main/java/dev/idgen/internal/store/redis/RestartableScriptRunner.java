package dev.idgen.internal.store.redis;

import java.util.List;
import java.util.Set;
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
    private volatile Present present;
    private boolean running = true;

    /** @param before what the number of connections begins with */
    private record Present(ScriptRunner runner, long before) {

        long connections() {
            return before + runner.connections();
        }
    }

    /** Opens the first runner at once. */
    public RestartableScriptRunner(Supplier<ScriptRunner> opening) {
        this.opening = opening;
        this.present = new Present(opening.get(), 0);
    }

    @Override
    public CompletionStage<List<Object>> run(LuaScript script, List<String> keys, List<String> arguments) {
        return present.runner().run(script, keys, arguments);
    }

    @Override
    public CompletionStage<List<AskedServer>> servers() {
        return present.runner().servers();
    }

    @Override
    public RedisServers settings() {
        return present.runner().settings();
    }

    @Override
    public Set<Integer> databasesWith(List<String> keys, Set<Integer> databases) {
        return present.runner().databasesWith(keys, databases);
    }

    @Override
    public long connections() {
        return present.connections();
    }

    /** Connects anew, in the background, unless it runs. */
    public void start() {
        if (!running) {
            present = new Present(opening.get(), present.connections() + 1);
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
            present.runner().close();
        }
    }
}
