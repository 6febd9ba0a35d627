package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.springframework.util.FileSystemUtils;
import org.springframework.util.function.ThrowingSupplier;

/**
 * The code of a page, compiled with the libraries of the tests. One call of the compiler takes the Java of all pages. Each page has a
 * package of its own, because pages name their types alike.
 */
public final class CompiledSnippets {

    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern TYPE =
            Pattern.compile("(?m)^(?:public |final )*(?:class|record|interface|enum) (\\w+)");

    private static Path javaOfAllPages;

    private final Path folder;
    private final String prefix;
    private final ClassLoader classes;

    /** @param folder what the classes of a page, and maybe of others, have been compiled into */
    CompiledSnippets(Path folder, String prefix) throws MalformedURLException {
        this.folder = folder;
        this.prefix = prefix;
        this.classes = new URLClassLoader(new URL[] {folder.toUri().toURL()}, CompiledSnippets.class.getClassLoader());
    }

    /** @throws AssertionError with what the compiler says, if the Java of some page does not compile */
    static CompiledSnippets javaOf(Page page) {
        return ThrowingSupplier.of(() -> new CompiledSnippets(javaOfAllPages(), packageOf(page) + "."))
                .get();
    }

    static synchronized Path javaOfAllPages() throws IOException {
        if (javaOfAllPages == null) {
            Path folder = Files.createTempDirectory(Path.of("target"), "snippets");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> FileSystemUtils.deleteRecursively(folder.toFile())));
            List<String> arguments = new ArrayList<>(List.of("-parameters", "-proc:none", "-d", folder.toString()));
            for (Page page : Repository.pages().toList()) {
                for (String block : page.blocks("java")) {
                    if (!Repository.isCompiledInIntegrations(block)) {
                        Path source = folder.resolve("source" + arguments.size());
                        arguments.add(written(block, packageOf(page), Files.createDirectory(source)));
                    }
                }
            }
            ByteArrayOutputStream messages = new ByteArrayOutputStream();
            int failed = ToolProvider.getSystemJavaCompiler()
                    .run(null, messages, messages, arguments.toArray(String[]::new));
            assertThat(failed).as(messages.toString(StandardCharsets.UTF_8)).isZero();
            javaOfAllPages = folder;
        }
        return javaOfAllPages;
    }

    private static String packageOf(Page page) {
        return page.toString().replaceAll("\\W", "_");
    }

    private static String written(String block, String page, Path folder) throws IOException {
        Matcher type = TYPE.matcher(block);
        assertThat(type.find()).as("a type begins a line in:\n%s", block).isTrue();
        Matcher named = PACKAGE.matcher(block);
        String code = named.find()
                ? named.replaceFirst("package " + page + ".$1;")
                : "package " + page + "; " + block; // on the same line, so that the compiler counts lines as readers do
        return Files.writeString(folder.resolve(type.group(1) + ".java"), code).toString();
    }

    ClassLoader classLoader() {
        return classes;
    }

    /** All types of the page that have an annotation. */
    List<Class<?>> types(Class<? extends Annotation> annotation) throws IOException, ClassNotFoundException {
        List<Class<?>> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder.resolve(prefix.replace('.', '/')))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".class")).toList()) {
                String name = folder.relativize(file).toString().replace(".class", "");
                Class<?> type = classes.loadClass(name.replaceAll("[/\\\\]", "."));
                if (type.isAnnotationPresent(annotation)) {
                    found.add(type);
                }
            }
        }
        return found;
    }

    public Class<?> type(String name) throws ClassNotFoundException {
        return classes.loadClass(prefix + name);
    }
}
