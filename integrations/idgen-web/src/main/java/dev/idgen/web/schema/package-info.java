/** Ids as strings in schemas: OpenAPI and GraphQL, from the description that JSON has. */
@NullMarked
package dev.idgen.web.schema;

import org.jspecify.annotations.NullMarked;
