package dev.idgen.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Drives the id explorer in a headless Chromium; skipped where there is none. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class ExplorerTests {

    private static final long MOST_SECONDS = 120;

    @TempDir
    private Path directory;

    private static Optional<Path> browser() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** The page after its script has run. */
    private String page(int port, String query) throws IOException, InterruptedException {
        Optional<Path> browser = browser();
        assumeThat(browser).as("a Chromium on the path to try the page in").isPresent();
        Path out = directory.resolve("page.html");
        Process process = new ProcessBuilder(
                        browser.get().toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--user-data-dir=" + directory.resolve("profile"),
                        "--virtual-time-budget=20000",
                        "--dump-dom",
                        "http://localhost:" + port + "/" + query)
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(out);
    }

    @Test
    void pageDrawsStringIdsAndColoursTheirParts(@LocalServerPort int port) throws Exception {
        assertThat(page(port, ""))
                .containsPattern(">\\d{15}ORDR\\d{8}</button>")
                .containsPattern("<span class=\"k0\">\\d{15}</span><span class=\"k1\">ORDR</span>")
                .contains("made at");
    }

    @Test
    void pageReadsAnIdThatIsPasted(@LocalServerPort int port) throws Exception {
        assertThat(page(port, "?generator=ulid&id=1234567890123456789"))
                .contains("timestamp 41")
                .contains("2020-03-02T19:54:56.824Z");
    }

    @Test
    void pageSaysWhenNoGeneratorMakesSuchIds(@LocalServerPort int port) throws Exception {
        assertThat(page(port, "?id=%3Cb%3E")).contains("No generator here makes ids like &lt;b&gt;");
    }
}
