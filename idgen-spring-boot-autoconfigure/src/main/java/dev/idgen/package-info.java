/**
 * The API: all that an application injects, calls, catches and may implement.
 */
@NullMarked
package dev.idgen;

import org.jspecify.annotations.NullMarked;
