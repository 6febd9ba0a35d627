package dev.idgen.samples.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Kills an application that has a Redis, so that it cannot clean up. */
class WatchdogTests {

    /** Starts two servers, kills the first one itself, says the second one's process id and waits to be killed. */
    static final class Victim {

        private Victim() {}

        public static void main(String[] arguments) throws IOException {
            RedisServers servers = RedisServers.create();
            servers.start().kill();
            System.out.println(servers.start().pid().findAny().orElseThrow());
            System.in.read();
        }
    }

    @Test
    void serversDieWithTheApplicationThatWasKilled() throws Exception {
        assumeThat(File.separatorChar).as("a system with sh").isEqualTo('/');
        Process victim = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader said = victim.inputReader()) {
            String pid = said.lines()
                    .filter(line -> line.matches("\\d+"))
                    .findFirst()
                    .orElseThrow();
            ProcessHandle redis = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
            assertThat(redis.isAlive()).isTrue();
            victim.destroyForcibly();
            assertThat(redis.onExit()).succeedsWithin(Duration.ofMinutes(1));
        } finally {
            victim.destroyForcibly();
        }
    }
}
