/**
 * What a store is made of, besides the ports {@link dev.idgen.LeaseStore} and {@link dev.idgen.CounterStore}: tools,
 * and the check of its servers' settings. All stores of idgen use this and the API alone.
 */
@NullMarked
package dev.idgen.store;

import org.jspecify.annotations.NullMarked;
