/**
 * Ids of entities: one annotation for JPA with Hibernate and for Spring Data's JDBC, R2DBC and MongoDB. May use the root package,
 * Hibernate and Spring Data, of which an application needs only what it uses.
 */
@NullMarked
package dev.idgen.data;

import org.jspecify.annotations.NullMarked;
