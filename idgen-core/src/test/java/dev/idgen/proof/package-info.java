/** The protocol of leases as formulas, which a solver proves and the tests compare with the shipped rules. */
package dev.idgen.proof;
