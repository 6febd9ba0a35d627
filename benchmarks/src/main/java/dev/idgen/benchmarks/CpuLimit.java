package dev.idgen.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A control group of Linux whose processes together get a share of one core, as the limit of a container does it: in each
 * period of 100 ms they run for a part of it, on whatever cores, and then stand still until the next one. That part they get
 * before what else runs on the machine. Version 1 or 2 of the groups; only root may make one.
 */
final class CpuLimit implements AutoCloseable {

    private static final Path GROUPS = Path.of("/sys/fs/cgroup");
    private static final long PERIOD_MICROS = 100_000;
    private static final String MEMBERS = "cgroup.procs";

    private final Path group;

    private CpuLimit(Path group) {
        this.group = group;
    }

    /**
     * How long the group ran.
     *
     * @param periods how many began in which one of its processes was to run
     * @param throttled in how many of these it had used up its share
     */
    record Usage(long periods, long throttled) {

        /** What came since an earlier one. */
        Usage since(Usage earlier) {
            return new Usage(periods - earlier.periods, throttled - earlier.throttled);
        }
    }

    /** @param cores at most this much of a core, such as 0.2 */
    static CpuLimit ofCores(double cores) throws IOException {
        return in(GROUPS, cores);
    }

    /** @throws IOException if no group can be made there */
    static CpuLimit in(Path groups, double cores) throws IOException {
        Path own = Path.of("idgen-benchmark-" + ProcessHandle.current().pid());
        long quota = Math.round(cores * PERIOD_MICROS);
        Path old = groups.resolve("cpu");
        boolean first = Files.isDirectory(old);
        Path group = (first ? old : groups).resolve(own);
        try {
            Files.createDirectory(group);
            if (first) {
                Files.writeString(group.resolve("cpu.cfs_period_us"), Long.toString(PERIOD_MICROS));
                Files.writeString(group.resolve("cpu.cfs_quota_us"), Long.toString(quota));
                Files.writeString(group.resolve("cpu.shares"), "262144");
            } else {
                Files.writeString(group.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
                Files.writeString(group.resolve("cpu.weight"), "10000");
            }
        } catch (IOException e) {
            throw new IOException(
                    "the CPU cannot be limited by " + group + ": run this on Linux as root, with the controller cpu",
                    e);
        }
        return new CpuLimit(group);
    }

    /** What goes before a command, so that it is limited from its first instruction on. */
    List<String> prefix() {
        return List.of(
                "sh",
                "-c",
                "echo $$ > \"$0\" && exec \"$@\"",
                group.resolve(MEMBERS).toString());
    }

    Usage usage() throws IOException {
        return new Usage(stat("nr_periods"), stat("nr_throttled"));
    }

    private long stat(String name) throws IOException {
        try (Stream<String> lines = Files.lines(group.resolve("cpu.stat"))) {
            return lines.filter(line -> line.startsWith(name + " "))
                    .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1)))
                    .findFirst()
                    .orElseThrow(() -> new IOException(group + "/cpu.stat has no " + name));
        }
    }

    /** Removes the group, whose processes have ended. */
    @Override
    public void close() throws IOException {
        Files.delete(group);
    }
}
