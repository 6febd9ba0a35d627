package dev.idgen.redis;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A runner that can stop and start again. Each start creates a runner that it delegates to. While it is stopped, all
 * requests fail. Call {@link #start} and {@link #stop} from one thread at a time.
 */
public final class RestartableScriptRunner implements ScriptRunner {

    private final Supplier<ScriptRunner> opening;
    private volatile ScriptRunner latest;
    private boolean running = true;

    /** Opens the first runner at once. */
    public RestartableScriptRunner(Supplier<ScriptRunner> opening) {
        this.opening = opening;
        this.latest = opening.get();
    }

    @Override
    public CompletionStage<ScriptReply> run(LuaScript script, List<String> keys, List<String> arguments) {
        return latest.run(script, keys, arguments);
    }

    @Override
    public String place() {
        return latest.place();
    }

    /** Opens another runner unless one is running. */
    public void start() {
        if (!running) {
            latest = opening.get();
            running = true;
        }
    }

    /** Closes the runner, if one is running. */
    public void stop() {
        if (running) {
            running = false;
            latest.close();
        }
    }

    @Override
    public void close() {
        stop();
    }
}
