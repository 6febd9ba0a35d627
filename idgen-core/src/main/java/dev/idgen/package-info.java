/**
 * The API: everything that an application injects, calls, catches or implements.
 *
 * <p>No parameter or result is null unless its type says {@code @Nullable}. {@link dev.idgen.IdService},
 * {@link dev.idgen.IdGenerator} and {@link dev.idgen.IdGenerators} answer null with an
 * {@link java.lang.IllegalArgumentException} that names the argument. For a null id or text it is an
 * {@link dev.idgen.InvalidIdException}, for a null business code an {@link dev.idgen.InvalidBusinessCodeException}.
 */
@NullMarked
package dev.idgen;

import org.jspecify.annotations.NullMarked;
