package dev.idgen.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.core.StopWatch;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;

/** The program of the page, with the jars that the page names. */
class PlainJavaTests {

    private static final String PAGE = "../docs/kotlin.md";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"--class-path", "--module-path"})
    void programDrawsIdsWithFourJars(String path) throws Exception {
        compile();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (path.equals("--class-path")) {
            command.addAll(List.of("-cp", folder + File.pathSeparator + jars()));
        } else {
            command.addAll(List.of("-p", jars(), "--add-modules", "dev.idgen.core", "-cp", folder.toString()));
        }
        command.add("PlainJava");
        Path output = folder.resolve("output");
        Path errors = folder.resolve("errors");
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
        assertThat(Files.readAllLines(output))
                .satisfiesExactly(
                        uuid -> assertThat(uuid)
                                .matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"),
                        number ->
                                assertThat(Long.parseLong(number) >> 12 & 1023).isEqualTo(7),
                        id -> assertThat(id).matches("[0-9]{15}ORDR[0-9]{8}"));
    }

    private void compile() throws IOException {
        Path source = Files.writeString(folder.resolve("PlainJava.java"), program());
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-proc:none", "-cp", jars(), "-d", folder.toString(), source.toString()))
                .isZero();
    }

    private static String program() throws IOException {
        String page = Files.readString(Path.of(PAGE));
        int begin = page.indexOf("```java\n") + "```java\n".length();
        return page.substring(begin, page.indexOf("```", begin));
    }

    private static String jars() {
        return Stream.of(Generators.class, CircuitBreaker.class, StopWatch.class, Logger.class)
                .map(type -> Path.of(type.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .getPath())
                        .toString())
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }
}
