/** Ids of entities: one annotation for JPA with Hibernate and for Spring Data's JDBC, R2DBC and MongoDB. */
@NullMarked
package dev.idgen.data;

import org.jspecify.annotations.NullMarked;
