package dev.idgen.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.samples.browser.Browser;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Drives the id explorer in a headless Chromium; skipped where there is none. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class ExplorerTests {

    @TempDir
    private Path directory;

    private String page(int port, String query) throws IOException, InterruptedException {
        return new Browser(directory).page("http://localhost:" + port + "/" + query);
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
