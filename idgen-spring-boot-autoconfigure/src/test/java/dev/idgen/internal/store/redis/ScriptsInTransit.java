package dev.idgen.internal.store.redis;

import dev.idgen.internal.stamped.node.NodeLeaseStore;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.LeaseStore;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongUnaryOperator;

/** The shipped stores, whose requests a simulation carries to the server that it wants, or to none. */
public abstract class ScriptsInTransit implements ScriptRunner {

    /**
     * Carries a request.
     *
     * @param key the first key, which tells the server in charge
     * @param arguments what the script is asked
     * @param script runs on a server, each time anew
     */
    protected abstract CompletionStage<List<Object>> send(
            String key, List<String> arguments, Function<SimulatedRedis, CompletionStage<List<Object>>> script);

    @Override
    public final CompletionStage<List<Object>> run(LuaScript script, List<String> keys, List<String> arguments) {
        return send(keys.get(0), arguments, redis -> redis.run(script, keys, arguments));
    }

    @Override
    public long connections() {
        return 0;
    }

    @Override
    public void close() {}

    public LeaseStore leaseStore(String namespace, BucketLayout layout, IntSupplier randomQuarter) {
        return new RedisLeaseStore(this, new RedisKeys(namespace), layout, randomQuarter);
    }

    public NodeLeaseStore nodeLeaseStore(String namespace, LongUnaryOperator random) {
        return new RedisNodeLeaseStore(this, new RedisKeys(namespace), random);
    }
}
