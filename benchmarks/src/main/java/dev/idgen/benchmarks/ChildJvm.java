package dev.idgen.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Another process with the same code, which communicates by lines. */
final class ChildJvm implements AutoCloseable {

    private static final Duration LONGEST_RUN = Duration.ofMinutes(2);

    private final Process process;
    private final BufferedReader output;

    private ChildJvm(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
        // A thread that waits for a line then reads the end of the output.
        CompletableFuture.delayedExecutor(LONGEST_RUN.toMillis(), TimeUnit.MILLISECONDS)
                .execute(process::destroyForcibly);
    }

    /** By the same Java. */
    static ChildJvm start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(Arrays.asList(arguments));
        return new ChildJvm(
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
    }

    /** Returns the rest of the next line that begins with a word. Skips other lines. */
    String await(String word) throws IOException {
        String line = output.readLine();
        while (line != null) {
            if (line.startsWith(word + " ") || line.equals(word)) {
                return line.substring(word.length()).trim();
            }
            line = output.readLine();
        }
        throw new IllegalStateException("a process ended before it said '" + word + "'");
    }

    void say(String line) throws IOException {
        Writer input = process.outputWriter(StandardCharsets.UTF_8);
        input.write(line + "\n");
        input.flush();
    }

    @Override
    public void close() {
        process.onExit().join();
    }
}
