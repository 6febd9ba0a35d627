/** Numbers counted out by a store: counters, segments, ranges, claims, and their templates. */
@NullMarked
package dev.idgen.internal.counted;

import org.jspecify.annotations.NullMarked;
