package dev.idgen.snippets;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.function.ThrowingSupplier;

/** A page of the documentation. */
record Page(Path path) {

    static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\R(.*?)^```$");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Pattern CODE = Pattern.compile("`[^`]+`");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");

    /** Code in a language, between fences. */
    record Block(String language, String code) {}

    /** A page by its path from the root of the repository. */
    static Page of(String path) {
        return new Page(Repository.ROOT.resolve(path));
    }

    boolean isChinese() {
        return toString().equals("README.zh-CN.md") || toString().startsWith("docs/zh/");
    }

    String text() {
        return ThrowingSupplier.of(() -> Files.readString(path)).get();
    }

    List<Block> blocks() {
        return BLOCK.matcher(text())
                .results()
                .map(block -> new Block(block.group(1), block.group(2)))
                .toList();
    }

    /** The blocks of code in a language. */
    List<String> blocks(String language) {
        return blocks().stream()
                .filter(block -> block.language().equals(language))
                .map(Block::code)
                .toList();
    }

    private String prose() {
        return BLOCK.matcher(text()).replaceAll("");
    }

    /** What its links point to. */
    List<String> links() {
        return LINK.matcher(CODE.matcher(prose()).replaceAll(""))
                .results()
                .map(link -> link.group(1))
                .toList();
    }

    /** What a link to this page may have after a {@code #}, as GitHub makes it of headings. */
    List<String> anchors() {
        return HEADING.matcher(prose())
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("(?U)[^\\w\\- ]", "")
                        .replace(' ', '-'))
                .toList();
    }

    /** The page that a link of this one leads to, if it leads to one of this repository. */
    Page linked(String link) {
        String target = link.replaceFirst("#.*", "");
        return target.isEmpty() ? this : new Page(path.resolveSibling(target).normalize());
    }

    /** All that a pattern matches, wherever the lines are broken. */
    List<String> mentions(String pattern) {
        return found(pattern, text().replaceAll("\\s+", " "));
    }

    /** All that a pattern matches. */
    static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .toList();
    }

    static EnumerablePropertySource<?> properties(String yaml) {
        ByteArrayResource file = new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8));
        return (EnumerablePropertySource<?>)
                ThrowingSupplier.of(() -> new YamlPropertySourceLoader().load("snippet", file))
                        .get()
                        .get(0);
    }

    @Override
    public String toString() {
        return Repository.ROOT.relativize(path).toString();
    }
}
