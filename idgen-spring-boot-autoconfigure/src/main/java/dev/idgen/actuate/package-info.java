/**
 * What operators get to see: health, metrics and an endpoint, from what generators say of themselves. May use the root package,
 * monitor, Spring Boot's actuator and Micrometer.
 */
@NullMarked
package dev.idgen.actuate;

import org.jspecify.annotations.NullMarked;
