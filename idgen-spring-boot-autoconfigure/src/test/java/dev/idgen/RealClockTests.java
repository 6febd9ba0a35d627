package dev.idgen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No test judges by a real clock, or waits without an end: it would fail or hang on a slow machine. A test waits until a deadline that only a broken run meets. */
class RealClockTests {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(30);
    private static final Duration SHORTEST_PATIENCE = Duration.ofSeconds(1);

    /** Whatever the time, these are refused. */
    private static final Pattern REFUSED = Pattern.compile("Thread\\.sleep\\(|TimeUnit\\.\\w+\\.sleep\\("
            + "|Thread\\.onSpinWait|isBetween\\(.*(Instant\\.now|currentTimeMillis)|isLessThan(OrEqualTo)?\\(Duration|isBefore\\(Instant\\.now\\(|assertTimeout"
            + "|assertThat.*System\\.(nanoTime|currentTimeMillis)|System\\.(nanoTime|currentTimeMillis).*assertThat");

    private static final String WAITS =
            "\\b(?<call>get|await|join|orTimeout|waitFor|awaitTermination|tryAcquire|tryLock|poll|atMost)\\(";

    /** Such as {@code get(5, SECONDS)}. */
    private static final Pattern WITH_UNIT =
            Pattern.compile(WAITS + "(?<amount>[\\d_]+)L?, (TimeUnit\\.)?(?<unit>[A-Z]*SECONDS|MINUTES|HOURS|DAYS)\\)");

    /** Such as {@code join(Duration.ofSeconds(5))}. */
    private static final Pattern WITH_DURATION = Pattern.compile(
            WAITS + "(Duration\\.)?of(?<unit>Nanos|Millis|Seconds|Minutes)\\((?<amount>[\\d_]+)L?\\)\\)");

    /** A thread's join with milliseconds. */
    private static final Pattern WITH_MILLIS = Pattern.compile("\\.(?<call>join)\\((?<amount>[\\d_]+)(?<unit>)L?\\)");

    /** These quote such lines, or cancel a call that takes long and judge nothing. */
    private static final Set<String> ALLOWED =
            Set.of("dev/idgen/RealClockTests.java", "dev/idgen/autoconfigure/HostileConfigurationTests.java");

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules =
                Files.find(ROOT, 3, (path, type) -> Files.isDirectory(path.resolve("src/test/java")))) {
            for (Path module : modules.toList()) {
                try (Stream<Path> files = Files.walk(module.resolve("src/test/java"))) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
        }
        return sources;
    }

    private static String name(Path source) {
        return source.toString().replace('\\', '/').replaceFirst(".*/src/test/java/", "");
    }

    private static boolean isRefused(String line) {
        return REFUSED.matcher(line).find()
                || Stream.of(WITH_UNIT, WITH_DURATION, WITH_MILLIS).anyMatch(wait -> isShort(wait.matcher(line)));
    }

    private static boolean isShort(Matcher waits) {
        while (waits.find()) {
            Duration time = Duration.of(Long.parseLong(waits.group("amount").replace("_", "")), unit(waits));
            if (time.compareTo(waits.group("call").equals("atMost") ? SHORTEST_PATIENCE : SHORTEST_WAIT) < 0) {
                return true;
            }
        }
        return false;
    }

    private static ChronoUnit unit(Matcher wait) {
        String unit = wait.group("unit").toUpperCase(Locale.ROOT);
        return unit.isEmpty()
                ? ChronoUnit.MILLIS
                : ChronoUnit.valueOf(unit.replaceFirst("(NANO|MICRO|MILLI)SECONDS", "$1S"));
    }

    @Test
    void testSourcesDoNotJudgeByARealClock() throws IOException {
        List<String> refused = new ArrayList<>();
        for (Path source : sources()) {
            if (!ALLOWED.contains(name(source))) {
                List<String> lines = Files.readAllLines(source);
                for (int i = 0; i < lines.size(); i++) {
                    if (isRefused(lines.get(i))) {
                        refused.add(ROOT.relativize(source) + ":" + (i + 1) + ": "
                                + lines.get(i).strip());
                    }
                }
            }
        }
        assertThat(refused)
                .as("use a manual clock, or look again until a deadline of " + SHORTEST_WAIT)
                .isEmpty();
    }
}
