/**
 * The only place where clocks are read: time sources, windows, and the clock that ids are stamped with. Depends on the
 * JDK only.
 */
@NullMarked
package dev.idgen.time;

import org.jspecify.annotations.NullMarked;
