package dev.idgen.internal.store.redis;

import dev.idgen.internal.monitor.Restartable;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A runner that can stop and start again. Each start creates a runner that it delegates to. While it is stopped, all
 * requests fail.
 */
public final class RestartableScriptRunner extends Restartable<ScriptRunner> implements ScriptRunner {

    /** Opens the first runner at once. */
    public RestartableScriptRunner(Supplier<ScriptRunner> opening) {
        super(opening, runner -> List.of(), ScriptRunner::close);
    }

    @Override
    public CompletionStage<ScriptReply> run(LuaScript script, List<String> keys, List<String> arguments) {
        return latest().run(script, keys, arguments);
    }

    @Override
    public String place() {
        return latest().place();
    }

    @Override
    public void close() {
        stop();
    }
}
