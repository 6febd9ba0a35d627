/** Orders in a database. Their primary key alone finds them by time. */
@NullMarked
package dev.idgen.samples.orders;

import org.jspecify.annotations.NullMarked;
