package dev.idgen.snippets;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * The code of a page, compiled with the libraries of the tests. One call of the compiler takes the Java of all pages. Each page has a
 * package of its own, because pages name their types alike.
 */
final class CompiledSnippets {

    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern TYPE =
            Pattern.compile("(?m)^(?:public |final )*(?:class|record|interface|enum) (\\w+)");
    private static final List<String> OPTIONS = List.of("-parameters", "-proc:none");

    private static Path javaOfAllPages;

    private final Path folder;
    private final String prefix;
    private final ClassLoader classes;

    /** @param folder what the classes of a page, and maybe of others, have been compiled into */
    CompiledSnippets(Path folder, String prefix) {
        this.folder = folder;
        this.prefix = prefix;
        try {
            this.classes =
                    new URLClassLoader(new URL[] {folder.toUri().toURL()}, CompiledSnippets.class.getClassLoader());
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** @throws AssertionError with what the compiler says, if the Java of some page does not compile */
    static CompiledSnippets javaOf(Page page) {
        return new CompiledSnippets(javaOfAllPages(), packageOf(page) + ".");
    }

    static synchronized Path javaOfAllPages() {
        if (javaOfAllPages == null) {
            javaOfAllPages = compiled(Repository.pages()
                    .flatMap(page -> page.blocks("java").stream()
                            .filter(block -> !Repository.isCompiledInIntegrations(block))
                            .map(block -> Source.of(block, packageOf(page))))
                    .toList());
        }
        return javaOfAllPages;
    }

    private static String packageOf(Page page) {
        return page.toString().replaceAll("\\W", "_");
    }

    /** The JVMs of the tests run at once, and share what one of them has compiled. */
    private static Path compiled(List<Source> sources) {
        try {
            Path folder = Files.createDirectories(Path.of("target", "snippets", fingerprint(sources)));
            Path done = folder.resolve("done");
            try (FileChannel channel = FileChannel.open(
                            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (lock.isValid() && !Files.exists(done)) {
                    compile(sources, folder);
                    Files.createFile(done);
                }
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Changes with the snippets, with the libraries, and when the product is compiled again. */
    private static String fingerprint(List<Source> sources) throws IOException {
        String classPath = System.getProperty("java.class.path");
        StringBuilder parts = new StringBuilder(classPath);
        sources.forEach(source -> parts.append(source.toUri()).append(source.code));
        for (String path : classPath.split(File.pathSeparator, -1)) {
            if (path.startsWith(Repository.ROOT.toString()) && !path.endsWith("test-classes")) {
                try (Stream<Path> files = Files.walk(Path.of(path))) {
                    parts.append(files.mapToLong(file -> file.toFile().lastModified())
                            .max()
                            .orElse(0));
                }
            }
        }
        return UUID.nameUUIDFromBytes(parts.toString().getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    private static void compile(List<Source> sources, Path target) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(target));
            if (!compiler.getTask(messages, files, null, OPTIONS, null, sources).call()) {
                throw new AssertionError(messages.toString());
            }
        }
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

    Class<?> type(String name) throws ClassNotFoundException {
        return classes.loadClass(prefix + name);
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String code;

        private Source(String path, String code) {
            super(URI.create("snippet:///" + path + ".java"), Kind.SOURCE);
            this.code = code;
        }

        static Source of(String block, String page) {
            Matcher type = TYPE.matcher(block);
            if (!type.find()) {
                throw new AssertionError("no type begins a line in:\n" + block);
            }
            Matcher named = PACKAGE.matcher(block);
            boolean isNamed = named.find();
            String code = isNamed
                    ? named.replaceFirst("package " + page + ".$1;")
                    : "package " + page + "; "
                            + block; // on the same line, so that the compiler counts lines as readers do
            return new Source(page + "/" + (isNamed ? "named/" : "") + type.group(1), code);
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return code;
        }

        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            return kind == Kind.SOURCE; // the folder is not that of the package
        }
    }
}
