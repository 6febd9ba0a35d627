package dev.idgen.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A service that tries to take its first id as soon as it is up, until it has one. Then one thread takes an id every 2
 * ms by the clock, and catches up after each stop. It prints when it got the first id, and at the end the results of
 * the calls.
 */
final class LittleCpuService {

    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(2);
    private static final int DIGITS = 3;
    private static final int OTHER_ARGUMENTS = 3;
    private static final double NANOS_OF_MILLI = 1e6;

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final Runnable call;
    private final Histogram calls = new Histogram(LONGEST_NANOS, DIGITS);
    private final Histogram fromDue = new Histogram(LONGEST_NANOS, DIGITS);
    private long failures;
    private long issued;

    private LittleCpuService(Runnable call) {
        this.call = call;
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    /**
     * Runs.
     *
     * @param arguments {@link LittleCpuSubject}, start of the process in epoch milliseconds, seconds of load, and
     *     properties as {@code --name=value}
     */
    public static void main(String[] arguments) {
        LittleCpuSubject subject = LittleCpuSubject.valueOf(arguments[0]);
        long begun = Long.parseLong(arguments[1]);
        Duration duration = Duration.ofSeconds(Long.parseLong(arguments[2]));
        ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .run(Arrays.copyOfRange(arguments, OTHER_ARGUMENTS, arguments.length));
        long up = System.currentTimeMillis() - begun;
        LittleCpuService service = new LittleCpuService(subject.open(context));
        service.takeFirst(duration);
        System.out.println("first " + up + " " + (System.currentTimeMillis() - begun));
        long cpu = SYSTEM.getProcessCpuTime();
        service.load(duration);
        System.out.println(
                "measured " + service.outcome((SYSTEM.getProcessCpuTime() - cpu) / (double) duration.toNanos()));
        Runtime.getRuntime().halt(0); // Some libraries leave non-daemon threads behind.
    }

    /** @throws IllegalStateException if no id arrives in that time */
    private void takeFirst(Duration longest) {
        long begun = System.nanoTime();
        while (!take()) {
            if (System.nanoTime() - begun > longest.toNanos()) {
                throw new IllegalStateException("no id in " + longest);
            }
        }
    }

    private boolean take() {
        try {
            call.run();
            return true;
        } catch (RuntimeException e) {
            failures++;
            System.err.println(e);
            return false;
        }
    }

    private void load(Duration duration) {
        long due = System.nanoTime();
        long end = due + duration.toNanos();
        long now = due;
        while (now - end < 0) {
            long begun = System.nanoTime();
            issued += take() ? 1 : 0;
            now = System.nanoTime();
            calls.recordValue(Math.min(LONGEST_NANOS, now - begun));
            fromDue.recordValue(Math.min(LONGEST_NANOS, now - due));
            due += INTERVAL_NANOS;
            while (due - now > 0) {
                LockSupport.parkNanos(due - now);
                now = System.nanoTime();
            }
        }
    }

    private String outcome(double cores) {
        return String.join(
                " ",
                Long.toString(failures),
                Long.toString(issued),
                Double.toString(calls.getValueAtPercentile(99) / NANOS_OF_MILLI),
                Double.toString(calls.getMaxValue() / NANOS_OF_MILLI),
                Double.toString(fromDue.getValueAtPercentile(99) / NANOS_OF_MILLI),
                Double.toString(fromDue.getMaxValue() / NANOS_OF_MILLI),
                Double.toString(cores));
    }
}
