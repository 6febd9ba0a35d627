package dev.idgen.autoconfigure;

import dev.idgen.CounterStore;
import dev.idgen.InvalidSettingException;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The stores that count, by type; the one that leases is used unless another is configured, and else the first. */
final class CounterStores {

    private final Map<CounterStoreType, CounterStore> stores;
    private final @Nullable CounterStoreType preferred;
    private final Function<StoreConnection, @Nullable InvalidSettingException> unclear;

    private CounterStores(
            Map<CounterStoreType, CounterStore> stores,
            @Nullable CounterStoreType preferred,
            Function<StoreConnection, @Nullable InvalidSettingException> unclear) {
        this.stores = stores;
        this.preferred = preferred;
        this.unclear = unclear;
    }

    /**
     * The stores among some beans.
     *
     * @param leasing where leases are to be recorded; null if the first that there is will do
     * @param unclear tells why it is not clear through which bean a store is reached, or null if it is, or if there is none
     */
    static CounterStores named(
            Map<String, CounterStore> beans,
            IdgenProperties.@Nullable Store leasing,
            Function<StoreConnection, @Nullable InvalidSettingException> unclear) {
        Map<CounterStoreType, CounterStore> stores = new EnumMap<>(CounterStoreType.class);
        for (CounterStoreType type : CounterStoreType.values()) {
            CounterStore store = beans.get(type.beanName());
            if (store != null) {
                stores.put(type, store);
            }
        }
        return new CounterStores(stores, leasing == null ? null : CounterStoreType.valueOf(leasing.name()), unclear);
    }

    /**
     * The configured store, or the one to use if none is configured. A store that could be used if it were clear how it is reached is not
     * passed over: once that is clear, counting would go on there and begin anew.
     */
    CounterStoreType type(GeneratorConfig configured, @Nullable CounterStoreType wanted) {
        if (wanted != null) {
            return wanted;
        }
        for (CounterStoreType type : inOrder()) {
            if (stores.containsKey(type)) {
                return type;
            }
            InvalidSettingException problem = problem(type);
            if (problem != null) {
                throw configured.wrong(
                        "store",
                        "is not set, and '" + PropertyNames.of(type) + "', which would be used, cannot be: "
                                + problem.getMessage(),
                        problem.action() + " Or set '" + configured.prefix() + ".store' to another store.");
            }
        }
        throw configured.wrong(
                "store",
                "is not set, and there is neither Redis nor a database to count in",
                "Configure Redis, a data source or MongoDB; for development set 'idgen.store' to 'memory'.");
    }

    /**
     * Checks that a counter whose numbers are part of the caller's transaction is in a database. No other store is passed over for that:
     * a counter that was there would begin anew.
     */
    void checkTransactional(GeneratorConfig configured, @Nullable CounterStoreType wanted) {
        if (wanted == null && !stores.containsKey(CounterStoreType.JDBC) && problem(CounterStoreType.JDBC) == null) {
            throw configured.wrong(
                    "transactional",
                    "is true, and the application has no database: numbers that are part of a transaction are in the transaction's"
                            + " database",
                    "It needs " + CounterStoreType.JDBC.needs() + ". Or remove '" + configured.prefix()
                            + ".transactional'.");
        }
        CounterStoreType type = type(configured, wanted);
        if (type != CounterStoreType.JDBC) {
            throw configured.wrong(
                    "transactional",
                    "is true, and the numbers are counted in '" + PropertyNames.of(type)
                            + "', which takes no part in the transactions of a database",
                    "Set '" + configured.prefix() + ".store' to 'jdbc'; if the counter has issued numbers in '"
                            + PropertyNames.of(type) + "', also '" + configured.prefix()
                            + ".floor' to the greatest of them. Or remove '" + configured.prefix()
                            + ".transactional'.");
        }
    }

    /** All types, the preferred one first. */
    private List<CounterStoreType> inOrder() {
        return Stream.of(CounterStoreType.values())
                .sorted(Comparator.comparing(type -> type != preferred))
                .toList();
    }

    CounterStore choose(GeneratorConfig configured, @Nullable CounterStoreType wanted) {
        CounterStoreType type = type(configured, wanted);
        CounterStore store = stores.get(type);
        if (store == null) {
            InvalidSettingException problem = problem(type);
            if (problem != null) {
                throw configured.wrong(
                        "store",
                        "is '" + PropertyNames.of(type) + "', which cannot be used: " + problem.getMessage(),
                        problem.action());
            }
            throw configured.wrong(
                    "store",
                    "is '" + PropertyNames.of(type) + "', which the application does not have",
                    "It needs " + type.needs() + ". Or choose one of those that there are: "
                            + stores.keySet().stream().map(PropertyNames::of).toList() + ".");
        }
        return store;
    }

    private @Nullable InvalidSettingException problem(CounterStoreType type) {
        StoreConnection connection = type.connection();
        return connection == null ? null : unclear.apply(connection);
    }
}
