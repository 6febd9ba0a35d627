package dev.idgen.internal.store.redis;

import dev.idgen.internal.monitor.Restartable;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A runner whose connection and threads can be given up for a while: it runs scripts by another runner. While it is stopped, all requests
 * fail.
 */
public final class RestartableScriptRunner extends Restartable<ScriptRunner> implements ScriptRunner {

    /** Opens the first runner at once. */
    public RestartableScriptRunner(Supplier<ScriptRunner> opening) {
        super(opening, runner -> List.of(), ScriptRunner::close);
    }

    @Override
    public CompletionStage<List<Object>> run(LuaScript script, List<String> keys, List<String> arguments) {
        return latest().run(script, keys, arguments);
    }

    @Override
    public CompletionStage<EpochReply> runInEpoch(LuaScript script, List<String> keys, List<String> arguments) {
        return latest().runInEpoch(script, keys, arguments);
    }

    @Override
    public CompletionStage<List<AskedServer>> servers() {
        return latest().servers();
    }

    @Override
    public RedisServers settings() {
        return latest().settings();
    }

    @Override
    public Set<Integer> databasesWith(List<String> keys, Set<Integer> databases) {
        return latest().databasesWith(keys, databases);
    }

    @Override
    public void close() {
        stop();
    }
}
