/** Finds the source of the ids of an entity's field, for all ways to store entities. */
@NullMarked
package dev.idgen.entities;

import org.jspecify.annotations.NullMarked;
