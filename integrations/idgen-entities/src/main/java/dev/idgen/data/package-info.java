/**
 * Ids of entities, by one annotation for JPA with Hibernate, Spring Data JDBC, R2DBC and MongoDB, and MyBatis. Also ids
 * in place of a database sequence.
 */
@NullMarked
package dev.idgen.data;

import org.jspecify.annotations.NullMarked;
