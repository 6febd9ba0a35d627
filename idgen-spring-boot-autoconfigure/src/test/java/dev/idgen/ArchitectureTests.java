package dev.idgen;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Calendar;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Keeps the packages as they are meant: who may use whom, who knows Spring, who reads the clock. */
class ArchitectureTests {

    private static final String BASE = "dev.idgen";
    private static final String ROOT = "";
    private static final String[] EVERYWHERE = {
        "java..", "javax..", "org.jspecify..", "org.slf4j..", "dev.idgen.monitor.."
    };
    private static final String[] SPRING_ALLOWED = {
        "dev.idgen.redis..",
        "dev.idgen.jdbc..",
        "dev.idgen.mongodb..",
        "dev.idgen.data..",
        "dev.idgen.text..",
        "dev.idgen.actuate..",
        "dev.idgen.test..",
        "dev.idgen.autoconfigure.."
    };

    /**
     * Every package of the product (with the packages below it), the other packages of the product that it may use, and
     * the libraries that it may use besides those allowed everywhere.
     */
    // spotless:off
    private static final List<Part> PARTS = List.of(
            part(ROOT),
            part("monitor"),
            part("layout"),
            part("time"),
            part("codec")         .uses("layout"),
            part("request")       .uses(ROOT, "time", "codec")
                                  .libraries("io.github.resilience4j.."),
            part("node")          .uses(ROOT, "time", "request"),
            part("sequence"),
            part("bucket")        .uses(ROOT, "time", "codec", "request")
                                  .libraries("io.github.resilience4j.."),
            part("counter")       .uses(ROOT, "time", "codec", "request")
                                  .libraries("io.github.resilience4j.."),
            part("scheme")        .uses(ROOT, "layout", "time", "codec", "node", "sequence", "bucket", "counter"),
            part("redis")         .uses(ROOT, "time", "node", "bucket", "counter", "request")
                                  .libraries("org.springframework..", "io.lettuce..", "redis.clients.."),
            part("jdbc")          .uses("time", "counter", "request"),
            part("mongodb")       .uses("time", "counter", "request")
                                  .libraries("org.springframework..", "com.mongodb..", "org.bson.."),
            part("data")          .uses(ROOT)
                                  .libraries("org.springframework..", "org.hibernate..", "reactor..", "org.reactivestreams.."),
            part("text")          .uses(ROOT)
                                  .libraries("org.springframework..", "tools.jackson..", "com.fasterxml.jackson.."),
            part("actuate")       .uses(ROOT)
                                  .libraries("org.springframework..", "io.micrometer.."),
            part("test")          .libraries("org.springframework.."),
            part("autoconfigure") .uses(ROOT, "layout", "time", "codec", "request", "node", "sequence", "bucket", "counter",
                                        "scheme", "redis", "jdbc", "mongodb", "data", "text", "actuate")
                                  .libraries("org.springframework..", "io.lettuce..", "redis.clients..",
                                             "com.mongodb..", "org.bson..", "io.micrometer..", "reactor..",
                                             "tools.jackson..", "com.fasterxml.jackson.."));
    // spotless:on

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(BASE);

