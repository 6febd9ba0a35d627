package dev.idgen.samples.redis;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Kills the servers, and deletes their files, when this application has died without doing so itself. It is a shell that reads
 * their process ids from a pipe, a line of all each time that they change; the pipe ends when its writer does. On Windows there
 * is none. Thread-safe.
 */
final class Watchdog implements AutoCloseable {

    private static final String SCRIPT =
            "trap '' INT TERM HUP; while read -r all; do pids=$all; done; [ -z \"$pids\" ] || kill -9 $pids; rm -rf \"$0\"";

    private final @Nullable Process shell;

    private Watchdog(@Nullable Process shell) {
        this.shell = shell;
    }

    static Watchdog start(Path files) {
        if (File.separatorChar != '/') {
            return new Watchdog(null);
        }
        try {
            return new Watchdog(new ProcessBuilder("sh", "-c", SCRIPT, files.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException e) {
            return new Watchdog(null);
        }
    }

    /** Sets which processes are to be killed. */
    synchronized void watch(List<Long> pids) {
        if (shell == null) {
            return;
        }
        try {
            OutputStream pipe = shell.getOutputStream();
            String line = pids.stream().map(Object::toString).collect(Collectors.joining(" "));
            pipe.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            pipe.flush();
        } catch (IOException e) {
            // Somebody killed the shell: the servers are still ended by close.
        }
    }

    /** Ends the shell, which has nothing to kill any more. */
    @Override
    public void close() {
        watch(List.of());
        if (shell != null) {
            shell.destroyForcibly();
        }
    }
}
