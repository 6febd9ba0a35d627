/**
 * Requests to a store: the planner's thread, threads for blocking drivers, deadlines, callers that wait, the demand for
 * numbers, breakers, and logging.
 */
@NullMarked
package dev.idgen.internal.request;

import org.jspecify.annotations.NullMarked;
