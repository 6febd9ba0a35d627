package dev.idgen;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.resolvers.SelectedClassResolverFromClasspath;
import java.nio.file.Path;
import java.util.List;

/** The classes of this module and of the core, read once for all tests. Of the libraries only Java's are read: rules ask for their supertypes. */
public final class ProductClasses {

    /** The packages of the API, as docs/versioning.md has them: every other one is below {@code dev.idgen.internal}. */
    public static final List<String> API = List.of(
            "dev.idgen",
            "dev.idgen.standalone",
            "dev.idgen.data",
            "dev.idgen.text",
            "dev.idgen.test",
            "dev.idgen.autoconfigure");

    public static final JavaClasses ALL = ArchConfiguration.withThreadLocalScope(configuration -> {
        configuration.setClassResolver(SelectedClassResolverFromClasspath.class);
        configuration.setClassResolverArguments("java.");
        return new ClassFileImporter()
                .withImportOption(location -> location.contains("/dev/idgen/"))
                .importPaths(Path.of("target", "classes"), Path.of("..", "idgen-core", "target", "classes"));
    });

    private ProductClasses() {}
}
