package dev.idgen.redis;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** Tells which server carries out a runner's scripts. */
public final class ServingServer {

    /** What the script adds to. */
    public static final String KEY = "{serving}";

    private static final LuaScript SCRIPT = LuaScript.load("server.lua");

    private ServingServer() {}

    /** Has a server write something, and returns its port. */
    public static CompletionStage<Integer> port(ScriptRunner runner) {
        return runner.run(SCRIPT, List.of(KEY), List.of()).thenApply(reply -> Math.toIntExact(reply.nextLong()));
    }
}
