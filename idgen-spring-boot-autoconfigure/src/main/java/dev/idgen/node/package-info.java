/**
 * Who is this process: where node ids come from, and the port to the store that leases them. May use the root package,
 * time and request.
 */
@NullMarked
package dev.idgen.node;

import org.jspecify.annotations.NullMarked;
