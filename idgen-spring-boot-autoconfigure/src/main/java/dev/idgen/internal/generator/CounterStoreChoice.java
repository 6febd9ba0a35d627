package dev.idgen.internal.generator;

import dev.idgen.CounterStore;
import dev.idgen.InvalidSettingException;
import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.codec.Quote;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the counter store of a generator: a {@link CounterStoreType}, or a CounterStore bean of the application. If
 * the generator names none, it is the store for leases, else idgen's first store, else the application's.
 */
public final class CounterStoreChoice {

    private final @Nullable CounterStoreType preferred;
    private final Function<CounterStoreType, @Nullable InvalidSettingException> unclear;
    private final Map<String, CounterStore> stores = new LinkedHashMap<>();
    private final List<String> own;

    /**
     * @param beans the counter stores by bean name
     * @param preferred the configured store for leases; null if not configured
     * @param unclear returns why no single bean qualifies as a store's connection; null if one does, or if there is
     *     none
     */
    public CounterStoreChoice(
            Map<String, CounterStore> beans,
            @Nullable CounterStoreType preferred,
            Function<CounterStoreType, @Nullable InvalidSettingException> unclear) {
        this.preferred = preferred;
        this.unclear = unclear;
        Map<String, CounterStore> others = new LinkedHashMap<>(beans);
        for (CounterStoreType type : CounterStoreType.values()) {
            CounterStore store = others.remove(type.beanName());
            if (store != null) {
                stores.put(PropertyNames.of(type), store);
            }
        }
        this.own = List.copyOf(others.keySet());
        others.forEach(stores::putIfAbsent);
    }

    /** A store and its name in properties. */
    record Chosen(String name, CounterStore store) {}

    Chosen choose(GeneratorEntry entry) {
        String wanted = entry.count().store();
        String name = wanted == null ? standard(entry) : name(wanted);
        CounterStore store = stores.get(name);
        if (store == null) {
            throw missing(entry, name);
        }
        if (own.contains(name) && known(name).isPresent()) {
            throw entry.wrong(
                    CounterTypes.STORE,
                    "is '" + name + "', which names a store of idgen; the application's CounterStore has the same name",
                    "Rename the bean, and set '" + entry.prefix() + ".store' to its new name.");
        }
        return new Chosen(name, store);
    }

    /** The store's canonical name, for any spelling that Boot accepts. */
    private String name(String wanted) {
        return stores.containsKey(wanted)
                ? wanted
                : known(wanted).map(PropertyNames::of).orElse(wanted);
    }

    private static Optional<CounterStoreType> known(String name) {
        return PropertyNames.parse(CounterStoreType.class, name);
    }

    /**
     * The store to use if none is configured. A store whose connection is ambiguous is an error, never skipped: once
     * the ambiguity is resolved, the counter would move there and restart. For the same reason, a new bean of the
     * application never replaces another store.
     */
    private String standard(GeneratorEntry entry) {
        List<CounterStoreType> inOrder = Stream.of(CounterStoreType.values())
                .sorted(Comparator.comparing(type -> type != preferred))
                .toList();
        for (CounterStoreType type : inOrder) {
            String name = PropertyNames.of(type);
            if (stores.containsKey(name)) {
                return own.isEmpty() || type == preferred ? name : undecided(entry);
            }
            InvalidSettingException problem = unclear.apply(type);
            if (problem != null) {
                throw entry.wrong(
                        CounterTypes.STORE,
                        "is not set, and '" + name + "', the default, cannot be used: " + problem.getMessage(),
                        problem.action() + " Or set '" + entry.prefix() + ".store' to another store.");
            }
        }
        if (own.isEmpty()) {
            throw entry.wrong(
                    CounterTypes.STORE,
                    "is not set, and there is neither Redis nor a database to count in",
                    "Configure Redis, a data source or MongoDB; for development, set 'idgen.store' to 'memory'.");
        }
        return own.size() == 1 ? own.get(0) : undecided(entry);
    }

    private String undecided(GeneratorEntry entry) {
        throw entry.wrong(
                CounterTypes.STORE,
                "is not set, and idgen can count in any of " + stores.keySet(),
                "Set '" + entry.prefix() + ".store' to one of them. If you change the store, numbers start again.");
    }

    /**
     * Checks that a transactional counter is in a database. Never replaces another store by the database, because a
     * counter in that store would restart.
     */
    void checkTransactional(GeneratorEntry entry) {
        String database = PropertyNames.of(CounterStoreType.JDBC);
        String wanted = entry.count().store();
        if (wanted == null && !stores.containsKey(database) && unclear.apply(CounterStoreType.JDBC) == null) {
            throw entry.wrong(
                    CounterTypes.TRANSACTIONAL,
                    "is true, but the application has no database: transactional numbers are counted in the database of"
                            + " the transaction",
                    "It needs " + CounterStoreType.JDBC.needs() + ". Or remove '" + entry.prefix()
                            + ".transactional'.");
        }
        String name = wanted == null ? standard(entry) : name(wanted);
        if (!name.equals(database)) {
            throw entry.wrong(
                    CounterTypes.TRANSACTIONAL,
                    "is true, but the numbers are counted in '" + name
                            + "', which does not take part in the transactions of a database",
                    "Set '" + entry.prefix() + ".store' to 'jdbc'; if the counter has issued numbers in '" + name
                            + "', also '" + entry.prefix() + ".floor' to the greatest of them. Or remove '"
                            + entry.prefix() + ".transactional'.");
        }
    }

    private InvalidSettingException missing(GeneratorEntry entry, String name) {
        CounterStoreType type = known(name).orElse(null);
        if (type == null) {
            List<String> known = PropertyNames.all(CounterStoreType.class);
            return entry.wrong(
                    CounterTypes.STORE,
                    "is " + Quote.of(name) + ", and there is no CounterStore bean of that name",
                    "Set '" + entry.prefix() + ".store' to one of " + String.join(", ", known)
                            + ", or to the name of a CounterStore bean" + (own.isEmpty() ? "." : ": " + own + ".")
                            + NearestName.question(
                                    name,
                                    Stream.concat(known.stream(), own.stream()).toList()));
        }
        InvalidSettingException problem = unclear.apply(type);
        return problem == null
                ? entry.wrong(
                        CounterTypes.STORE,
                        "is '" + name + "', which the application does not have",
                        "It needs " + type.needs() + ". Or choose one of the stores of this application: "
                                + stores.keySet() + ".")
                : entry.wrong(
                        CounterTypes.STORE,
                        "is '" + name + "', which cannot be used: " + problem.getMessage(),
                        problem.action());
    }
}
