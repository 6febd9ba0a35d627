/** Stores in the memory of one process, for applications of one instance and for tests. */
@NullMarked
package dev.idgen.internal.store.memory;

import org.jspecify.annotations.NullMarked;
