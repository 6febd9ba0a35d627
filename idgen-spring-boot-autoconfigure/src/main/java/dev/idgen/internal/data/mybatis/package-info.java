/** Ids of entities that MyBatis and MyBatis-Plus insert. */
@NullMarked
package dev.idgen.internal.data.mybatis;

import org.jspecify.annotations.NullMarked;
