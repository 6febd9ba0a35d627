package dev.idgen.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;

/** The files that say what a slice imports: for each slice one by its name in Spring Boot 3 and one by its name in Spring Boot 4. */
class SliceImportsTests {

    private static final Path DIRECTORY = Path.of("src/main/resources/META-INF/spring");

    private static List<String> imports(String annotation) throws IOException {
        return Files.readAllLines(DIRECTORY.resolve(annotation + ".imports"));
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
        assertThat(imports(spring + now))
                .isEqualTo(imports(spring + before))
                .allSatisfy(name -> assertThat(Class.forName(name)).hasAnnotation(AutoConfiguration.class));
    }

    /** They make lazy what they are imported with, and put memory where an application would find its mistake. */
    @Test
    void noApplicationImportsWhatStandsIn() throws IOException {
        assertThat(imports("org.springframework.boot.autoconfigure.AutoConfiguration"))
                .isNotEmpty()
                .noneMatch(name -> name.contains("Slice"));
    }
}
