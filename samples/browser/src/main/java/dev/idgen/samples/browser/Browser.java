package dev.idgen.samples.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.localredis.TestNeed;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * A headless Chromium for the tests of a class, as a static field with {@code @RegisterExtension}. If Chromium or
 * {@code chromedriver} is not on the path, the class is skipped and the build reports it. Neither uses the network.
 */
public final class Browser implements ExecutionCondition, BeforeAllCallback, AfterAllCallback {

    private static final Optional<Path> CHROMIUM = onPath("chromium", "chromium-browser", "google-chrome");
    private static final Optional<Path> CHROMEDRIVER = onPath("chromedriver");

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(30);
    private static final int[] WIDTHS = {1200, 390};
    private static final int HEIGHT = 1000;

    /** A folder for pictures of all tested pages; if null, none are taken. */
    private static final @Nullable String PICTURES = System.getProperty("idgen.samples.pictures");

    private static final String AXE = resource("/axe.min.js");
    private static final String CLIPPED = resource("clipped.js");
    private static final String INACCESSIBLE = resource("inaccessible.js");

    /** Selenium warns if Chromium is newer than itself. Nothing here depends on the version. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    private @Nullable ChromeDriver driver;

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext test) {
        if (CHROMIUM.isEmpty() || CHROMEDRIVER.isEmpty()) {
            return ConditionEvaluationResult.disabled(TestNeed.CHROMIUM.missing(
                    "there is no " + (CHROMIUM.isEmpty() ? "chromium" : "chromedriver") + " on the PATH"));
        }
        return ConditionEvaluationResult.enabled("there is a Chromium");
    }

    @Override
    public void beforeAll(ExtensionContext test) {
        SELENIUM.setLevel(Level.SEVERE);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.SEVERE);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.orElseThrow().toFile());
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage");
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(CHROMEDRIVER.orElseThrow().toFile())
                        .usingAnyFreePort()
                        .build(),
                options);
    }

    private static Optional<Path> onPath(String... names) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(folder -> Stream.of(names).map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Override
    public void afterAll(ExtensionContext test) {
        if (driver != null) {
            driver.quit();
        }
    }

    private ChromeDriver driver() {
        return Objects.requireNonNull(driver, "register the browser as a static field");
    }

    /** Opens a page at desktop width with the light colour scheme. */
    public void open(String url) {
        errors(); // drops those of the previous page
        lookAt(WIDTHS[0], false);
        driver().get(url);
    }

    /** Waits for the first element that a CSS selector finds. */
    public WebElement find(String selector) {
        return new WebDriverWait(driver(), PATIENCE, PAUSE)
                .until(driver -> driver.findElement(By.cssSelector(selector)));
    }

    /** All elements that a CSS selector finds now, without waiting. */
    public List<WebElement> all(String selector) {
        return driver().findElements(By.cssSelector(selector));
    }

    /**
     * Waits until the text of an element meets a condition, and returns it.
     *
     * @throws org.openqa.selenium.TimeoutException if it does not within half a minute
     */
    public String text(String selector, Predicate<String> condition) {
        return new WebDriverWait(driver(), PATIENCE, PAUSE)
                .ignoring(StaleElementReferenceException.class)
                .until(driver -> driver.findElements(By.cssSelector(selector)).stream()
                        .map(WebElement::getText)
                        .filter(condition)
                        .findFirst()
                        .orElse(null));
    }

    /** Fills a field as a user does: empties it first, or picks a date. */
    public void fill(String selector, String value) {
        driver().executeScript(
                        "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change', {bubbles: true}))",
                        find(selector),
                        value);
    }

    /** The element with the focus, or the page's body. */
    public WebElement focused() {
        return driver().switchTo().activeElement();
    }

    /** Pastes a text at the focus. */
    public void paste(String text) {
        driver().executeScript("""
                        const clipboard = new DataTransfer();
                        clipboard.setData('text/plain', arguments[0]);
                        document.activeElement.dispatchEvent(
                          new ClipboardEvent('paste', {clipboardData: clipboard, bubbles: true, cancelable: true}))""", text);
    }

    /** Runs a script in the page, and returns its result. */
    public @Nullable Object run(String script) {
        return driver().executeScript(script);
    }

    /**
     * Checks the page at desktop and phone width, in light and dark: nothing is cut off, axe-core finds no problem, and
     * the console has no errors.
     *
     * @param name the name of the page, for pictures
     */
    public void looksRight(String name) {
        List<String> problems = new ArrayList<>();
        driver().executeScript(AXE);
        for (int width : WIDTHS) {
            for (boolean dark : new boolean[] {false, true}) {
                String look = width + (dark ? "-dark" : "-light");
                lookAt(width, dark);
                takePicture(name + "-" + look);
                found(driver().executeScript(CLIPPED)).forEach(problem -> problems.add(look + ": " + problem));
                found(driver().executeAsyncScript(INACCESSIBLE))
                        .forEach(problem -> problems.add(look + ": " + problem));
            }
        }
        lookAt(WIDTHS[0], false);
        assertThat(problems).isEmpty();
        assertThat(errors()).isEmpty();
    }

    /** The console's errors since the last call. */
    private List<String> errors() {
        return driver().manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    private static List<String> found(@Nullable Object list) {
        return ((List<?>) Objects.requireNonNull(list))
                .stream().map(String::valueOf).toList();
    }

    private void lookAt(int width, boolean dark) {
        driver().executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", width, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", false));
        driver().executeCdpCommand(
                        "Emulation.setEmulatedMedia",
                        Map.of(
                                "features",
                                List.of(
                                        Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"),
                                        Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
    }

    private void takePicture(String name) {
        if (PICTURES == null) {
            return;
        }
        try {
            Path file = Files.createDirectories(Path.of(PICTURES)).resolve(name + ".png");
            Long height = (Long) driver().executeScript("return document.documentElement.scrollHeight");
            int width = ((Long) Objects.requireNonNull(driver().executeScript("return window.innerWidth"))).intValue();
            driver().executeCdpCommand(
                            "Emulation.setDeviceMetricsOverride",
                            Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
            Files.write(file, driver().getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String resource(String path) {
        try (InputStream text = Browser.class.getResourceAsStream(path)) {
            return new String(Objects.requireNonNull(text, path).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
