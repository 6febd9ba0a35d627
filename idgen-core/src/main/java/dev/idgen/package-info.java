/**
 * The API: all that an application injects, calls, catches and may implement.
 *
 * <p>No parameter may be null, and no result is, unless its type says {@code @Nullable}. {@link dev.idgen.IdService},
 * {@link dev.idgen.IdGenerator} and {@link dev.idgen.IdGenerators} answer null with an
 * {@link java.lang.IllegalArgumentException} that names the argument: for an id, or the text of one, with an
 * {@link dev.idgen.InvalidIdException}, and for a business code with an {@link dev.idgen.InvalidBusinessCodeException}.
 */
@NullMarked
package dev.idgen;

import org.jspecify.annotations.NullMarked;
