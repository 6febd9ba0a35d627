package dev.idgen.shardingsphere;

import dev.idgen.entities.EntityIds;
import dev.idgen.entities.GeneratedIdException;
import dev.idgen.shardingsphere.RunningApplications.Application;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.shardingsphere.infra.algorithm.core.ShardingSphereAlgorithm;
import org.apache.shardingsphere.infra.algorithm.core.context.AlgorithmSQLContext;
import org.jspecify.annotations.Nullable;

/**
 * ShardingSphere's key generator of type {@value #TYPE}. It takes keys from a generator of the Spring Boot application
 * in this process, in one batch for all rows of an {@code insert}.
 *
 * <p>If there are several applications, it considers those with that generator and, if set, that {@value #NAMESPACE}.
 * All of them must have one namespace, so that none repeats another's ids; it then uses the one that started last.
 * Thread-safe.
 *
 * <p>ShardingSphere 5.5.3 moved its interface to another package: {@link KeysForCore} and {@link KeysForSpi} implement
 * it in each.
 */
abstract class ShardingSphereKeys implements ShardingSphereAlgorithm {

    static final String TYPE = "IDGEN";

    private static final String GENERATOR = "generator";
    private static final String BUSINESS = "business";
    private static final String NAMESPACE = "namespace";
    private static final List<String> KNOWN = List.of(GENERATOR, BUSINESS, NAMESPACE);

    private String generator = "";
    private String business = "";
    private @Nullable String namespace;
    private volatile @Nullable Found found;

    /** The source of keys, valid until an application starts or stops. */
    private record Found(List<Application> among, EntityIds.Source source) {}

    ShardingSphereKeys() {}

    /** @throws GeneratedIdException if a property is unknown, or not exactly one of generator and business is set */
    @Override
    public void init(Properties props) {
        for (Object name : props.keySet()) {
            check(
                    KNOWN.contains(name),
                    "has an unknown property '" + name + "'",
                    "The known properties are " + KNOWN + ".");
        }
        generator = value(props, GENERATOR);
        business = value(props, BUSINESS);
        namespace = props.containsKey(NAMESPACE) ? value(props, NAMESPACE) : null;
        check(
                generator.isEmpty() == props.containsKey(BUSINESS),
                "has the props " + props.keySet() + ", but needs exactly one of '" + GENERATOR + "' and '" + BUSINESS
                        + "'",
                "Set '" + GENERATOR + "' to the name of a generator under 'idgen.generators', or '" + BUSINESS
                        + "' to the business code of string ids, which may be empty.");
    }

    /** In YAML, a business code with digits only is a number. */
    private static String value(Properties props, String name) {
        Object value = props.get(name);
        return value == null ? "" : value.toString().strip();
    }

    private static void check(boolean right, String problem, String action) {
        if (!right) {
            throw new GeneratedIdException("key generator of type " + TYPE + " " + problem, action, null);
        }
    }

    /**
     * Returns keys in the order of issue, for both interfaces.
     *
     * @throws GeneratedIdException if no application has the generator, or applications of several namespaces have it
     * @throws dev.idgen.IdgenException if the generator does not have that many ids in time
     */
    public final Collection<? extends Comparable<?>> generateKeys(AlgorithmSQLContext context, int count) {
        EntityIds.Source source = source();
        List<Object> ids = count == 1 ? List.of(source.next()) : source.next(count);
        List<Comparable<?>> keys = new ArrayList<>(ids.size());
        for (Object id : ids) {
            keys.add((Comparable<?>) id);
        }
        return keys;
    }

    private EntityIds.Source source() {
        List<Application> all = RunningApplications.all();
        Found known = found;
        if (known == null || !known.among().equals(all)) {
            known = new Found(all, application(all).ids().get().source(generator, business, toString()));
            found = known;
        }
        return known.source();
    }

    private Application application(List<Application> all) {
        List<Application> fitting = all.stream()
                .filter(running -> namespace == null || running.namespace().equals(namespace))
                .filter(running -> generator.isEmpty() || running.generators().contains(generator))
                .toList();
        Set<String> namespaces =
                fitting.stream().map(Application::namespace).collect(Collectors.toCollection(TreeSet::new));
        if (namespaces.size() > 1) {
            throw new GeneratedIdException(
                    this + " can draw from applications with the namespaces " + namespaces,
                    "Add '" + NAMESPACE + "' to its props to choose one.");
        }
        if (!fitting.isEmpty()) {
            return fitting.get(fitting.size() - 1);
        }
        throw all.isEmpty() ? notRunning() : notThere(all);
    }

    private GeneratedIdException notRunning() {
        return new GeneratedIdException(
                this + " is asked for keys, but no Spring Boot application with idgen runs in this process",
                "Insert only while the application context is open, and do not set 'idgen.enabled' to false.");
    }

    private GeneratedIdException notThere(List<Application> all) {
        String there = all.stream()
                .map(running -> "namespace " + running.namespace() + " has " + new TreeSet<>(running.generators()))
                .collect(Collectors.joining(", "));
        return new GeneratedIdException(
                this + " names a generator that no application in this process has: " + there,
                "Set 'idgen.generators." + generator + ".type', or name one of these generators.");
    }

    @Override
    public String getType() {
        return TYPE;
    }

    @Override
    public String toString() {
        String which = generator.isEmpty() ? BUSINESS + " '" + business + "'" : GENERATOR + " '" + generator + "'";
        return "key generator of type " + TYPE + " with " + which
                + (namespace == null ? "" : " and " + NAMESPACE + " '" + namespace + "'");
    }
}
