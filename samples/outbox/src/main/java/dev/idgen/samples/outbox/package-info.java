/** Events that a reader with a cursor reads in the order of their commits, and misses none. */
@NullMarked
package dev.idgen.samples.outbox;

import org.jspecify.annotations.NullMarked;
