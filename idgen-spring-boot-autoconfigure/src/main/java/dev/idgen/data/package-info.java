/** Ids of entities: one annotation for JPA with Hibernate, Spring Data JDBC, R2DBC and MongoDB, and MyBatis. */
@NullMarked
package dev.idgen.data;

import org.jspecify.annotations.NullMarked;
