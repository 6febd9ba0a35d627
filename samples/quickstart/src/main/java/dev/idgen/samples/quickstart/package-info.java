/** A web application that hands out ids and takes them apart. Brings a Redis along unless told which one to use. */
@NullMarked
package dev.idgen.samples.quickstart;

import org.jspecify.annotations.NullMarked;
