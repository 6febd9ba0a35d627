package dev.idgen.snippets;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;

/**
 * Finds the types whose code is run. It loads the product's classes once more, and has each of their methods begin with a note of its
 * type: the name of the outermost class. So nothing is concluded from what could be called.
 */
public final class VisitedTypes extends ClassLoader {

    private static final String BASE = "dev.idgen.";
    private static final Set<String> VISITED = new ConcurrentSkipListSet<>();
    private static final ThreadLocal<Set<String>> VISITED_HERE = ThreadLocal.withInitial(TreeSet::new);

    VisitedTypes() {
        super(VisitedTypes.class.getClassLoader());
    }

    /** Called by the classes loaded here. */
    public static void note(String type) {
        VISITED.add(type);
        VISITED_HERE.get().add(type);
    }

    /** What any thread has visited, in all loaders, since the JVM started. */
    static Set<String> everywhere() {
        return VISITED;
    }

    /** What this thread visits. */
    static Set<String> during(Runnable work) {
        VISITED_HERE.get().clear();
        work.run();
        return Set.copyOf(VISITED_HERE.get());
    }

    /** A new object of a class that has a constructor without parameters, with all it uses loaded here. */
    <T> T make(Class<? extends T> type, Class<T> role) {
        try {
            Constructor<?> constructor = loadClass(type.getName()).getDeclaredConstructor();
            constructor.setAccessible(true);
            return role.cast(constructor.newInstance());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (!name.startsWith(BASE) || name.equals(VisitedTypes.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        URL file = getResource(name.replace('.', '/') + ".class");
        if (file == null) {
            throw new ClassNotFoundException(name);
        }
        try (InputStream in = file.openStream()) {
            byte[] read = in.readAllBytes();
            byte[] noted = isOfTests(file) ? read : noting(read, outermost(name));
            return defineClass(name, noted, 0, noted.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those of this module stand in a folder, those of the core in a jar. */
    private static boolean isOfTests(URL file) {
        return file.getPath().contains("/test-classes/") || file.getPath().contains("-tests.jar!");
    }

    private static String outermost(String name) {
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private static byte[] noting(byte[] type, String name) {
        ClassReader reader = new ClassReader(type);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String method, String descriptor, String signature, String[] exceptions) {
                        MethodVisitor target = super.visitMethod(access, method, descriptor, signature, exceptions);
                        return new MethodVisitor(Opcodes.ASM9, target) {
                            @Override
                            public void visitCode() {
                                super.visitCode();
                                visitLdcInsn(name);
                                visitMethodInsn(
                                        Opcodes.INVOKESTATIC,
                                        VisitedTypes.class.getName().replace('.', '/'),
                                        "note",
                                        "(Ljava/lang/String;)V",
                                        false);
                            }
                        };
                    }
                },
                0);
        return writer.toByteArray();
    }
}
