package dev.idgen;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.flatMapping;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Date;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keeps the packages as they are meant: who may use whom, who knows Spring, who reads the clock. */
class ArchitectureTests {

    private static final String BASE = "dev.idgen";
    private static final String ROOT = "";
    private static final String INSIDE = "dev.idgen.internal";
    private static final int MOST_PARAMETERS = 6;
    private static final int MOST_IN_CIRCLE = 3;
    private static final String[] EVERYWHERE = {
        "java..",
        "javax..",
        "org.jspecify..",
        "com.google.errorprone.annotations..",
        "org.slf4j..",
        "dev.idgen.internal.monitor"
    };

    private static final List<String> API = ProductClasses.API;

    /**
     * Every package of the product, the other packages of the product that it may use, and the libraries that it may use besides those
     * allowed everywhere.
     */
    // spotless:off
    private static final List<Part> PARTS = List.of(
            part(ROOT)                       .uses("internal.codec"),
            // Shared by the families
            part("internal.monitor"),
            part("internal.codec"),
            part("store")                    .uses(ROOT, "internal.codec"),
            part("internal.time")            .uses("store"),
            part("internal.setting")         .uses(ROOT, "internal.codec"),
            part("internal.request")         .uses("store", "internal.time", "internal.codec")
                                             .libraries("io.github.resilience4j.."),
            part("internal.lease")        .uses(ROOT, "store", "internal.time", "internal.setting", "internal.request"),
            part("internal.storecheck")      .uses("store", "internal.time"),
            part("internal.ids")             .uses(ROOT, "internal.codec", "internal.request"),
            // String ids
            part("internal.string.sequence") .uses(ROOT, "store", "internal.time", "internal.codec", "internal.setting", "internal.request",
                                                   "internal.lease"),
            part("internal.string")          .uses(ROOT, "internal.time", "internal.codec", "internal.ids", "internal.lease",
                                                   "internal.string.sequence"),
            // Ids with a timestamp
            part("internal.timestamp.node")    .uses(ROOT, "internal.time", "internal.codec", "internal.setting", "internal.request",
                                                   "internal.lease"),
            part("internal.timestamp")         .uses(ROOT, "internal.time", "internal.codec", "internal.request", "internal.ids",
                                                   "internal.timestamp.node"),
            // Numbers counted by a store
            part("internal.counter")         .uses(ROOT, "store", "internal.time", "internal.codec", "internal.setting", "internal.request",
                                                   "internal.ids"),
            // Generators of both families, as properties describe them
            part("internal.generator")       .uses(ROOT, "store", "internal.time", "internal.codec", "internal.setting", "internal.request",
                                                   "internal.lease", "internal.ids", "internal.timestamp", "internal.timestamp.node",
                                                   "internal.counter")
                                             .libraries("org.springframework.boot.context.properties..",
                                                        "org.springframework.core.."),
            // Stores
            part("internal.store.memory")    .uses(ROOT, "store", "internal.time", "internal.lease"),
            part("redis")                    .uses(ROOT, "store")
                                             .libraries("org.springframework..", "io.lettuce..", "io.netty..", "redis.clients..",
                                                        "org.apache.commons.pool2.."),
            part("jdbc")                     .uses(ROOT, "store")
                                             .libraries("org.springframework..", "com.zaxxer.hikari.."),
            part("mongodb")                  .uses(ROOT, "store")
                                             .libraries("org.springframework..", "com.mongodb..", "org.bson.."),
            // Without Spring
            part("standalone")               .uses(ROOT, "store", "internal.time", "internal.ids", "internal.string", "internal.string.sequence",
                                                   "internal.timestamp", "internal.timestamp.node", "internal.store.memory",
                                                   "internal.codec", "internal.setting", "internal.counter"),
            // An application's edges
            part("data")                     .uses(ROOT, "entities")
                                             .libraries("org.hibernate..", "org.springframework..", "jakarta.persistence.."),
            part("entities")                 .uses(ROOT).libraries("org.springframework.."),
            part("entities.spring")          .uses(ROOT, "data", "entities")
                                             .libraries("org.springframework..", "org.hibernate..", "reactor..", "org.reactivestreams.."),
            part("mybatis")                  .uses(ROOT, "data", "entities")
                                             .libraries("org.springframework..", "org.apache.ibatis..", "com.baomidou..",
                                                        "org.hibernate.."),
            part("shardingsphere")           .uses("entities").libraries("org.apache.shardingsphere.."),
            part("text"),
            part("web")                      .uses(ROOT, "store", "text", "entities")
                                             .libraries("org.springframework..", "tools.jackson..", "com.fasterxml.jackson.."),
            part("web.schema")               .uses("web")
                                             .libraries("org.springframework..", "com.fasterxml.jackson..", "io.swagger..", "graphql.."),
            part("internal.actuate")         .uses(ROOT, "internal.codec", "internal.storecheck", "internal.lease", "internal.string.sequence", "internal.timestamp.node")
                                             .libraries("org.springframework..", "io.micrometer.."),
            // Wiring
            part("internal.connection")      .uses(ROOT, "internal.codec", "internal.generator")
                                             .libraries("org.springframework.."),
            part("internal.diagnostics")     .uses(ROOT, "store", "internal.codec", "internal.setting", "internal.string",
                                                   "internal.string.sequence", "internal.generator", "internal.connection",
                                                   "internal.actuate", "redis", "entities")
                                             .libraries("org.springframework.."),
            part("test")                     .uses("internal.time").libraries("org.springframework.."),
            part("autoconfigure")            .uses(ROOT, "store", "internal.time", "internal.codec", "internal.setting", "internal.request", "internal.lease",
                                                   "internal.storecheck", "internal.ids",
                                                   "internal.string", "internal.string.sequence", "internal.timestamp",
                                                   "internal.timestamp.node", "internal.counter", "internal.generator",
                                                   "internal.store.memory", "redis", "jdbc", "mongodb",
                                                   "entities", "entities.spring", "web", "web.schema", "mybatis", "shardingsphere",
                                                   "internal.actuate", "internal.connection", "internal.diagnostics")
                                             .libraries("org.springframework..", "io.lettuce..", "redis.clients..",
                                                        "com.mongodb..", "org.bson..", "io.micrometer..", "reactor..",
                                                        "org.apache.ibatis..", "com.baomidou..", "org.apache.shardingsphere..",
                                                        "tools.jackson..", "com.fasterxml.jackson..", "io.swagger..", "graphql.."));
    // spotless:on

