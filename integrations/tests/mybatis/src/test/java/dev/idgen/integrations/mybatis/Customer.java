package dev.idgen.integrations.mybatis;

import dev.idgen.data.GeneratedId;
import java.util.UUID;

class Customer extends Entity<Long> {

    private String key;

    @GeneratedId("key")
    public String getKey() {
        return key;
    }

    public void setKey(String value) {
        key = value;
    }

    UUID parsedKey() {
        return UUID.fromString(key);
    }
}
