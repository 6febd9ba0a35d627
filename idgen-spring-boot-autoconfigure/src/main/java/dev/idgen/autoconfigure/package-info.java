/**
 * Spring Boot wiring: properties, beans, failure analyzers, runtime hints.
 */
@NullMarked
package dev.idgen.autoconfigure;

import org.jspecify.annotations.NullMarked;
