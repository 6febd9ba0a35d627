package dev.idgen.localredis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.embedded.core.ExecutableProvider;

/**
 * The program that all servers of this JVM run. The system property {@code idgen.test.redis-server} names a {@code
 * redis-server} or {@code valkey-server}. Without it, this is Redis 6.2 from the embedded-redis library. Thread-safe.
 */
public final class RedisProgram {

    /** The system property that names another program. */
    public static final String PROPERTY = "idgen.test.redis-server";

    private static final Pattern VERSION = Pattern.compile("(\\w+) server v=(\\S+)");

    private static final RedisProgram OF_THIS_JVM = new RedisProgram(find());

    private final Path path;
    private final String version;

    RedisProgram(Path path) {
        this.path = path;
        this.version = version(path);
    }

    static RedisProgram ofThisJvm() {
        return OF_THIS_JVM;
    }

    Path path() {
        return path;
    }

    String ownVersion() {
        return version;
    }

    /** The kind of server and its version, for example {@code Redis 6.2.6} or {@code Valkey 8.1.1}. */
    public static String version() {
        return OF_THIS_JVM.version;
    }

    private static Path find() {
        String named = System.getProperty(PROPERTY, "");
        if (named.isEmpty()) {
            try {
                return ExecutableProvider.newJarResourceProvider(
                                Watchdog.ofThisJvm().folder().toFile())
                        .get()
                        .toPath();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        Path path = Path.of(named).toAbsolutePath();
        if (!Files.isRegularFile(path) || !Files.isExecutable(path)) {
            throw new IllegalStateException("'" + PROPERTY + "' is '" + named
                    + "', which is not a program: name a redis-server or valkey-server, or remove the property");
        }
        return path;
    }

    private static String version(Path path) {
        try {
            Process program = new ProcessBuilder(path.toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
            String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher version = VERSION.matcher(said);
            if (!version.find()) {
                throw new IllegalStateException(
                        path + " is not a Redis server that runs here. It said: " + said.strip());
            }
            return version.group(1) + " " + version.group(2);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
