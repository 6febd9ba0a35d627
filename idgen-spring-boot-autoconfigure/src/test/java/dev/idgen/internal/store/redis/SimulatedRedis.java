package dev.idgen.internal.store.redis;

import dev.idgen.CounterStore;
import dev.idgen.internal.stamped.node.NodeLeaseStore;
import dev.idgen.internal.store.SimulatedStore;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.LeaseStore;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LoadState;
import org.luaj.vm2.LuaClosure;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.compiler.LuaC;
import org.luaj.vm2.lib.BaseLib;
import org.luaj.vm2.lib.MathLib;
import org.luaj.vm2.lib.PackageLib;
import org.luaj.vm2.lib.StringLib;
import org.luaj.vm2.lib.TableLib;
import org.luaj.vm2.lib.VarArgFunction;

/**
 * A Redis server as far as the shipped scripts need one, in simulated time: it runs the very Lua files.
 *
 * <p>For one thread.
 */
public final class SimulatedRedis extends SimulatedStore<SimulatedRedis.Entry> implements ScriptRunner {

    private final LongSupplier clockMillis;
    private final UnaryOperator<String> edit;
    private static final Map<String, Prototype> COMPILED = new ConcurrentHashMap<>();

    private final Map<String, LuaValue> loaded = new HashMap<>();
    private final Globals globals = globals();
    private String role = "master";
    private boolean infoRefused;
    private long connections;

    /** A hash or a string, and when it expires, in epoch milliseconds; 0 if never. Never changed, but replaced. */
    record Entry(Map<String, String> hash, String text, long expiresAt) {}

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

    public SimulatedRedis(LongSupplier clockMillis) {
        this(clockMillis, UnaryOperator.identity());
    }

