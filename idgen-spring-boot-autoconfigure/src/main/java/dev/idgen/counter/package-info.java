/**
 * Numbers counted out by a store: counters, segments, and the port to the store. May use the root package, time, codec and
 * request.
 */
@NullMarked
package dev.idgen.counter;

import org.jspecify.annotations.NullMarked;
