/** Counters in MongoDB. */
@NullMarked
package dev.idgen.mongodb;

import org.jspecify.annotations.NullMarked;
