/** String ids: readable time, business code and a number of the namespace's buckets. */
@NullMarked
package dev.idgen.internal.string;

import org.jspecify.annotations.NullMarked;
