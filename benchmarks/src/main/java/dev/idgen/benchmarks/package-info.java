/** JMH benchmarks. */
@NullMarked
package dev.idgen.benchmarks;

import org.jspecify.annotations.NullMarked;
