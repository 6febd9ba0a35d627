/** A web application that draws ids from its own Redis Cluster without pause, with a page to kill its masters. */
@NullMarked
package dev.idgen.samples.cluster;

import org.jspecify.annotations.NullMarked;
