package dev.idgen.simulation;

import dev.idgen.internal.stamped.node.NodeLeaseReply.NodeGranted;
import dev.idgen.internal.store.SimulatedStore;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * What an instance asks of a store.
 *
 * @param key names the record
 * @param takesForNew whether the record is made if it is not there, rather than taken for lost
 * @param claimedTtl what joins a namespace claims, in milliseconds
 * @param visit what it does at a server, each time anew
 */
record Request<T>(String key, boolean takesForNew, long claimedTtl, Visit<T> visit) {

    private static final int CLAIMED_TTL = 0;
    private static final int OPERATION = 0;
    private static final int MARK = 0;
    private static final int ABSENCE = 10;

    /** What a request does at a server. */
    interface Visit<T> {

        /** It arrives; what is given back carries it out, there and then or later, and fails if it cannot go on. */
        Supplier<CompletionStage<T>> arrive(SimulatedStore<?> store);
    }

    static <T> Request<T> ofScript(String key, List<String> arguments, Visit<T> visit) {
        return key.equals(Keys.NAMESPACE)
                ? new Request<>(key, false, Long.parseLong(arguments.get(CLAIMED_TTL)), visit)
                : new Request<>(key, takesForNew(arguments), 0, visit);
    }

    private static boolean takesForNew(List<String> arguments) {
        return switch (arguments.get(OPERATION)) {
            case "lease", "acquire" -> !arguments.get(ABSENCE).equals("0");
            default -> arguments.get(MARK).equals("0");
        };
    }

    /** Whether an answer says that something was leased. */
    static boolean isGrant(Object answer) {
        return answer instanceof BucketGranted
                || answer instanceof NodeGranted
                || (answer instanceof List<?> elements
                        && elements.get(0) instanceof byte[] outcome
                        && new String(outcome, StandardCharsets.UTF_8).equals("granted"));
    }
}
