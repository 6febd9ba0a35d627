package dev.idgen.snippets;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands under one heading of a page, up to the next heading.
 *
 * @param level how many {@code #} the heading begins with
 */
record Section(int level, String heading, List<Part> parts, List<Page.Block> blocks) {

    private static final Pattern HEADING = Pattern.compile("(#+) (.*)");
    private static final Pattern ITEM = Pattern.compile("\\s*(?:-|\\d+\\.) (.*)");
    private static final Pattern RULE = Pattern.compile("[|\\s:-]+");

    /** What parts of a section there are. */
    enum Kind {
        HEADING,
        PARAGRAPH,
        ITEM,
        ROW
    }

    /** A heading, a paragraph, an item of a list or a row of a table. */
    record Part(Kind kind, String text) {}

    /** All sections of a page; what stands before the first heading is none. */
    static List<Section> of(String text) {
        List<Section> sections = new ArrayList<>();
        Reader reader = null;
        boolean code = false;
        for (String line : text.lines().toList()) {
            Matcher heading = HEADING.matcher(line);
            boolean fence = line.startsWith("```");
            if (!code && !fence && heading.matches()) {
                reader = new Reader(
                        new Section(heading.group(1).length(), heading.group(2), new ArrayList<>(), new ArrayList<>()));
                sections.add(reader.section);
            } else if (reader != null) {
                reader.read(line, code, fence);
            }
            code ^= fence;
        }
        return sections;
    }

    /** Reads a section line by line. */
    private static final class Reader {

        private final Section section;
        private final StringBuilder code = new StringBuilder();
        private String language = "";
        private boolean open;

        Reader(Section section) {
            this.section = section;
            section.parts.add(new Part(Kind.HEADING, section.heading));
        }

        void read(String line, boolean inCode, boolean fence) {
            if (fence && inCode) {
                section.blocks.add(new Page.Block(language, code.toString()));
                code.setLength(0);
            } else if (fence) {
                language = line.substring(3);
                open = false;
            } else if (inCode) {
                code.append(line).append('\n');
            } else {
                readProse(line);
            }
        }

        private void readProse(String line) {
            Matcher item = ITEM.matcher(line);
            if (line.isBlank() || line.startsWith("<!--")) {
                open = false;
            } else if (line.startsWith("|")) {
                open = false;
                if (!RULE.matcher(line).matches()) {
                    section.parts.add(new Part(Kind.ROW, line));
                }
            } else if (item.matches()) {
                section.parts.add(new Part(Kind.ITEM, item.group(1)));
                open = true;
            } else if (open) {
                int last = section.parts.size() - 1;
                Part begun = section.parts.get(last);
                section.parts.set(last, new Part(begun.kind(), begun.text() + " " + line.strip()));
            } else {
                section.parts.add(new Part(Kind.PARAGRAPH, line));
                open = true;
            }
        }
    }
}
