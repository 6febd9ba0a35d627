/** Ids for entities of Spring Data's JDBC, R2DBC and MongoDB, before they are stored. */
@NullMarked
package dev.idgen.internal.data.spring;

import org.jspecify.annotations.NullMarked;