    private static final Path CORE = Path.of("..", "idgen-core", "target", "classes");
    private static final JavaClasses CLASSES = ProductClasses.ALL;

    private static final Pattern COMMENT_OR_TEXT =
            Pattern.compile("(?s)\"\"\".*?\"\"\"|\"(\\\\.|[^\"\\\\\n])*+\"|/\\*.*?\\*/|//[^\n]*");

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

    /** So that what a test stands on can be read without what stands on it. */
    @Test
    void packagesOfTestsAreFreeOfCycles() {
        ArchConfiguration.withThreadLocalScope(configuration -> {
            configuration.setResolveMissingDependenciesFromClassPath(false); // libraries make no cycle
            slices().assignedFrom(new PackageByPackage())
                    .should()
                    .beFreeOfCycles()
                    .check(new ClassFileImporter().importPaths(ProductClasses.folders("target/test-classes/dev")));
        });
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

    /** Of the core and of the auto-configuration, which have more than one package. */
    @Test
    void packageOutsideTheApiIsInternal() throws IOException {
        Set<String> ofBoth = packages(CORE);
        ofBoth.addAll(packages(Path.of("target", "classes")));
        assertThat(ofBoth).allMatch(name -> API.contains(name) || name.startsWith(INSIDE));
    }

    /** As a store or an integration of yours would. */
    @Test
    void storesAndIntegrationsUseNothingInternalOfTheCore() throws IOException {
        for (Path module : ProductClasses.MODULES) {
            if (!module.getParent().equals(Path.of(".."))) {
                try (Stream<Path> sources = Files.walk(module.resolve("src/main/java"))) {
                    for (Path source : sources.filter(Files::isRegularFile).toList()) {
                        assertThat(source).content().doesNotContain(INSIDE);
                    }
                }
            }
        }
    }

    /** A package that two modules have would be loaded from one of them only. */
    @Test
    void noPackageIsInTwoModules() throws IOException {
        List<String> all = new ArrayList<>();
        for (Path classes : ProductClasses.folders("target/classes")) {
            packages(classes).stream().filter(name -> name.startsWith(BASE)).forEach(all::add);
        }
        assertThat(all).contains(BASE).doesNotHaveDuplicates();
    }

    /** The compiler keeps the border of the core. */
    @Test
    void coreExportsTheApiToAllAndTheRestToItsStores() throws IOException {
        ModuleDescriptor module;
        try (InputStream descriptor = Files.newInputStream(CORE.resolve("module-info.class"))) {
            module = ModuleDescriptor.read(descriptor);
        }
        Set<String> packages = packages(CORE);
        assertThat(module.exports().stream()
                        .filter(exported -> !exported.isQualified())
                        .map(ModuleDescriptor.Exports::source))
                .containsExactlyInAnyOrderElementsOf(
                        packages.stream().filter(API::contains).toList());
        assertThat(module.exports().stream()
                        .flatMap(exported -> exported.targets().stream())
                        .distinct())
                .containsExactly("dev.idgen.autoconfigure");
        assertThat(module.requires())
                .as("javac would demand these of every module that uses the core")
                .noneMatch(required -> required.modifiers().contains(ModuleDescriptor.Requires.Modifier.TRANSITIVE));
    }

    private static Set<String> packages(Path classes) throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .map(file -> classes.relativize(file).getParent())
                    .filter(Objects::nonNull) // of the module's descriptor
                    .map(folder -> folder.toString().replace(File.separatorChar, '.'))
                    .collect(toSet());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/versioning.md", "pom.xml"})
    void apiIsTheSameListEverywhere(String file) throws IOException {
        String text = Files.readString(Path.of("..", file));
        Matcher names =
                Pattern.compile("(?:<include>|[ ,]`)(dev\\.idgen[a-z.]*)[`<]").matcher(text);
        assertThat(names.results().map(name -> name.group(1)).filter(name -> !name.startsWith(INSIDE)))
                .containsExactlyElementsOf(API);
    }

    /** Otherwise what is inside would have to stay as it is. */
    @Test
    void apiShowsNoInternalType() {
        List<String> internal = PARTS.stream()
                .map(Part::toString)
                .filter(name -> !API.contains(name))
                .map(name -> name + ".")
                .toList();
        assertThat(CLASSES.stream()
                        .filter(type -> API.contains(type.getPackageName()) && isVisible(type))
                        .flatMap(ArchitectureTests::signatures)
                        .filter(signature -> internal.stream().anyMatch(signature::contains)))
                .isEmpty();
    }

    private static boolean isVisible(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(ArchitectureTests::isVisible).orElse(true);
    }

    private static Stream<String> signatures(JavaClass type) {
        Stream<String> supertypes = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream())
                .map(supertype -> type.getName() + " is a " + supertype.getName());
        Stream<String> members = type.getMembers().stream()
                .filter(member -> member.getModifiers().contains(JavaModifier.PUBLIC)
                        || member.getModifiers().contains(JavaModifier.PROTECTED))
                .flatMap(member -> member.getAllInvolvedRawTypes().stream()
                        .filter(shown -> !shown.equals(type))
                        .map(shown -> member.getFullName() + " shows " + shown.getName()));
        return Stream.concat(supertypes, members);
    }

