/** The Redis that the samples bring along, for trying things out: it keeps its data until the application ends. */
@NullMarked
package dev.idgen.samples.redis;

import org.jspecify.annotations.NullMarked;
