package dev.idgen;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.resolvers.SelectedClassResolverFromClasspath;
import java.nio.file.Path;

/** The classes of this module and of the core, read once for all tests. Of the libraries only Java's are read: rules ask for their supertypes. */
public final class ProductClasses {

    public static final JavaClasses ALL = ArchConfiguration.withThreadLocalScope(configuration -> {
        configuration.setClassResolver(SelectedClassResolverFromClasspath.class);
        configuration.setClassResolverArguments("java.");
        return new ClassFileImporter()
                .withImportOption(location -> location.contains("/dev/idgen/"))
                .importPaths(Path.of("target", "classes"), Path.of("..", "idgen-core", "target", "classes"));
    });

    private ProductClasses() {}
}