    /** Private types aside, and the reason that an exception has: it is read with the exception's name. */
    @Test
    void simpleNamesAreUnique() {
        Map<String, List<String>> names = CLASSES.stream()
                .filter(type -> !type.isAnonymousClass()
                        && !type.getModifiers().contains(JavaModifier.PRIVATE)
                        && !type.getSimpleName().endsWith("-info")
                        && !type.getName().endsWith("Exception$Reason"))
                .collect(groupingBy(JavaClass::getSimpleName, TreeMap::new, mapping(JavaClass::getName, toList())));
        assertThat(names.values()).allMatch(types -> types.size() == 1);
    }

    /** What travels together is a record. */
    @Test
    void constructorsHaveSixParametersAtMost() {
        assertThat(CLASSES.stream()
                        .filter(type -> !type.isRecord() && !type.isEnum())
                        .flatMap(type -> type.getConstructors().stream())
                        .filter(constructor -> constructor.getParameters().size() > MOST_PARAMETERS)
                        .map(constructor -> constructor.getFullName()))
                .isEmpty();
    }

    /** An unavailable store is explained by the failure's string, in which users would read the class's name. */
    @Test
    void exceptionInsideAStoreIsShownByItsMessage() {
        assertThat(CLASSES.stream()
                        .filter(type -> type.isAssignableTo(Throwable.class) && !API.contains(type.getPackageName()))
                        .filter(type -> Set.of("redis", "jdbc", "mongodb")
                                .contains(type.getPackageName().substring(BASE.length() + 1))))
                .isNotEmpty()
                .allMatch(type -> type.tryGetMethod("toString").isPresent());
    }

