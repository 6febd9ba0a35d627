/** Ids of entities that MyBatis and MyBatis-Plus insert. */
@NullMarked
package dev.idgen.mybatis;

import org.jspecify.annotations.NullMarked;