    /** @param edit changes a script's text, to see what becomes of the protocol without one of its rules */
    public SimulatedRedis(LongSupplier clockMillis, UnaryOperator<String> edit) {
        this.clockMillis = clockMillis;
        this.edit = edit;
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

    public LeaseStore leaseStore(String namespace, BucketLayout layout, IntSupplier randomQuarter) {
        return new RedisLeaseStore(this, new RedisKeys(namespace), layout, randomQuarter);
    }

    public NodeLeaseStore nodeLeaseStore(String namespace, LongUnaryOperator random) {
        return new RedisNodeLeaseStore(this, new RedisKeys(namespace), random);
    }

    public CounterStore counterStore(String namespace) {
        return new RedisCounterStore(this, new RedisKeys(namespace));
    }

    public void refuseInfo() {
        infoRefused = true;
    }

    void allowInfo() {
        infoRefused = false;
    }

    /** Runs a command as an operator does. */
    void command(String... words) {
        call(LuaValue.varargsOf(Stream.of(words).map(LuaValue::valueOf).toArray(LuaValue[]::new)));
    }

    /** The names of all keys. */
    List<String> keys() {
        return List.copyOf(entries().keySet());
    }

    /** What it tells as its role, {@code master} at first. */
    public void setRole(String value) {
        role = value;
    }

    /** Whoever asks from now on does so over a connection made anew. */
    public void reconnect() {
        connections++;
    }

    @Override
    public long connections() {
        return connections;
    }

    @Override
    public boolean has(String key) {
        return live(key) != null;
    }

    /** A field of a hash, if there are both. */
    public Optional<String> field(String key, String name) {
        return Optional.ofNullable(live(key)).map(entry -> entry.hash.get(name));
    }

    @Override
    public long longestTtl(String namespaceKey) {
        return field(namespaceKey, "ttl").map(Long::parseLong).orElse(0L);
    }

    /** A key goes to another server, as it does when its slot is moved. */
    public void moveTo(SimulatedRedis other, String key) {
        other.replace(key, live(key));
        replace(key, null);
    }

    private LuaValue load(LuaScript script) {
        String text = edit.apply(script.text());
        Prototype prototype = COMPILED.computeIfAbsent(text, key -> {
            try {
                return globals.compilePrototype(new StringReader(text), script.name());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return new LuaClosure(prototype, globals);
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
            case "TIME" -> time();
            case "INFO" -> replication();
            case "HMGET" -> hmget(key, arguments);
            case "HGETALL" -> hgetall(key);
            case "HSET" -> hset(key, arguments);
            case "HDEL" -> hdel(key, arguments);
            case "GET" -> get(key);
            case "PTTL" -> pttl(key);
            case "SET" -> set(key, arguments);
            case "INCRBY" -> incrby(key, arguments);
            default -> throw new LuaError("unknown command " + arguments.checkjstring(1));
        };
    }

    private LuaValue time() {
        long now = clockMillis.getAsLong();
        return table(List.of(Long.toString(now / 1000), Long.toString(now % 1000 * 1000)));
    }

    private LuaValue replication() {
        if (infoRefused) {
            throw new LuaError("NOPERM");
        }
        return LuaValue.valueOf("# Replication\r\nrole:" + role + "\r\nmaster_replid:" + run() + "\r\n");
    }

    private LuaValue hmget(String key, Varargs arguments) {
        Entry entry = live(key);
        LuaTable values = new LuaTable();
        for (int i = 3; i <= arguments.narg(); i++) {
            String value = entry == null ? null : entry.hash.get(arguments.checkjstring(i));
            values.set(i - 2, value == null ? LuaValue.FALSE : LuaValue.valueOf(value));
        }
        return values;
    }

    private LuaValue hset(String key, Varargs arguments) {
        Entry entry = live(key);
        Map<String, String> hash = entry == null ? new TreeMap<>() : new TreeMap<>(entry.hash);
        for (int i = 3; i < arguments.narg(); i += 2) {
            hash.put(arguments.checkjstring(i), text(arguments.arg(i + 1)));
        }
        replace(key, new Entry(hash, null, 0));
        return LuaValue.ZERO;
    }

    private LuaValue hgetall(String key) {
        Entry entry = live(key);
        List<String> fieldsAndValues = new ArrayList<>();
        if (entry != null) {
            entry.hash.forEach((field, value) -> {
                fieldsAndValues.add(field);
                fieldsAndValues.add(value);
            });
        }
        return table(fieldsAndValues);
    }

    private LuaValue hdel(String key, Varargs arguments) {
        Entry entry = live(key);
        if (entry == null || !entry.hash.containsKey(arguments.checkjstring(3))) {
            return LuaValue.ZERO;
        }
        Map<String, String> hash = new TreeMap<>(entry.hash);
        hash.remove(arguments.checkjstring(3));
        replace(key, new Entry(hash, null, 0));
        return LuaValue.ONE;
    }

    private LuaValue get(String key) {
        Entry entry = live(key);
        return entry == null ? LuaValue.FALSE : LuaValue.valueOf(entry.text);
    }

    private LuaValue pttl(String key) {
        Entry entry = live(key);
        if (entry == null) {
            return LuaValue.valueOf(-2);
        }
        return LuaValue.valueOf((double) (entry.expiresAt == 0 ? -1 : entry.expiresAt - clockMillis.getAsLong()));
    }

    private LuaValue set(String key, Varargs arguments) {
        if (arguments.narg() == 3) {
            replace(key, new Entry(null, text(arguments.arg(3)), 0));
            return LuaValue.valueOf("OK");
        }
        if (!"PX".equals(arguments.checkjstring(4))) {
            throw new LuaError("syntax error");
        }
        long expiry = Long.parseLong(text(arguments.arg(5)));
        if (expiry <= 0) {
            throw new LuaError("ERR invalid expire time in 'set' command");
        }
        replace(key, new Entry(null, text(arguments.arg(3)), clockMillis.getAsLong() + expiry));
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
        replace(key, new Entry(null, Long.toString(value + delta), entry == null ? 0 : entry.expiresAt));
        return LuaValue.valueOf((double) (value + delta));
    }

    /** Redis removes a key when its time is past, not when it is reached. */
    private @Nullable Entry live(String key) {
        Entry entry = entries().get(key);
        if (entry != null && entry.expiresAt != 0 && clockMillis.getAsLong() > entry.expiresAt) {
            entries().remove(key);
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
