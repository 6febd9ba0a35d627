/** What generators of all families have in common: the type of an id, its text, batches. */
@NullMarked
package dev.idgen.internal.ids;

import org.jspecify.annotations.NullMarked;
