/** How ids are written and read as strings in JSON and in requests. */
@NullMarked
package dev.idgen.internal.text;

import org.jspecify.annotations.NullMarked;
