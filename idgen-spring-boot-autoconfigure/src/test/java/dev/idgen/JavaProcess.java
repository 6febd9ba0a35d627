package dev.idgen;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.util.function.ThrowingSupplier;

/** Processes of a test that run a main class with the test's class path. */
public final class JavaProcess {

    private JavaProcess() {}

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
