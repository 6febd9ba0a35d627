package dev.idgen.snippets;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds what a page says and its translation does not, of all that can be compared without knowing either language: sections, the numbers
 * of paragraphs, items and rows, and in each the figures, code, links and names; blocks of code except for their comments.
 */
final class PageComparison {

    /** Words that begin with a capital letter in one of the languages only. */
    private static final Set<String> NO_NAMES = Set.of("ID", "China", "ObjectId");

    private static final Pattern SLASHES = Pattern.compile("(?s) *(//[^\n]*|/\\*.*?\\*/)");
    private static final Pattern HASHES = Pattern.compile("(?m)(^| +)#.*$");

    /** Comments, by the language of the block. */
    private static final Map<String, Pattern> COMMENTS = Map.of(
            "java", SLASHES,
            "kotlin", SLASHES,
            "groovy", SLASHES,
            "yaml", HASHES,
            "shell", HASHES,
            "sql", Pattern.compile("(?m) *--.*$"),
            "xml", Pattern.compile("(?s) *<!--.*?-->"));

    private final Page english;
    private final Page chinese;
    private final List<String> differences = new ArrayList<>();

    private PageComparison(Translation translation) {
        this.english = translation.english();
        this.chinese = translation.chinese();
    }

    static List<String> differences(Translation translation) {
        return differences(translation, translation.english().text());
    }

    /** What would differ if the English page were another. */
    static List<String> differences(Translation translation, String englishText) {
        PageComparison comparison = new PageComparison(translation);
        comparison.compare(Section.of(englishText), translation.chinese().sections());
        return comparison.differences;
    }

    private void compare(List<Section> here, List<Section> there) {
        List<Integer> levels = here.stream().map(Section::level).toList();
        if (!levels.equals(there.stream().map(Section::level).toList())) {
            differences.add("sections: %s in English, %s in Chinese".formatted(headings(here), headings(there)));
            return;
        }
        for (int i = 0; i < here.size(); i++) {
            compare(here.get(i), there.get(i));
        }
    }

    private static List<String> headings(List<Section> sections) {
        return sections.stream().map(Section::heading).toList();
    }

    private void compare(Section here, Section there) {
        String section = "section '%s' (%s)".formatted(here.heading(), there.heading());
        List<Section.Part> parts = parts(english, here);
        List<Section.Part> theirs = parts(chinese, there);
        if (isEqual(section, "parts", parts, theirs, part -> part.kind().toString())) {
            for (int i = 0; i < parts.size(); i++) {
                compare(
                        section + ", " + place(parts, i),
                        parts.get(i).text(),
                        theirs.get(i).text());
            }
        }
        if (isEqual(section, "blocks", here.blocks(), there.blocks(), Page.Block::language)) {
            for (int i = 0; i < here.blocks().size(); i++) {
                compare(
                        section + ", block " + (i + 1),
                        here.blocks().get(i),
                        there.blocks().get(i));
            }
        }
    }

    private <T> boolean isEqual(String section, String what, List<T> here, List<T> there, Function<T, String> kind) {
        List<String> kinds = here.stream().map(kind).toList();
        List<String> theirs = there.stream().map(kind).toList();
        if (!kinds.equals(theirs)) {
            differences.add(
                    "%s, %s: %s in English, %s in Chinese".formatted(section, what, counts(kinds), counts(theirs)));
        }
        return kinds.equals(theirs);
    }

    private static String counts(List<String> kinds) {
        return kinds.stream()
                .distinct()
                .map(kind -> kinds.stream().filter(kind::equals).count() + " " + kind)
                .collect(Collectors.joining(", "));
    }

    /** The parts of a section, without those that lead from one language to the other. */
    private static List<Section.Part> parts(Page page, Section section) {
        return section.parts().stream()
                .filter(part -> Facts.links(part.text()).noneMatch(link -> isBetweenLanguages(page, link)))
                .toList();
    }

    private static boolean isBetweenLanguages(Page page, String link) {
        if (link.startsWith("https:") || link.startsWith("#")) {
            return false;
        }
        Page target = page.linked(link);
        return target.equals(Translation.GLOSSARY)
                || (!target.equals(page) && inEnglish(target).equals(inEnglish(page)));
    }

    private static String place(List<Section.Part> parts, int index) {
        Section.Kind kind = parts.get(index).kind();
        long number = parts.subList(0, index + 1).stream()
                .filter(part -> part.kind() == kind)
                .count();
        return kind == Section.Kind.HEADING ? "heading" : kind.toString().toLowerCase(Locale.ROOT) + " " + number;
    }

    private void compare(String place, String here, String there) {
        Facts facts = Facts.of(here, true, link -> target(english, link));
        Facts theirs = Facts.of(there, false, link -> target(chinese, link));
        List<String> missing = missing(facts.same(), theirs.same());
        List<String> extra = missing(theirs.same(), facts.same());
        facts.names().stream().filter(name -> isMissing(name, theirs)).forEach(missing::add);
        theirs.names().stream().filter(name -> isMissing(name, facts)).forEach(extra::add);
        add(place, missing, extra);
    }

    private static boolean isMissing(String name, Facts facts) {
        return !NO_NAMES.contains(name)
                && facts.words().stream().noneMatch(word -> singular(word).equals(singular(name)));
    }

    private static String singular(String word) {
        return word.toLowerCase(Locale.ROOT).replaceFirst("s$", "");
    }

    private void compare(String place, Page.Block here, Page.Block there) {
        if (here.language().equals("text")) {
            List<String> figures = Facts.figures(here.code());
            List<String> theirs = Facts.figures(there.code());
            add(place, missing(figures, theirs), missing(theirs, figures));
            add(place, lines(here.code(), there.code()), lines(there.code(), here.code()));
        } else {
            List<String> code = code(here).lines().toList();
            List<String> theirs = code(there).lines().toList();
            add(place, missing(code, theirs), missing(theirs, code));
        }
    }

    /** Lines that are too many. */
    private static List<String> lines(String code, String other) {
        long here = code.lines().count();
        long there = other.lines().count();
        return here > there ? List.of((here - there) + " lines") : List.of();
    }

    private static String code(Page.Block block) {
        Pattern comments = COMMENTS.get(block.language());
        return comments == null ? block.code() : comments.matcher(block.code()).replaceAll("");
    }

    private void add(String place, List<String> missing, List<String> extra) {
        if (!missing.isEmpty() || !extra.isEmpty()) {
            String message = place;
            message += missing.isEmpty() ? "" : "; missing in Chinese: " + String.join(", ", missing);
            message += extra.isEmpty() ? "" : "; in Chinese only: " + String.join(", ", extra);
            differences.add(message);
        }
    }

    /** What there is more often in one list than in the other. */
    private static List<String> missing(List<String> here, List<String> there) {
        List<String> left = new ArrayList<>(there);
        return here.stream().filter(it -> !left.remove(it)).collect(Collectors.toCollection(ArrayList::new));
    }

    /** Where a link leads to, in words of the English pages. */
    private static String target(Page page, String link) {
        if (link.startsWith("https:")) {
            return link;
        }
        Page target = page.linked(link);
        Page inEnglish = inEnglish(target);
        String anchor = link.contains("#") ? link.substring(link.indexOf('#')) : "";
        if (!anchor.isEmpty() && Translation.isTranslated(inEnglish)) {
            anchor = ", section " + (target.anchors().indexOf(anchor.substring(1)) + 1);
        }
        return "link to " + inEnglish + anchor;
    }

    private static Page inEnglish(Page page) {
        return Translation.isChinese(page) ? Translation.englishOf(page) : page;
    }
}
