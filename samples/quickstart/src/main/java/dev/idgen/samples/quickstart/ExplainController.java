package dev.idgen.samples.quickstart;

import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Finds and explains the ids in a text, such as an excerpt of a log. The text is not kept. */
@RestController
class ExplainController {

    /** 20,000 lines of 200 characters. */
    static final int MOST_CHARACTERS = 4_000_000;

    /** More marks than these make a page slow. */
    static final int MOST_PLACES = 20_000;

    private final Generators generators;

    ExplainController(Generators generators) {
        this.generators = generators;
    }

    /**
     * A text to explain.
     *
     * @param numbersAs the generator that all numbers in it are ids of; null or empty if they may be of any
     */
    record Question(@Nullable String text, @Nullable String numbersAs) {}

    @PostMapping("/ids/explain")
    FoundIds explain(@RequestBody Question question) {
        String text = question.text();
        if (text == null) {
            throw new IllegalArgumentException("'text' is missing: the text in which ids are to be found");
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
