package dev.idgen.integrations.mybatis;

import dev.idgen.data.GeneratedId;

class Order {

    @GeneratedId(business = "ORDR")
    private String id;

    @GeneratedId("number")
    private long number;

    String note = "";

    String id() {
        return id;
    }

    Order withId(String value) {
        id = value;
        return this;
    }

    long number() {
        return number;
    }
}
