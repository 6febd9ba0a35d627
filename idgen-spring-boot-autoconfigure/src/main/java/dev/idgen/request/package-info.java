/**
 * How leases are asked for: the planner's thread, requests that are answered late or never, waiting for what they bring, and
 * what is logged about it. May use the root package and time.
 */
@NullMarked
package dev.idgen.request;

import org.jspecify.annotations.NullMarked;
