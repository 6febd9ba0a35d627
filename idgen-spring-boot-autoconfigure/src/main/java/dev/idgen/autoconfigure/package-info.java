/**
 * Spring Boot wiring: properties, beans, failure analyzers, runtime hints. May use everything; nothing uses it.
 */
@NullMarked
package dev.idgen.autoconfigure;

import org.jspecify.annotations.NullMarked;
