/**
 * Ids as texts at an application's edges: in JSON and in requests. May use the root package, Spring's converters and Jackson, of
 * which an application needs only what it uses.
 */
@NullMarked
package dev.idgen.text;

import org.jspecify.annotations.NullMarked;