    @Test
    void packagesAreFreeOfCycles() {
        slices().assignedFrom(new PackageByPackage())
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    /** So that what stands in a circle can be read at once. A nested type counts as the one that it is in. */
    @Test
    void circlesHaveThreeTypesAtMost() throws IOException {
        Map<String, Set<String>> used = CLASSES.stream()
                .collect(groupingBy(
                        ArchitectureTests::topLevel,
                        TreeMap::new,
                        flatMapping(
                                type -> type.getDirectDependenciesFromSelf().stream()
                                        .map(dependency -> topLevel(dependency.getTargetClass())),
                                toSet())));
        for (String type : used.keySet()) {
            used.get(type).addAll(namedInSource(type, used.keySet()));
        }
        Map<String, Set<String>> reached = new TreeMap<>();
        used.keySet().forEach(type -> reached.put(type, reached(type, used)));
        Stream<Set<String>> circles = reached.keySet().stream()
                .map(type -> reached.get(type).stream()
                        .filter(other -> reached.getOrDefault(other, Set.of()).contains(type))
                        .collect(toCollection(TreeSet::new)));
        assertThat(circles.filter(circle -> circle.size() > MOST_IN_CIRCLE).distinct())
                .isEmpty();
    }

    /** Types by import or by name: javac copies constants, so bytecode does not tell where they come from. */
    private static Set<String> namedInSource(String type, Set<String> types) throws IOException {
        String file = type.replace('.', '/') + ".java";
        Path source = ProductClasses.folders("src/main/java/" + file).get(0);
        String code = COMMENT_OR_TEXT.matcher(Files.readString(source)).replaceAll("");
        String inPackage = type.replaceFirst("\\w+$", "");
        return Pattern.compile("[\\w.]+")
                .matcher(code)
                .results()
                .map(MatchResult::group)
                .flatMap(name ->
                        Stream.of(name, name.replaceFirst("\\.\\w+$", ""), inPackage + name.replaceFirst("\\..*", "")))
                .filter(types::contains)
                .collect(toSet());
    }

    private static Set<String> reached(String type, Map<String, Set<String>> used) {
        Set<String> reached = new HashSet<>();
        Deque<String> next = new ArrayDeque<>(Set.of(type));
        while (!next.isEmpty()) {
            used.getOrDefault(next.pop(), Set.of()).stream()
                    .filter(reached::add)
                    .forEach(next::push);
        }
        return reached;
    }

    private static String topLevel(JavaClass type) {
        return type.getBaseComponentType().getName().replaceFirst("\\$.*", "");
    }

    @Test
    void onlyTimeReadsTheClock() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.idgen.internal.time")
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
                .allSatisfy(marked -> assertThat(marked.isAnnotatedWith(NullMarked.class))
                        .as("package-info.java of %s says @NullMarked", marked.getName())
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
                    && parameters(access).stream().noneMatch(type -> type.isAssignableTo(InstantSource.class));
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
            return name.equals(ROOT) ? BASE : BASE + "." + name;
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
