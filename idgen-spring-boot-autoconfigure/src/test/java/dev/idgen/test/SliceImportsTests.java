package dev.idgen.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;

/** The files that say what a slice imports: for each slice one by its name in Spring Boot 3 and one by its name in Spring Boot 4. */
class SliceImportsTests {

    private static final Path DIRECTORY = Path.of("src/main/resources/META-INF/spring");

    private static final String ENDING = ".imports";

    static Map<String, List<String>> files() throws IOException {
        Map<String, List<String>> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(DIRECTORY)) {
            for (Path file :
                    all.filter(file -> file.toString().endsWith(ENDING)).toList()) {
                String name = file.getFileName().toString();
                files.put(name.substring(0, name.length() - ENDING.length()), Files.readAllLines(file));
            }
        }
        return files;
    }

    static Stream<String> imported() throws IOException {
        return files().values().stream().flatMap(List::stream).distinct();
    }

    @ParameterizedTest
    @MethodSource
    void imported(String name) throws ClassNotFoundException {
        assertThat(Class.forName(name)).hasAnnotation(AutoConfiguration.class);
    }

    @ParameterizedTest
    @CsvSource({
        "test.autoconfigure.orm.jpa.AutoConfigureDataJpa, data.jpa.test.autoconfigure.AutoConfigureDataJpa",
        "test.autoconfigure.data.jdbc.AutoConfigureDataJdbc, data.jdbc.test.autoconfigure.AutoConfigureDataJdbc",
        "test.autoconfigure.data.r2dbc.AutoConfigureDataR2dbc, data.r2dbc.test.autoconfigure.AutoConfigureDataR2dbc",
        "test.autoconfigure.data.mongo.AutoConfigureDataMongo, data.mongodb.test.autoconfigure.AutoConfigureDataMongo",
        "test.autoconfigure.web.servlet.AutoConfigureWebMvc, webmvc.test.autoconfigure.AutoConfigureWebMvc",
        "test.autoconfigure.web.reactive.AutoConfigureWebFlux, webflux.test.autoconfigure.AutoConfigureWebFlux",
        "test.autoconfigure.json.AutoConfigureJson, test.autoconfigure.json.AutoConfigureJson"
    })
    void slicesImportTheSameWithBoth(String before, String now) throws Exception {
        String spring = "org.springframework.boot.";
        assertThat(Class.forName(spring + now)).isAnnotation();
        assertThat(files().get(spring + now)).isNotNull().isEqualTo(files().get(spring + before));
    }

    /** They make lazy what they are imported with, and put memory where an application would find its mistake. */
    @Test
    void noApplicationImportsWhatStandsIn() throws IOException {
        assertThat(files().get("org.springframework.boot.autoconfigure.AutoConfiguration"))
                .isNotEmpty()
                .noneMatch(name -> name.contains("Slice"));
    }
}
