package dev.idgen.snippets;

import java.nio.file.Files;
import java.util.stream.Stream;

/** A page in English, and the same in Chinese. */
record Translation(Page english, Page chinese) {

    /** Chinese terms, which no English page has. */
    static final Page GLOSSARY = Page.of("docs/zh/glossary.md");

    private static final String README = "README.md";
    private static final String CHINESE_README = "README.zh-CN.md";

    /** All pages that are translated. */
    static Stream<Translation> all() {
        return Repository.pages()
                .filter(Translation::isChinese)
                .filter(page -> !page.equals(GLOSSARY))
                .map(page -> new Translation(englishOf(page), page));
    }

    static boolean isChinese(Page page) {
        return page.toString().equals(CHINESE_README) || page.toString().startsWith("docs/zh/");
    }

    static Page chineseOf(Page english) {
        String path = english.toString();
        return Page.of(path.equals(README) ? CHINESE_README : path.replaceFirst("^docs/", "docs/zh/"));
    }

    static Page englishOf(Page chinese) {
        String path = chinese.toString();
        return Page.of(path.equals(CHINESE_README) ? README : path.replaceFirst("^docs/zh/", "docs/"));
    }

    static boolean isTranslated(Page english) {
        return !isChinese(english)
                && !chineseOf(english).equals(english)
                && Files.exists(chineseOf(english).path());
    }

    @Override
    public String toString() {
        return chinese.toString();
    }
}
