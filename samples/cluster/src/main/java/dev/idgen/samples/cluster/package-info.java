/** A web application that draws ids without pause from a Redis Cluster of its own, and a page to kill its masters on. */
@NullMarked
package dev.idgen.samples.cluster;

import org.jspecify.annotations.NullMarked;
