package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.CounterStore;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class DevtoolsRestartsTests {

    /**
     * Beside Spring Boot's own jar in the local repository, where the build has put it: it is not on the tests' class
     * path.
     */
    private static URL devtools() throws Exception {
        URL boot = SpringApplication.class.getProtectionDomain().getCodeSource().getLocation();
        String version = SpringBootVersion.getVersion();
        return Path.of(boot.toURI())
                .resolve("../../../spring-boot-devtools/" + version + "/spring-boot-devtools-" + version + ".jar")
                .normalize()
                .toUri()
                .toURL();
    }

    private static ClassLoader restarting(ClassLoader parent) throws Exception {
        try (URLClassLoader jar = new URLClassLoader(new URL[] {devtools()}, parent)) {
            return (ClassLoader) jar.loadClass(DevtoolsRestarts.LOADER)
                    .getConstructor(ClassLoader.class, URL[].class)
                    .newInstance(jar, new URL[0]);
        }
    }

    /** Many restarts a day would use up a range, 100 numbers each. */
    @ParameterizedTest
    @CsvSource({"true, type=segment, 2", "true, segment.give-back=false, 101", "false, type=segment, 101"})
    void segmentsAreHandedBackAtARestartUnlessTheGeneratorSaysOtherwise(boolean restarts, String property, long second)
            throws Exception {
        ClassLoader usual = getClass().getClassLoader();
        CounterStore store = new InMemoryCounterStore();
        ApplicationContextRunner application = TypicalApplication.withoutStore()
                .withClassLoader(restarts ? restarting(usual) : usual)
                .withBean("shared", CounterStore.class, () -> store)
                .withPropertyValues("idgen.generators.ticket.type=segment", "idgen.generators.ticket." + property);
        for (long expected : new long[] {1, second}) {
            application.run(context -> assertThat(
                            context.getBean("ticket", LongIdGenerator.class).nextLong())
                    .isEqualTo(expected));
        }
    }
}
