package dev.idgen.samples.quickstart;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdParts;
import dev.idgen.IdScheme;
import dev.idgen.IdService;
import dev.idgen.InvalidIdException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Answers the id explorer, {@code static/index.html}: which generators there are, ids of one, and the parts of an id. */
@RestController
@RequestMapping("/generators")
class GeneratorController {

    private static final int MOST = 20;

    /** A generator by name. */
    record Named(String name, IdScheme scheme) {}

    /** The parts of an id. Values are texts, as browsers do not hold all numbers of 64 bits. */
    record Explained(String generator, String id, @Nullable Instant instant, Map<String, String> parts) {}

    private final Map<String, IdGenerator<?>> generators = new TreeMap<>();

    GeneratorController(IdService strings, IdGenerators configured) {
        generators.put("string", strings.forBusiness("ORDR"));
        configured.names().forEach(name -> generators.put(name, configured.get(name)));
    }

    @GetMapping
    List<Named> all() {
        List<Named> all = new ArrayList<>();
        generators.forEach((name, generator) -> all.add(new Named(name, generator.scheme())));
        return all;
    }

    @GetMapping("/{name}/ids")
    List<String> ids(@PathVariable String name, @RequestParam(defaultValue = "1") int count) {
        return texts(generator(name), Math.min(count, MOST));
    }

    private static <T> List<String> texts(IdGenerator<T> generator, int count) {
        return generator.next(count).stream().map(generator::format).toList();
    }

    @GetMapping("/{name}/ids/{id}")
    Explained explain(@PathVariable String name, @PathVariable String id) {
        return explain(name, generator(name), id);
    }

    /** Which generators an id may be of, and what each reads in it: a text of digits fits many. */
    @GetMapping("/any/{id}")
    List<Explained> explain(@PathVariable String id) {
        List<Explained> possible = new ArrayList<>();
        generators.forEach((name, generator) -> {
            try {
                possible.add(explain(name, generator, id));
            } catch (InvalidIdException e) {
                // Not one of its ids.
            }
        });
        return possible;
    }

    private static <T> Explained explain(String name, IdGenerator<T> generator, String text) {
        T id = generator.parse(text);
        IdParts read = generator.decode(id);
        Map<String, String> parts = new LinkedHashMap<>();
        read.values().forEach((part, value) -> parts.put(part, Long.toUnsignedString(value)));
        return new Explained(name, generator.format(id), read.instant(), parts);
    }

    private IdGenerator<?> generator(String name) {
        IdGenerator<?> generator = generators.get(name);
        if (generator == null) {
            throw new UnknownGeneratorException(name);
        }
        return generator;
    }

    /** There is no generator of that name. */
    private static final class UnknownGeneratorException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        UnknownGeneratorException(String name) {
            super("there is no generator '" + name + "'");
        }
    }

    @ExceptionHandler
    ProblemDetail notFound(UnknownGeneratorException failure) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, failure.getMessage());
    }
}
