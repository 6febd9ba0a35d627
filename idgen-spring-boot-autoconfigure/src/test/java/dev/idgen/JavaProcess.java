package dev.idgen;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

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
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.to(log.toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
