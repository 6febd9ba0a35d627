/** Numbers that a store counts: counters, segments, ranges, claims, and templates. */
@NullMarked
package dev.idgen.internal.counter;

import org.jspecify.annotations.NullMarked;
