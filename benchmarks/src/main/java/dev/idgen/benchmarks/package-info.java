/** Measurements; nothing here is part of the product. */
package dev.idgen.benchmarks;
