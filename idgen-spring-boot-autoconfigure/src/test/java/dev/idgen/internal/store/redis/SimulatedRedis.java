package dev.idgen.internal.store.redis;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LoadState;
import org.luaj.vm2.LuaClosure;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.compiler.LuaC;
import org.luaj.vm2.lib.BaseLib;
import org.luaj.vm2.lib.MathLib;
import org.luaj.vm2.lib.PackageLib;
import org.luaj.vm2.lib.StringLib;
import org.luaj.vm2.lib.TableLib;
import org.luaj.vm2.lib.VarArgFunction;

/**
 * A Redis server as far as the script of counters needs one, in simulated time: it runs the very Lua file.
 *
 * <p>For one thread.
 */
final class SimulatedRedis implements ScriptRunner {

    private final LongSupplier clockMillis;
    private final Map<String, Entry> entries = new HashMap<>();
    private final Map<String, LuaValue> loaded = new HashMap<>();
    private final Globals globals = globals();
    private String role = "master";
    private boolean infoRefused;

    /** A string, and when it expires, in epoch milliseconds; 0 if never. */
    private record Entry(String text, long expiresAt) {}

    /** The libraries that Redis has and the scripts use. */
    private static Globals globals() {
        Globals globals = new Globals();
        globals.load(new BaseLib());
        globals.load(new PackageLib());
        globals.load(new TableLib());
        globals.load(new StringLib());
        globals.load(new MathLib());
        LoadState.install(globals);
        LuaC.install(globals);
        return globals;
    }

    SimulatedRedis(LongSupplier clockMillis) {
        this.clockMillis = clockMillis;
        LuaTable redis = new LuaTable();
        redis.set("call", function(this::call));
        redis.set("pcall", function(arguments -> {
            try {
                return call(arguments);
            } catch (LuaError e) {
                return error(e.getMessage());
            }
        }));
        redis.set("error_reply", function(arguments -> error(arguments.checkjstring(1))));
        globals.set("redis", redis);
    }

    void refuseInfo() {
        infoRefused = true;
    }

    /** What it tells as its role, {@code master} at first. */
    void setRole(String value) {
        role = value;
    }

    private LuaValue load(LuaScript script) {
        try {
            return new LuaClosure(globals.compilePrototype(new StringReader(script.text()), script.name()), globals);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public CompletionStage<List<Object>> run(LuaScript script, List<String> scriptKeys, List<String> arguments) {
        globals.set("KEYS", table(scriptKeys));
        globals.set("ARGV", table(arguments));
        LuaValue chunk = loaded.computeIfAbsent(script.name(), name -> load(script));
        try {
            LuaTable answer = chunk.call().checktable();
            LuaValue failure = answer.get("err");
            return failure.isnil()
                    ? CompletableFuture.completedFuture(elements(answer))
                    : CompletableFuture.failedFuture(new IllegalStateException(failure.tojstring()));
        } catch (LuaError e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public void close() {}

    private LuaValue call(Varargs arguments) {
        String key = arguments.narg() > 1 ? arguments.tojstring(2) : "";
        return switch (arguments.checkjstring(1)) {
            case "INFO" -> replication();
            case "GET" -> get(key);
            case "SET" -> set(key, arguments);
            case "INCRBY" -> incrby(key, arguments);
            default -> throw new LuaError("unknown command " + arguments.checkjstring(1));
        };
    }

    private LuaValue replication() {
        if (infoRefused) {
            throw new LuaError("NOPERM");
        }
        return LuaValue.valueOf("# Replication\r\nrole:" + role + "\r\nmaster_replid:run0\r\n");
    }

    private LuaValue get(String key) {
        Entry entry = live(key);
        return entry == null ? LuaValue.FALSE : LuaValue.valueOf(entry.text);
    }

    private LuaValue set(String key, Varargs arguments) {
        if (arguments.narg() == 3) {
            entries.put(key, new Entry(text(arguments.arg(3)), 0));
            return LuaValue.valueOf("OK");
        }
        if (!"PX".equals(arguments.checkjstring(4))) {
            throw new LuaError("syntax error");
        }
        long expiry = Long.parseLong(text(arguments.arg(5)));
        if (expiry <= 0) {
            throw new LuaError("ERR invalid expire time in 'set' command");
        }
        entries.put(key, new Entry(text(arguments.arg(3)), clockMillis.getAsLong() + expiry));
        return LuaValue.valueOf("OK");
    }

    /** Scripts get the sum as a double, as they do from Redis. */
    private LuaValue incrby(String key, Varargs arguments) {
        Entry entry = live(key);
        long value = entry == null ? 0 : Long.parseLong(entry.text);
        long delta = Long.parseLong(text(arguments.arg(3)));
        if (value > Long.MAX_VALUE - delta) {
            throw new LuaError("ERR increment or decrement would overflow");
        }
        entries.put(key, new Entry(Long.toString(value + delta), entry == null ? 0 : entry.expiresAt));
        return LuaValue.valueOf((double) (value + delta));
    }

    /** Redis removes a key when its time is past, not when it is reached. */
    private @Nullable Entry live(String key) {
        Entry entry = entries.get(key);
        if (entry != null && entry.expiresAt != 0 && clockMillis.getAsLong() > entry.expiresAt) {
            entries.remove(key);
            return null;
        }
        return entry;
    }

    /** Redis writes numbers with {@code %.17g}: whole ones without exponent or fraction. */
    private static String text(LuaValue value) {
        return value.type() == LuaValue.TNUMBER ? Long.toString(value.checklong()) : value.checkjstring();
    }

    private static List<Object> elements(LuaTable answer) {
        List<Object> elements = new ArrayList<>();
        for (int i = 1; !answer.get(i).isnil(); i++) {
            LuaValue element = answer.get(i);
            if (element.type() == LuaValue.TNUMBER) {
                elements.add(element.checklong());
            } else {
                elements.add(element.checkjstring().getBytes(StandardCharsets.UTF_8));
            }
        }
        return elements;
    }

    private static LuaTable table(List<String> texts) {
        LuaTable table = new LuaTable();
        for (int i = 0; i < texts.size(); i++) {
            table.set(i + 1, LuaValue.valueOf(texts.get(i)));
        }
        return table;
    }

    private static LuaTable error(String message) {
        LuaTable error = new LuaTable();
        error.set("err", LuaValue.valueOf(message));
        return error;
    }

    private interface Command {
        LuaValue run(Varargs arguments);
    }

    private static VarArgFunction function(Command command) {
        return new VarArgFunction() {
            @Override
            public Varargs invoke(Varargs arguments) {
                return command.run(arguments);
            }
        };
    }
}
