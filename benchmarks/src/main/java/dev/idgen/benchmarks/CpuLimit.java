package dev.idgen.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A Linux control group that limits its processes to a share of one core, like a container's limit. In each period of
 * 100 ms, they run for a part of it, on any cores, and then stop until the next one. They take precedence over other
 * processes of the machine. Supports version 1 and 2; only root may create a group.
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
     * The CPU use of the group.
     *
     * @param periods the number of periods in which one of its processes was ready to run
     * @param throttled the number of periods in which it used up its share
     */
    record Usage(long periods, long throttled) {

        /** The use since an earlier one. */
        Usage since(Usage earlier) {
            return new Usage(periods - earlier.periods, throttled - earlier.throttled);
        }
    }

    /** @param cores the share of a core, such as 0.2 */
    static CpuLimit ofCores(double cores) throws IOException {
        return in(GROUPS, cores);
    }

    /** @throws IOException if the group cannot be created */
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

    /** The prefix that limits a command from its first instruction. */
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

    /** Removes the group. Its processes must have ended. */
    @Override
    public void close() throws IOException {
        Files.delete(group);
    }
}
