package dev.idgen.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Properties;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The machine of the measurement, and the versions in use. */
final class Machine {

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    private Machine() {}

    static String describe() throws IOException {
        Runtime runtime = Runtime.getRuntime();
        return "Measured on " + LocalDate.now(ZoneOffset.UTC) + " by `benchmarks/run"
                + (Results.quick() ? " quick" : "")
                + "`: " + runtime.availableProcessors() + " cores of " + cpu() + ", " + System.getProperty("os.name")
                + " on " + System.getProperty("os.arch") + ", JDK " + Runtime.version() + " ("
                + System.getProperty("java.vendor") + "), Redis on the same machine.\n\n"
                + "Compared with " + versions() + ".\n";
    }

    private static String cpu() throws IOException {
        if (!Files.isReadable(CPU_INFO)) {
            return "a CPU that does not tell its name";
        }
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse("a CPU that does not tell its name");
        }
    }

    private static String versions() throws IOException {
        Properties versions = new Properties();
        try (InputStream in = Machine.class.getResourceAsStream("versions.properties")) {
            versions.load(in);
        }
        return new TreeSet<>(versions.stringPropertyNames())
                .stream().map(name -> name + " " + versions.getProperty(name)).collect(Collectors.joining(", "));
    }
}
