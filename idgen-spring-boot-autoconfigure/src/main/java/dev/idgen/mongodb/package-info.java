/** Counters in a collection of MongoDB. May use time, counter and request, and Spring Data MongoDB. */
@NullMarked
package dev.idgen.mongodb;

import org.jspecify.annotations.NullMarked;
