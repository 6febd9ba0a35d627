/**
 * The bucketed sequence: numbers leased from many buckets, the stock they are drawn from, breakers, and the port to the
 * store. May use the root package, time and codec.
 */
@NullMarked
package dev.idgen.bucket;

import org.jspecify.annotations.NullMarked;
