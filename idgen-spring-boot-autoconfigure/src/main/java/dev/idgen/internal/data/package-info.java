/** Where the ids of an entity's field come from, whatever stores the entity. */
@NullMarked
package dev.idgen.internal.data;

import org.jspecify.annotations.NullMarked;
