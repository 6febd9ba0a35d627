/** Measurements, which are not part of the product. */
package dev.idgen.benchmarks;
