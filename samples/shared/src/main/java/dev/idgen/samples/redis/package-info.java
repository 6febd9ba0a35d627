/** Redis servers that the samples bring along, for trying things out: they keep their data until the application ends. */
@NullMarked
package dev.idgen.samples.redis;

import org.jspecify.annotations.NullMarked;
