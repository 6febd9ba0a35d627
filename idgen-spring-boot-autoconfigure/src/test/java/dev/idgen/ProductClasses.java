package dev.idgen;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.resolvers.SelectedClassResolverFromClasspath;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The classes of all published modules, read once for all tests. Of the libraries only Java's are read: rules ask for their supertypes. */
public final class ProductClasses {

    /** The packages of the API, as docs/versioning.md has them: every other one is below {@code dev.idgen.internal}. */
    public static final List<String> API = List.of(
            "dev.idgen",
            "dev.idgen.standalone",
            "dev.idgen.store",
            "dev.idgen.data",
            "dev.idgen.text",
            "dev.idgen.test",
            "dev.idgen.autoconfigure");

    /** The published modules with code, such as {@code ../idgen-core}. */
    public static final List<Path> MODULES = Stream.of(
                    Path.of(".."), Path.of("..", "stores"), Path.of("..", "integrations"))
            .map(Path::toFile)
            .flatMap(folder -> Stream.ofNullable(folder.listFiles()).flatMap(Arrays::stream))
            .map(File::toPath)
            .filter(module -> module.getFileName().toString().startsWith("idgen-")
                    && Files.exists(module.resolve("src/main/java")))
            .sorted()
            .toList();

    public static final JavaClasses ALL = ArchConfiguration.withThreadLocalScope(configuration -> {
        configuration.setClassResolver(SelectedClassResolverFromClasspath.class);
        configuration.setClassResolverArguments("java.");
        return new ClassFileImporter()
                .withImportOption(location -> location.contains("/dev/idgen/"))
                .importPaths(folders("target/classes"));
    });

    private ProductClasses() {}

    /** A folder of each module that has it. */
    public static List<Path> folders(String name) {
        return MODULES.stream()
                .map(module -> module.resolve(name))
                .filter(Files::exists)
                .toList();
    }
}
