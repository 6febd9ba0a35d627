/** Orders in a database, whose primary key is all that is needed to find them by time. */
@NullMarked
package dev.idgen.samples.orders;

import org.jspecify.annotations.NullMarked;
