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

    private ChildJvm(Process process, Duration longestRun) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
        // A thread that waits for a line then reads the end of the output.
        CompletableFuture.delayedExecutor(longestRun.toMillis(), TimeUnit.MILLISECONDS)
                .execute(process::destroyForcibly);
    }

    /** By the same Java. */
    static ChildJvm start(Class<?> main, String... arguments) throws IOException {
        return start(javaHome(), List.of(), main, arguments);
    }

    /** @param options of the JVM */
    static ChildJvm start(Path javaHome, List<String> options, Class<?> main, String... arguments) throws IOException {
        return start(command(javaHome, options, main, arguments), LONGEST_RUN);
    }

    /**
     * By the same Java.
     *
     * @param prefix a command that runs the one which follows it
     */
    static ChildJvm start(List<String> prefix, Duration longestRun, Class<?> main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(command(javaHome(), List.of(), main, arguments));
        return start(command, longestRun);
    }

    private static Path javaHome() {
        return Path.of(System.getProperty("java.home"));
    }

    private static List<String> command(Path javaHome, List<String> options, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve(Path.of("bin", "java")).toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(Arrays.asList(arguments));
        return command;
    }

    private static ChildJvm start(List<String> command, Duration longestRun) throws IOException {
        return new ChildJvm(
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start(), longestRun);
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

    /** Waits until the process ends, and ignores its output. */
    void awaitEnd() throws IOException {
        while (output.readLine() != null) {
            // The rest of the output.
        }
        close();
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
