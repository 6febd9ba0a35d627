/** The samples' own Redis, for trying things out. It keeps its data until the application ends. */
@NullMarked
package dev.idgen.samples.redis;

import org.jspecify.annotations.NullMarked;
