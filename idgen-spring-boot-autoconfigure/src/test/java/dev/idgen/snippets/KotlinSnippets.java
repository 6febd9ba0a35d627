package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.JavaProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;

/** Kotlin of a page, compiled as Spring Boot's Maven parent does, with the plugins {@code spring} and {@code jpa}. */
public final class KotlinSnippets {

    private KotlinSnippets() {}

    /** Whether it is a script of Gradle, which only Gradle could compile. */
    static boolean isBuildScript(String block) {
        return block.startsWith("plugins {");
    }

    /**
     * Compiles the blocks together, one file each. The compiler runs in a separate process, so that its memory is free
     * afterwards.
     *
     * @param folder for sources and classes
     * @throws AssertionError with what the compiler says, if it has as much as a warning
     */
    public static CompiledSnippets of(List<String> blocks, Path folder) throws IOException, InterruptedException {
        Path target = Files.createDirectory(folder.resolve("classes"));
        List<String> arguments = new ArrayList<>(List.of(
                "-d",
                target.toString(),
                "-classpath",
                System.getProperty("java.class.path"),
                "-no-stdlib",
                "-no-reflect",
                "-java-parameters",
                "-jvm-target",
                "17",
                "-Werror",
                "-Xplugin=" + library("kotlin-allopen-compiler-plugin-embeddable"),
                "-Xplugin=" + library("kotlin-noarg-compiler-plugin-embeddable"),
                "-P",
                "plugin:org.jetbrains.kotlin.allopen:preset=spring",
                "-P",
                "plugin:org.jetbrains.kotlin.noarg:preset=jpa"));
        for (int i = 0; i < blocks.size(); i++) {
            arguments.add(Files.writeString(folder.resolve("Block" + i + ".kt"), blocks.get(i))
                    .toString());
        }
        Path messages = folder.resolve("messages");
        Process process = JavaProcess.run(messages, List.of("-XX:TieredStopAtLevel=1"), K2JVMCompiler.class, arguments);
        assertThat(process.exitValue()).as(Files.readString(messages)).isZero();
        return new CompiledSnippets(target, "");
    }

    /** The path of a jar among the tests' libraries. */
    static String library(String name) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(path -> path.contains(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not among the tests' libraries"));
    }
}
