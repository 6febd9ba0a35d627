package dev.idgen;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.springframework.util.function.ThrowingSupplier;

/** Processes of a test that run a main class with the test's class path. */
public final class JavaProcess {

    private JavaProcess() {}

    /** Returns when the process has ended, which takes as long as that only on a machine that is very busy. */
    public static Process run(Path log, List<String> options, Class<?> main, List<String> arguments)
            throws InterruptedException {
        Process process = start(log, options, main, arguments);
        try {
            assertThat(process.waitFor(15, TimeUnit.MINUTES)).as("ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        return process;
    }

    public static Process start(Path log, List<String> options, Class<?> main, List<String> arguments) {
        List<String> command = Stream.of(
                        List.of(Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString()),
                        options,
                        List.of("-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), main.getName()),
                        arguments)
                .flatMap(List::stream)
                .toList();
        ProcessBuilder process =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        return ThrowingSupplier.of(process::start).get();
    }
}
