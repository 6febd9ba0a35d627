package dev.idgen.internal.store.redis;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the application's side has to do with servers' settings.
 *
 * @param pool how many connections the application's pool has at most, negative if any number; empty if idgen borrows none from there
 * @param detection how long sentinels wait before they replace a silent master; empty if there are none, or they do not tell
 * @param leaseTtl for how long numbers are leased
 */
record ClientState(OptionalInt pool, Optional<Duration> detection, Duration leaseTtl) {

    /** For how long ids go on without the store. */
    Duration bridged() {
        return leaseTtl.multipliedBy(8).dividedBy(10);
    }
}
