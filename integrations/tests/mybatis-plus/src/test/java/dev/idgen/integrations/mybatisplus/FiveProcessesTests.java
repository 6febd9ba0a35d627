package dev.idgen.integrations.mybatisplus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.baomidou.mybatisplus.core.toolkit.NetUtils;
import com.baomidou.mybatisplus.core.toolkit.NetUtils.NetProperties;
import dev.idgen.localredis.RedisServer;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Five processes of one machine, so with one address and one host name, whose clocks are off by less than half a second, call
 * {@code saveBatch}.
 *
 * <p>MyBatis-Plus takes 5 bits of an id from the hardware address, and 5 from a hash of these and the process id: two processes of
 * a machine have both in common if, say, their process ids are 11 apart. Here they do: of many processes that wait to become a JVM,
 * five are taken that do. In a container, where process ids are below 10, the 5 bits are of a random number: with process id 1 and
 * the hardware address 02:42:ac:11:00:02, two of five had the same in 647 of 2,000 groups of five.
 */
@Tag("fleet")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "[posix] needs a shell. To run: use a system with sh")
class FiveProcessesTests {

    private static final List<Integer> SKEWS = List.of(0, 40, -40, 400, -400);
    private static final int PAYMENTS = 20_000;
    private static final int MOST_TRIED = 2_000;

    @TempDir
    private Path folder;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void defaultGeneratorOfMyBatisPlusIssuesIdsTwice() throws Exception {
        List<Long> ids = run("default", List.of("idgen.enabled=false"));
        assertThat(ids).hasSize(SKEWS.size() * PAYMENTS);
        assertThat(ids).extracting(id -> id >>> 12 & 0x3ff).containsOnly(ids.get(0) >>> 12 & 0x3ff);
        int twice = ids.size() - new HashSet<>(ids).size();
        System.out.println(
                "of " + ids.size() + " ids of MyBatis-Plus' default generator, " + twice + " are there already");
        assertThat(twice).isPositive();
    }

    @Test
    void generatorHereDoesNot() throws Exception {
        try (RedisServer redis = RedisServer.running()) {
            List<Long> ids = run(
                    "idgen",
                    List.of("spring.data.redis.port=" + redis.port(), "idgen.generators.payment-id.type=snowflake"));
            assertThat(ids).hasSize(SKEWS.size() * PAYMENTS).doesNotHaveDuplicates();
        }
    }

    private List<Long> run(String generator, List<String> properties) throws Exception {
        for (int i = 0; i < SKEWS.size(); i++) {
            List<String> arguments = new ArrayList<>(List.of(
                    generator, "" + SKEWS.get(i), "" + PAYMENTS, file(i, ".ids").toString()));
            arguments.addAll(properties);
            launch(i, arguments);
        }
        for (int i = 0; i < SKEWS.size(); i++) {
            awaitReady(i);
        }
        for (Process process : processes) {
            say(process);
        }
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < SKEWS.size(); i++) {
            assertThat(processes.get(i).waitFor(120, TimeUnit.SECONDS)).isTrue();
            try (DataInputStream in = new DataInputStream(Files.newInputStream(file(i, ".ids")))) {
                for (int read = 0; read < PAYMENTS; read++) {
                    ids.add(in.readLong());
                }
            }
        }
        return ids;
    }

    /** Becomes a JVM with a process id that MyBatis-Plus makes the same worker of as of the first one's. */
    private void launch(int index, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "sh",
                "-c",
                "read go && exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                SavingWorker.class.getName()));
        command.addAll(arguments);
        File log = file(index, ".log").toFile();
        Set<Process> refused = new HashSet<>();
        for (int tried = 0; tried < MOST_TRIED; tried++) {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.to(log))
                    .start();
            if (processes.isEmpty()
                    || worker(process.pid()) == worker(processes.get(0).pid())) {
                processes.add(process);
                say(process);
                return;
            }
            process.destroyForcibly();
            refused.add(process);
        }
        throw new AssertionError(
                "none of the process ids " + refused.stream().map(Process::pid).toList() + " fits");
    }

    /** As {@code Sequence.getMaxWorkerId} has it for its own process. */
    private static long worker(long pid) {
        NetProperties any = new NetProperties(List.of(), List.of());
        long datacenter =
                new SavingWorker.SkewedSequence(new NetUtils(any).findFirstNonLoopbackAddress(), 0).datacenter();
        return (("" + datacenter + pid).hashCode() & 0xffff) % 32;
    }

    private static void say(Process process) throws IOException {
        OutputStream in = process.getOutputStream();
        in.write('\n');
        in.flush();
    }

    private void awaitReady(int index) {
        Path log = file(index, ".log");
        await().atMost(Duration.ofMinutes(2))
                .failFast(() -> assertThat(processes.get(index).isAlive())
                        .as("worker %s: %s", index, Files.readString(log))
                        .isTrue())
                .untilAsserted(() -> assertThat(log).content().contains(SavingWorker.READY));
    }

    private Path file(int index, String ending) {
        return folder.resolve("worker-" + index + ending);
    }
}
