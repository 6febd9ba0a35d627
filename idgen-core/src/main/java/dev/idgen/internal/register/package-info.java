/**
 * The port to a store of leases: small strings in groups, looked at and swapped; and what every rule on them shares.
 */
@NullMarked
package dev.idgen.internal.register;

import org.jspecify.annotations.NullMarked;
