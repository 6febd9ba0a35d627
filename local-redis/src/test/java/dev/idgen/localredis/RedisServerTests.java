package dev.idgen.localredis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RedisServerTests {

    /** Prints it, because {@code compatibility/servers} reads it. */
    @Test
    void versionNamesProgram() {
        System.out.println("Servers here are " + RedisProgram.version() + ".");
        assertThat(RedisProgram.version()).matches("(Redis|Valkey) \\d+\\.\\d+\\.\\d+");
    }
}
