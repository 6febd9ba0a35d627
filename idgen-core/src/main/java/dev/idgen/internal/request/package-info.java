/**
 * Requests to a store: the planner's thread, threads for drivers that block, deadlines, waiting for what a store
 * brings, how much to ask for, breakers, and what is logged.
 */
@NullMarked
package dev.idgen.internal.request;

import org.jspecify.annotations.NullMarked;
