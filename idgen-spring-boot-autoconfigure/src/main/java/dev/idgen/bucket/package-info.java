/**
 * The bucketed sequence: numbers leased from many buckets, the stock they are drawn from, breakers, and the port to the
 * store. May use the root package, time, codec and request.
 */
@NullMarked
package dev.idgen.bucket;

import org.jspecify.annotations.NullMarked;
