package dev.idgen.shardingsphere;

import dev.idgen.entities.EntityIds;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The applications of this process that have generators. This list is static, because ShardingSphere creates its
 * algorithms without Spring. Its driver also shares a data source between all applications that open one URL.
 * Thread-safe.
 */
public final class RunningApplications {

    /** An immutable list, which add and remove replace while they lock the class. */
    private static volatile List<Application> running = List.of();

    /**
     * An application.
     *
     * @param namespace the namespace of its generators
     * @param generators the names of its generators
     * @param ids called for the first id
     */
    public record Application(String namespace, Set<String> generators, Supplier<EntityIds> ids) {}

    private RunningApplications() {}

    public static synchronized void add(Application application) {
        running = Stream.concat(running.stream(), Stream.of(application)).toList();
    }

    public static synchronized void remove(Application application) {
        running = running.stream().filter(other -> !other.equals(application)).toList();
    }

    /** The running applications, in the order of their start. */
    static List<Application> all() {
        return running;
    }
}
