package dev.idgen.samples.quickstart;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import java.time.Clock;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** All generators by name: the configured ones, and {@value #STRING} for {@link IdService}. */
@Component
class Generators {

    static final String STRING = "string";

    private final Map<String, GeneratorReader<?>> readers = new TreeMap<>();

    Generators(IdService strings, IdGenerators configured, Environment environment) {
        add(STRING, strings.forBusiness("ORDR"), "");
        configured
                .names()
                .forEach(name -> add(
                        name,
                        configured.get(name),
                        environment.getProperty("idgen.generators." + name + ".text.prefix", "")));
    }

    private <T> void add(String name, IdGenerator<T> generator, String prefix) {
        Plausibility plausibility = new Plausibility(generator, Clock.systemUTC());
        readers.put(name, new GeneratorReader<>(name, generator, prefix, plausibility));
    }

    Collection<GeneratorReader<?>> all() {
        return readers.values();
    }

    /**
     * Returns the generator of a name.
     *
     * @throws UnknownGeneratorException if there is none
     */
    GeneratorReader<?> get(String name) {
        GeneratorReader<?> reader = readers.get(name);
        if (reader == null) {
            throw new UnknownGeneratorException(name);
        }
        return reader;
    }

    /** There is no generator of that name. */
    static final class UnknownGeneratorException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        UnknownGeneratorException(String name) {
            super("there is no generator '" + name + "'");
        }
    }
}
