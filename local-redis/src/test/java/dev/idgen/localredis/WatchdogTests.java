package dev.idgen.localredis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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

    /** Starts two servers, kills the first one itself, says the second one's process id and the folder of all files, and waits to be killed. */
    static final class Victim {

        private Victim() {}

        public static void main(String[] arguments) throws IOException {
            RedisServer.running().kill();
            System.out.println(RedisServer.running().pid());
            System.out.println(Watchdog.ofThisJvm().folder());
            System.in.read();
        }
    }

    @Test
    void serversAndTheirFilesGoWithTheApplicationThatWasKilled() throws Exception {
        assumeTrue(File.separatorChar == '/', () -> TestNeed.POSIX.missing("there is no sh"));
        Process victim = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-D" + RedisProgram.PROPERTY + "=" + System.getProperty(RedisProgram.PROPERTY, ""),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader said = victim.inputReader()) {
            ProcessHandle redis =
                    ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
            Path files = Path.of(said.readLine());
            assertThat(files).isNotEmptyDirectory();
            victim.destroyForcibly();
            assertThat(redis.onExit()).succeedsWithin(ONE_MINUTE);
            Wait.until(files + " to be deleted", () -> Files.notExists(files));
        } finally {
            victim.destroyForcibly();
        }
    }
}
