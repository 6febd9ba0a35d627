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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Java or Kotlin of a page, compiled with the libraries of the tests. */
final class CompiledSnippets implements AutoCloseable {

    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern TYPE =
            Pattern.compile("(?m)^(?:public |final )*(?:class|record|interface|enum) (\\w+)");

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    private static final List<String> OPTIONS = List.of("-parameters", "-proc:none");

    /** The hundreds of jars stay open from one page to the next. */
    private static final StandardJavaFileManager LIBRARIES = libraries();

    private final Path folder;
    private final URLClassLoader classes;

    private CompiledSnippets(Path folder, URLClassLoader classes) {
        this.folder = folder;
        this.classes = classes;
    }

    private static StandardJavaFileManager libraries() {
        StandardJavaFileManager libraries = COMPILER.getStandardFileManager(null, null, null);
        String[] paths = System.getProperty("java.class.path").split(File.pathSeparator);
        try {
            libraries.setLocation(
                    StandardLocation.CLASS_PATH, Stream.of(paths).map(File::new).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return libraries;
    }

    /**
     * Compiles the blocks together, each a file of its own.
     *
     * @throws AssertionError with what the compiler says, if they don't compile
     */
    static CompiledSnippets of(List<String> blocks, Path target) {
        StringWriter messages = new StringWriter();
        List<? extends JavaFileObject> files = blocks.stream().map(Source::of).toList();
        synchronized (LIBRARIES) {
            try {
                LIBRARIES.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(target));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (!COMPILER.getTask(messages, LIBRARIES, null, OPTIONS, null, files)
                    .call()) {
                throw new AssertionError(messages.toString());
            }
        }
        return in(target);
    }

    /** What has been compiled into a folder. */
    static CompiledSnippets in(Path target) {
        try {
            return new CompiledSnippets(
                    target,
                    new URLClassLoader(new URL[] {target.toUri().toURL()}, CompiledSnippets.class.getClassLoader()));
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    ClassLoader classLoader() {
        return classes;
    }

    /** All types that have an annotation. */
    List<Class<?>> types(Class<? extends Annotation> annotation) throws IOException, ClassNotFoundException {
        List<Class<?>> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".class")).toList()) {
                String name =
                        folder.relativize(file).toString().replace(".class", "").replace(File.separatorChar, '.');
                Class<?> type = classes.loadClass(name);
                if (type.isAnnotationPresent(annotation)) {
                    found.add(type);
                }
            }
        }
        return found;
    }

    Class<?> type(String name) throws ClassNotFoundException {
        return classes.loadClass(name);
    }

    @Override
    public void close() throws IOException {
        classes.close();
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String code;

        private Source(String path, String code) {
            super(URI.create("snippet:///" + path + ".java"), Kind.SOURCE);
            this.code = code;
        }

        static Source of(String code) {
            Matcher type = TYPE.matcher(code);
            if (!type.find()) {
                throw new AssertionError("no type begins a line in:\n" + code);
            }
            Matcher itsPackage = PACKAGE.matcher(code);
            String folder = itsPackage.find() ? itsPackage.group(1).replace('.', '/') + "/" : "";
            return new Source(folder + type.group(1), code);
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return code;
        }
    }
}
