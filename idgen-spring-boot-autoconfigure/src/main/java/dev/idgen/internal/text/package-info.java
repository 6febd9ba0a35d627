/** Formats and parses ids as strings in JSON and in requests. */
@NullMarked
package dev.idgen.internal.text;

import org.jspecify.annotations.NullMarked;
