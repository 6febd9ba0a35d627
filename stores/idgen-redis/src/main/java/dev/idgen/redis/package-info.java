/** Leases, node ids and counters on Redis: keys, scripts and the connections that run them. */
@NullMarked
package dev.idgen.redis;

import org.jspecify.annotations.NullMarked;
