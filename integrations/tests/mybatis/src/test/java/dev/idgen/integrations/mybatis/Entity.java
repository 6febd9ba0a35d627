package dev.idgen.integrations.mybatis;

import dev.idgen.data.GeneratedId;

/** What entities inherit, with a type that only they tell. */
class Entity<T> {

    @GeneratedId("number")
    private T id;

    T id() {
        return id;
    }
}
