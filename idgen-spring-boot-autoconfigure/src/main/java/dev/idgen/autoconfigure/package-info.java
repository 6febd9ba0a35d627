/**
 * Spring Boot wiring: properties, beans, conditions, runtime hints.
 */
@NullMarked
package dev.idgen.autoconfigure;

import org.jspecify.annotations.NullMarked;
