package dev.idgen.redis;

import dev.idgen.CounterStore;
import dev.idgen.store.AllowedNames;
import dev.idgen.store.CounterChecks;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Keeps counters in Redis 5 or later, standalone, with Sentinel or in a cluster. Each counter is a key with a plain
 * decimal text, and each request is one script call, see {@code counter.lua}.
 *
 * <p>A counter is as durable as the server's configuration makes it. After a failover, or a restart from a snapshot,
 * its value may be less than before.
 *
 * <p>Thread-safe.
 */
public final class RedisCounterStore implements CounterStore {

    private static final LuaScript SCRIPT = LuaScript.load("counter.lua");

    /** Longer than any client repeats a request. */
    private static final Duration TOLD = Duration.ofHours(1);

    private final ScriptRunner runner;
    private final RedisKeys keys;

    /**
     * Opens the counters of a namespace.
     *
     * @param namespace 1 to 64 characters {@code [0-9A-Za-z._-]}
     * @throws dev.idgen.InvalidSettingException if the namespace is malformed
     */
    public RedisCounterStore(ScriptRunner runner, String namespace) {
        this.runner = runner;
        this.keys = new RedisKeys(namespace);
    }

    @Override
    public CompletionStage<Long> add(String counter, long delta, long floor, long limit) {
        CounterChecks.add(counter, delta, limit);
        if (CounterChecks.exceeds(floor, delta, limit)) {
            return CompletableFuture.failedFuture(CounterChecks.overflow(counter, delta, limit));
        }
        List<String> arguments = List.of("add", text(delta), text(floor), text(floor + delta), text(limit - delta));
        return runner.run(SCRIPT, keys.counter(counter), arguments).thenApply(reply -> {
            String outcome = reply.nextText();
            return switch (outcome) {
                case "added" -> Long.parseLong(reply.nextText());
                case "overflow" -> throw CounterChecks.overflow(counter, delta, limit);
                default -> throw unexpected(outcome);
            };
        });
    }

    @Override
    public CompletionStage<Optional<Long>> read(String counter) {
        AllowedNames.counter(counter);
        return runner.run(SCRIPT, keys.counter(counter), List.of("read")).thenApply(reply -> {
            String outcome = reply.nextText();
            return switch (outcome) {
                case "found" -> Optional.of(Long.valueOf(reply.nextText()));
                case "missing" -> Optional.empty();
                default -> throw unexpected(outcome);
            };
        });
    }

    @Override
    public CompletionStage<Boolean> giveBack(String counter, long expected, long value) {
        CounterChecks.giveBack(counter, expected, value);
        List<String> arguments = List.of("takeback", text(expected), text(value), text(TOLD.toMillis()));
        String request = UUID.randomUUID().toString();
        return runner.run(SCRIPT, keys.counterTakenBack(counter, request), arguments)
                .thenApply(reply -> {
                    String outcome = reply.nextText();
                    return switch (outcome) {
                        case "taken" -> true;
                        case "changed" -> false;
                        default -> throw unexpected(outcome);
                    };
                });
    }

    private static IllegalStateException unexpected(String outcome) {
        return new IllegalStateException("counter.lua answered '" + outcome + "'");
    }

    private static String text(long value) {
        return Long.toString(value);
    }
}
