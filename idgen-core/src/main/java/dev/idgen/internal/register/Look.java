package dev.idgen.internal.register;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a master said about a group at one moment.
 *
 * @param time the master's clock, in epoch milliseconds
 * @param run changes whenever writes may have been lost; {@link #UNTOLD} if the store cannot tell and the application
 *     accepts that
 * @param epoch the failover that made it master, as a failover manager counts them; {@link #UNKNOWN_EPOCH} if there is
 *     no manager
 * @param names the values that were asked for
 * @param values the values that exist; none is empty
 */
public record Look(long time, String run, long epoch, List<String> names, Map<String, String> values) {

    /** The run of a store that does not tell its run. */
    public static final String UNTOLD = "";

    /** The epoch of a store without a failover manager. */
    public static final long UNKNOWN_EPOCH = 0;

    public Look {
        names = List.copyOf(names);
        values = Map.copyOf(values);
    }

    public @Nullable String value(String name) {
        return values.get(name);
    }

    /** The same look, reduced to some of its values. */
    public Look only(List<String> some) {
        Map<String, String> those = new HashMap<>(values);
        those.keySet().retainAll(some);
        return new Look(time, run, epoch, some, those);
    }
}
