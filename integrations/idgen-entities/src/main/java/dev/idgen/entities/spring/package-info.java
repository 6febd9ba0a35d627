/** Ids for entities of Spring Data JDBC, R2DBC and MongoDB. */
@NullMarked
package dev.idgen.entities.spring;

import org.jspecify.annotations.NullMarked;
