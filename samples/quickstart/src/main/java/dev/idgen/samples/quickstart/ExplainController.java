package dev.idgen.samples.quickstart;

import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Finds and explains the ids in a text, such as part of a log. Does not store the text. */
@RestController
class ExplainController {

    /** As many as 20,000 lines of 200 characters. */
    static final int MOST_CHARACTERS = 4_000_000;

    /** More marks make a page slow. */
    static final int MOST_PLACES = 20_000;

    private final Generators generators;

    ExplainController(Generators generators) {
        this.generators = generators;
    }

    /**
     * A text to explain.
     *
     * @param numbersAs the generator of all numbers in the text; null or empty for any generator
     */
    record Question(@Nullable String text, @Nullable String numbersAs) {}

    @PostMapping("/ids/explain")
    FoundIds explain(@RequestBody Question question) {
        String text = question.text();
        if (text == null) {
            throw new IllegalArgumentException("'text' is missing: send a text that contains ids");
        }
        if (text.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException(
                    "a text has at most " + MOST_CHARACTERS + " characters, not " + text.length());
        }
        String chosen = question.numbersAs();
        GeneratorReader<?> ofNumbers = chosen == null || chosen.isEmpty() ? null : generators.get(chosen);
        return new TextReader(
                        generators, ofNumbers, MOST_PLACES, Clock.systemUTC().instant())
                .read(text);
    }
}
