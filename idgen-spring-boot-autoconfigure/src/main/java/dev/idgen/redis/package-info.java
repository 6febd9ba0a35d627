/**
 * The ports' implementation on Redis: keys, scripts and the connections that run them. May use the ports and Spring Data
 * Redis.
 */
@NullMarked
package dev.idgen.redis;

import org.jspecify.annotations.NullMarked;
