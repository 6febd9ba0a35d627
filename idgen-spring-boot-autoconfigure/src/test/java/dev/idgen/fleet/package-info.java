/**
 * Tries to break the promise of uniqueness: real processes on a real Redis, clocks that are off and step, servers that
 * stop, crash and forget. Tests only; uses what an application would use.
 */
@NullMarked
package dev.idgen.fleet;

import org.jspecify.annotations.NullMarked;
