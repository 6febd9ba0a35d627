package dev.idgen.simulation;

import dev.idgen.internal.stamped.node.NodeLeaseStore;
import dev.idgen.internal.store.NodeLeaseDoubtContract;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/** The simulated database keeps the contract. */
class SimulatedDatabaseNodeLeaseStoreTests extends NodeLeaseDoubtContract {

    private final ManualTime time = new ManualTime();
    private final SimulatedDatabase database = new SimulatedDatabase(time::millis, UnaryOperator.identity());

    @Override
    protected NodeLeaseStore newStore() {
        return new DatabaseStores.Nodes(
                new DatabaseStores.Carrier() {
                    @Override
                    public <T> CompletionStage<T> send(Request<T> request) {
                        return request.visit().arrive(database).get();
                    }
                },
                size -> size - 1);
    }

    @Override
    protected long clock() {
        return time.millis();
    }

    @Override
    protected void advance(Duration duration) {
        time.advance(duration);
    }

    @Override
    protected void lose() {
        database.lose(":nodes:");
    }
}
