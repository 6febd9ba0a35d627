package dev.idgen.localredis;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Kills the servers and deletes their files after this JVM has ended in any way. It is a shell that reads process ids
 * from a pipe, one line with all ids after each change. The pipe ends with the JVM. Without a shell, the JVM cleans up
 * itself if it exits normally. Thread-safe.
 */
final class Watchdog {

    private static final String SCRIPT =
            "trap '' INT TERM HUP; while read -r all; do pids=$all; done; [ -z \"$pids\" ] || kill -9 $pids; rm -rf \"$0\"";

    private static final Watchdog OF_THIS_JVM = new Watchdog();

    private final Path folder;
    private final Set<Process> servers = new LinkedHashSet<>();
    private final @Nullable Process shell;

    private Watchdog() {
        try {
            this.folder = Files.createTempDirectory("idgen-redis");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.shell = start(folder);
        if (shell == null) {
            Runtime.getRuntime().addShutdownHook(new Thread(this::endAll));
        }
    }

    static Watchdog ofThisJvm() {
        return OF_THIS_JVM;
    }

    private static @Nullable Process start(Path folder) {
        if (File.separatorChar != '/') {
            return null;
        }
        try {
            return new ProcessBuilder("sh", "-c", SCRIPT, folder.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return null;
        }
    }

    /** The folder of all files. */
    Path folder() {
        return folder;
    }

    /** Adds a server to kill, unless it is dead. */
    synchronized void watch(Process server) {
        servers.add(server);
        servers.removeIf(known -> !known.isAlive());
        if (shell == null) {
            return;
        }
        try {
            OutputStream pipe = shell.getOutputStream();
            String line =
                    servers.stream().map(known -> Long.toString(known.pid())).collect(Collectors.joining(" "));
            pipe.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            pipe.flush();
        } catch (IOException e) {
            // The shell was killed. Servers still end when they are closed.
        }
    }

    private synchronized void endAll() {
        servers.forEach(Process::destroyForcibly);
        delete(folder);
    }

    /** Deletes a folder with its contents, as far as possible. */
    static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> innerFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : innerFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // The shell deletes the rest.
        }
    }
}
