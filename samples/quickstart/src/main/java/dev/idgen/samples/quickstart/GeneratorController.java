package dev.idgen.samples.quickstart;

import dev.idgen.IdScheme;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Serves the id explorer, {@code static/index.html}: the generators, their ids, and the parts of an id. */
@RestController
@RequestMapping("/generators")
class GeneratorController {

    private static final int MOST = 20;

    private final Generators generators;

    GeneratorController(Generators generators) {
        this.generators = generators;
    }

    /** A generator by name. */
    record Named(String name, IdScheme scheme) {}

    @GetMapping
    List<Named> all() {
        return generators.all().stream()
                .map(generator -> new Named(generator.name(), generator.scheme()))
                .toList();
    }

    @GetMapping("/{name}/ids")
    List<String> ids(@PathVariable String name, @RequestParam(defaultValue = "1") int count) {
        return generators.get(name).next(Math.min(count, MOST));
    }

    @GetMapping("/{name}/ids/{id}")
    Explained explain(@PathVariable String name, @PathVariable String id) {
        return generators.get(name).explain(id);
    }
}
