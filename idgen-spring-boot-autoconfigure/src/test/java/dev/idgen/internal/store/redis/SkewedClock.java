package dev.idgen.internal.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Runs the shipped scripts on a real server as if its clock were off, by as much as a test says. Thread-safe. */
public final class SkewedClock implements ScriptRunner {

    private static final String SECONDS = "tonumber(clock[1])";

    private final ScriptRunner runner;
    private volatile Duration ahead = Duration.ZERO;

    public SkewedClock(ScriptRunner runner) {
        this.runner = runner;
    }

    /** From now on the server's clock is so far ahead; behind if that is negative. */
    public void setAhead(Duration next) {
        ahead = next;
    }

    @Override
    public CompletionStage<ScriptReply> run(LuaScript script, List<String> keys, List<String> arguments) {
        return runner.run(skewed(script), keys, arguments);
    }

    private LuaScript skewed(LuaScript script) {
        if (!script.text().contains(SECONDS)) {
            throw new IllegalStateException(script + " reads no clock");
        }
        String skewed = "(" + SECONDS + " + " + ahead.toSeconds() + ")";
        return new LuaScript(script.name(), script.text().replace(SECONDS, skewed));
    }

    @Override
    public void close() {
        runner.close();
    }
}
