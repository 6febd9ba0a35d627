package dev.idgen.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Another process of the same code, which talks in lines. */
final class ChildJvm implements AutoCloseable {

    private static final long LONGEST_RUN_SECONDS = 120;

    private final Process process;
    private final BufferedReader output;

    private ChildJvm(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
        // A thread that waits for a line then gets the end of the output.
        CompletableFuture.delayedExecutor(LONGEST_RUN_SECONDS, TimeUnit.SECONDS).execute(process::destroyForcibly);
    }

    /** By the same Java. */
    static ChildJvm start(Class<?> main, String... arguments) throws IOException {
        return start(Path.of(System.getProperty("java.home")), List.of(), main, arguments);
    }

    /** @param options of the JVM */
    static ChildJvm start(Path javaHome, List<String> options, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve(Path.of("bin", "java")).toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(Arrays.asList(arguments));
        return new ChildJvm(
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
    }

    /** The rest of the next line that begins with a word; others are passed over. */
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

    /** Waits for its end, whatever it says. */
    void awaitEnd() throws IOException {
        while (output.readLine() != null) {
            // Not of interest.
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
