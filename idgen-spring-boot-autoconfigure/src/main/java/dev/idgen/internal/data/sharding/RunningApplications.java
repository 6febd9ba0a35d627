package dev.idgen.internal.data.sharding;

import dev.idgen.internal.data.EntityIds;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The applications of this process that have generators. ShardingSphere makes its algorithms by itself, and its driver
 * shares a data source between all applications that open one URL, so there is no other place where both meet.
 * Thread-safe.
 */
public final class RunningApplications {

    /** Never changed, but replaced while the class is locked. */
    private static volatile List<Application> running = List.of();

    /**
     * An application.
     *
     * @param namespace of its generators
     * @param generators their names
     * @param ids asked for when an id is wanted
     */
    public record Application(String namespace, Set<String> generators, Supplier<EntityIds> ids) {}

    private RunningApplications() {}

    /** Adds an application, until {@link #remove}. */
    public static synchronized void add(Application application) {
        running = Stream.concat(running.stream(), Stream.of(application)).toList();
    }

    public static synchronized void remove(Application application) {
        running = running.stream().filter(it -> !it.equals(application)).toList();
    }

    /** All there are now, in the order in which they were started. */
    static List<Application> all() {
        return running;
    }
}
