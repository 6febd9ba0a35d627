package dev.idgen.samples.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless Chromium, if there is one on the path; a test that asks for a page is skipped otherwise. */
public final class Browser {

    private static final long MOST_SECONDS = 120;

    private final Path directory;

    /** @param directory for its files */
    public Browser(Path directory) {
        this.directory = directory;
    }

    private static Optional<Path> executable() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** The page after its script has run. */
    public String page(String url) throws IOException, InterruptedException {
        Optional<Path> browser = executable();
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
                        url)
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
}
