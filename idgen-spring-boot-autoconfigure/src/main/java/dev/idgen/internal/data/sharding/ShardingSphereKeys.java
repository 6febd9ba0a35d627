package dev.idgen.internal.data.sharding;

import dev.idgen.internal.data.EntityIds;
import dev.idgen.internal.data.GeneratedIdException;
import dev.idgen.internal.data.sharding.RunningApplications.Application;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.shardingsphere.infra.algorithm.core.context.AlgorithmSQLContext;
import org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm;
import org.jspecify.annotations.Nullable;

/**
 * Key generator of type {@value #TYPE} for ShardingSphere: keys from a generator of the Spring Boot application in this
 * process. Rows of one {@code insert} draw their keys at once.
 *
 * <p>Of several applications, those are looked at that have the generator, and are of the {@value #NAMESPACE} if that
 * is set. If they are all of one namespace, none can issue what another does, and the one that was started last is
 * asked. Thread-safe.
 */
public final class ShardingSphereKeys implements KeyGenerateAlgorithm {

    static final String TYPE = "IDGEN";

    private static final String GENERATOR = "generator";
    private static final String BUSINESS = "business";
    private static final String NAMESPACE = "namespace";
    private static final List<String> KNOWN = List.of(GENERATOR, BUSINESS, NAMESPACE);

    private String generator = "";
    private String business = "";
    private @Nullable String namespace;
    private volatile @Nullable Found found;

    /** Where keys come from, as long as the applications stay the same. */
    private record Found(List<Application> among, EntityIds.Source source) {}

    /** Called by ShardingSphere, which then calls {@link #init}. */
    public ShardingSphereKeys() {}

    /** @throws GeneratedIdException if the properties do not say which keys are meant */
    @Override
    public void init(Properties props) {
        for (Object name : props.keySet()) {
            check(
                    KNOWN.contains(name),
                    "has a property '" + name + "' that it does not know",
                    "Known are " + KNOWN + ".");
        }
        generator = value(props, GENERATOR);
        business = value(props, BUSINESS);
        namespace = props.containsKey(NAMESPACE) ? value(props, NAMESPACE) : null;
        check(
                generator.isEmpty() == props.containsKey(BUSINESS),
                "has " + props.keySet() + " among its props, which do not say what keys to make",
                "Set '" + GENERATOR + "' to the name of a generator under 'idgen.generators', or '" + BUSINESS
                        + "' to the business code of string ids, which may be empty.");
    }

    /** YAML makes a number of a business code that has digits only. */
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
     * Takes keys, in the order of issue.
     *
     * @throws GeneratedIdException if no application has the generator, or more than one namespace has
     * @throws dev.idgen.IdgenException if the generator has not that many ids in time
     */
    @Override
    public Collection<? extends Comparable<?>> generateKeys(AlgorithmSQLContext context, int count) {
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
                .filter(it -> namespace == null || it.namespace().equals(namespace))
                .filter(it -> generator.isEmpty() || it.generators().contains(generator))
                .toList();
        Set<String> namespaces =
                fitting.stream().map(Application::namespace).collect(Collectors.toCollection(TreeSet::new));
        if (namespaces.size() > 1) {
            throw new GeneratedIdException(
                    this + " can draw from applications with the namespaces " + namespaces,
                    "Add '" + NAMESPACE + "' to its props, to say which one is meant.",
                    null);
        }
        if (!fitting.isEmpty()) {
            return fitting.get(fitting.size() - 1);
        }
        throw all.isEmpty() ? notRunning() : notThere(all);
    }

    private GeneratedIdException notRunning() {
        return new GeneratedIdException(
                this + " is asked for keys, and no Spring Boot application with idgen runs in this process",
                "Insert while the application context is there, not before or after; 'idgen.enabled' must not be false.",
                null);
    }

    private GeneratedIdException notThere(List<Application> all) {
        String there = all.stream()
                .map(it -> "namespace " + it.namespace() + " has " + new TreeSet<>(it.generators()))
                .collect(Collectors.joining(", "));
        return new GeneratedIdException(
                this + " names a generator that no application in this process has: " + there,
                "Set 'idgen.generators." + generator + ".type', or name one of those that there are.",
                null);
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
