package dev.idgen.snippets;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What is in this repository. */
final class Repository {

    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Set<String> NOT_OURS = Set.of("target", ".git", "node_modules");
    private static final List<Path> FILES = Stream.of(ROOT.toFile().listFiles())
            .flatMap(Repository::files)
            .map(File::toPath)
            .toList();

    private Repository() {}

    /** Other builds and debuggers delete files at any time: one that is gone when it is looked at is left out. */
    private static Stream<File> files(File file) {
        if (file.isFile()) {
            return Stream.of(file);
        }
        File[] children = NOT_OURS.contains(file.getName()) ? null : file.listFiles();
        return Stream.ofNullable(children).flatMap(Stream::of).flatMap(Repository::files);
    }

    static Stream<Path> poms() {
        return FILES.stream().filter(path -> path.endsWith("pom.xml"));
    }

    static Stream<Page> pages() {
        return FILES.stream()
                .filter(path -> path.toString().endsWith(".md"))
                .sorted()
                .map(Page::new);
    }

    /** The main sources of the modules that are published. */
    static Stream<Page> publishedSources() {
        return FILES.stream()
                .filter(path -> ROOT.relativize(path).toString().matches("(\\w+/)?idgen-[^/]+/src/main/java/.*\\.java"))
                .map(Page::new);
    }

    static boolean hasFile(String path) {
        return Files.exists(ROOT.resolve(path));
    }

    /** Whether there is a source of a class, by the end of its path; {@code *} stands for any letters. */
    static boolean hasSource(String name) {
        Pattern end = Pattern.compile(".*/" + name.replace('.', '/').replace("*", "\\w*") + "\\.java");
        return FILES.stream().anyMatch(path -> end.matcher(path.toString()).matches());
    }

    /** Whether a block of Java is the source of a class of the modules in {@code integrations}, which have its libraries. */
    static boolean isCompiledInIntegrations(String block) {
        return FILES.stream()
                .filter(path -> path.startsWith(ROOT.resolve("integrations"))
                        && path.toString().endsWith(".java"))
                .anyMatch(path -> read(path).endsWith("\n\n" + block));
    }

    /** Whether a source has a text. */
    static boolean hasInSources(String text) {
        return FILES.stream()
                .filter(path -> path.toString().endsWith(".java"))
                .anyMatch(path -> read(path).contains(text));
    }

    static boolean hasProfile(String id) {
        return poms().anyMatch(path -> read(path).contains("<id>" + id + "</id>"));
    }

    /** Whether a module of this build has this name. */
    static boolean hasModule(String artifact) {
        return poms().anyMatch(path -> read(path).contains("  <artifactId>" + artifact + "</artifactId>\n  <name>"));
    }

    /** The group of this build's artifacts. */
    static String group() {
        return first("<groupId>(.+?)</groupId>");
    }

    /** The version of this build. */
    static String version() {
        return first("<version>(.+?)</version>");
    }

    /** The Spring Boot that this build uses. */
    static String springBoot() {
        return first("<spring-boot.version>(.+?)</spring-boot.version>");
    }

    /** The MyBatis-Plus that this build uses. */
    static String mybatisPlus() {
        return first("<mybatis-plus.version>(.+?)</mybatis-plus.version>");
    }

    private static String first(String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(read(ROOT.resolve("pom.xml")));
        if (!matcher.find()) {
            throw new IllegalStateException("pom.xml has no " + pattern);
        }
        return matcher.group(1);
    }

    private static String read(Path path) {
        return new Page(path).text();
    }
}
