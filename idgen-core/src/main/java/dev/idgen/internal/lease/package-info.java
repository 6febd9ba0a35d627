/**
 * The port to a store of leases, small strings in groups that are looked at and swapped, and what all rules on them
 * share.
 */
@NullMarked
package dev.idgen.internal.lease;

import org.jspecify.annotations.NullMarked;