    @ParameterizedTest
    @FieldSource("PARTS")
    void packageUsesOnlyWhatTheTableAllows(Part part) {
        classes()
                .that(resideInAnyPackage(part.pattern()))
                .should()
                .onlyDependOnClassesThat(liveIn(part.allowed()))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void everyClassLivesInAPackageOfTheTable() {
        String[] known = PARTS.stream().map(Part::pattern).toArray(String[]::new);

        classes()
                .should()
                .resideInAnyPackage(known)
                .because("a new package needs a line in the table of " + ArchitectureTests.class.getSimpleName())
                .check(CLASSES);
    }

    @Test
    void packagesAreFreeOfCycles() {
        slices().assignedFrom(new PackageByPackage())
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void onlyOuterPackagesKnowSpring() {
        noClasses()
                .that()
                .resideOutsideOfPackages(SPRING_ALLOWED)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework..")
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void nothingUsesAutoconfigure() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.idgen.autoconfigure..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.idgen.autoconfigure..")
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void onlyTimeReadsTheClock() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.idgen.time..")
                .should()
                .accessTargetWhere(readsTheClock())
                .because("time is injected")
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    /** A class that is initialized while a native image is built would begin each process with the same numbers. */
    @Test
    void noClassHoldsASourceOfRandomNumbers() {
        fields().that()
                .areStatic()
                .should()
                .notHaveRawType(assignableTo(RandomGenerator.class))
                .check(CLASSES);
    }

    @Test
    void everyPackageIsNullMarked() {
        Stream<JavaPackage> packages =
                CLASSES.stream().map(JavaClass::getPackage).distinct();

        assertThat(packages)
                .allSatisfy(it -> assertThat(it.isAnnotatedWith(NullMarked.class))
                        .as("package-info.java of %s says @NullMarked", it.getName())
                        .isTrue());
    }

    private static DescribedPredicate<JavaClass> liveIn(String... packages) {
        DescribedPredicate<JavaClass> inPackages = resideInAnyPackage(packages);
        return describe(inPackages.getDescription(), type -> {
            JavaClass component = type.getBaseComponentType();
            return component.isPrimitive() || inPackages.test(component);
        });
    }

    private static DescribedPredicate<JavaAccess<?>> readsTheClock() {
        return describe("the system's clock is read", access -> {
            AccessTarget target = access.getTarget();
            JavaClass owner = target.getOwner();
            String name = target.getName();
            if (owner.isEquivalentTo(System.class)) {
                return Set.of("currentTimeMillis", "nanoTime").contains(name);
            }
            if (owner.isEquivalentTo(Clock.class) || owner.isEquivalentTo(InstantSource.class)) {
                return name.startsWith("system")
                        || Set.of("tickMillis", "tickSeconds", "tickMinutes").contains(name);
            }
            if (owner.isEquivalentTo(Date.class)) {
                return name.equals("<init>") && parameters(access).isEmpty();
            }
            if (owner.isAssignableTo(Calendar.class)) {
                return Set.of("<init>", "getInstance").contains(name);
            }
            // Such a method reads the system's clock unless a clock is handed to it.
            return owner.getPackageName().startsWith("java.time")
                    && Set.of("now", "dateNow").contains(name)
                    && parameters(access).stream().noneMatch(it -> it.isAssignableTo(InstantSource.class));
        });
    }

    private static List<JavaClass> parameters(JavaAccess<?> access) {
        return access.getTarget() instanceof AccessTarget.CodeUnitAccessTarget codeUnit
                ? codeUnit.getRawParameterTypes()
                : List.of();
    }

    private static Part part(String name) {
        return new Part(name, List.of(), List.of());
    }

    /** One line of the table. */
    private record Part(String name, List<String> used, List<String> thirdParty) {

        Part uses(String... names) {
            return new Part(name, List.of(names), thirdParty);
        }

        Part libraries(String... patterns) {
            return new Part(name, used, List.of(patterns));
        }

        String pattern() {
            return pattern(name);
        }

        String[] allowed() {
            Stream<String> own = Stream.concat(Stream.of(name), used.stream()).map(Part::pattern);
            Stream<String> libraries = Stream.concat(Stream.of(EVERYWHERE), thirdParty.stream());
            return Stream.concat(own, libraries).toArray(String[]::new);
        }

        private static String pattern(String name) {
            return name.equals(ROOT) ? BASE : BASE + "." + name + "..";
        }

        @Override
        public String toString() {
            return name.equals(ROOT) ? BASE : BASE + "." + name;
        }
    }

    /** Each package by itself: also those below a package of the table must not form cycles. */
    private static final class PackageByPackage implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages of " + BASE;
        }
    }
}
