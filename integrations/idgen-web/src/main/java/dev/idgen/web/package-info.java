/** Formats and parses ids as strings in JSON and in requests. */
@NullMarked
package dev.idgen.web;

import org.jspecify.annotations.NullMarked;
