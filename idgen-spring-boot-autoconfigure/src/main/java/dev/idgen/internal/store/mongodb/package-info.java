/** Counters in MongoDB. */
@NullMarked
package dev.idgen.internal.store.mongodb;

import org.jspecify.annotations.NullMarked;
