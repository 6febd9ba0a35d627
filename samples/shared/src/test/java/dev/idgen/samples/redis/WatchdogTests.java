package dev.idgen.samples.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Kills an application that has a Redis, so that it cannot clean up. */
class WatchdogTests {

    private static final Duration ONE_MINUTE = Duration.ofMinutes(1);

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
    void serversAndTheirFilesGoWithTheApplicationThatWasKilled() throws Exception {
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
            Path executable = Path.of(redis.info().command().orElseThrow());
            assertThat(executable).exists();
            victim.destroyForcibly();
            assertThat(redis.onExit()).succeedsWithin(ONE_MINUTE);
            Path files = executable.getParent();
            for (long deadline = System.nanoTime() + ONE_MINUTE.toNanos(); Files.exists(files); Thread.sleep(20)) {
                assertThat(System.nanoTime() - deadline)
                        .as("%s is still there", files)
                        .isNegative();
            }
        } finally {
            victim.destroyForcibly();
        }
    }
}
