/** Ids as strings at an application's edges: in JSON and in requests. */
@NullMarked
package dev.idgen.text;

import org.jspecify.annotations.NullMarked;
