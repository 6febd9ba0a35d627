/**
 * Requests to a store: the planner's thread, threads for drivers that block, deadlines, waiting for what a store brings,
 * breakers, and what is logged.
 */
@NullMarked
package dev.idgen.internal.request;

import org.jspecify.annotations.NullMarked;
