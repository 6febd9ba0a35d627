package dev.idgen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A table of a page of the documentation that tests know, which {@code -Didgen.docs.write=true} writes anew. */
public final class GeneratedTable {

    private GeneratedTable() {}

    /** Whether tables are to be written. */
    public static boolean isWriting() {
        return Boolean.getBoolean("idgen.docs.write");
    }

    /** Compares what is between a page's markers with what is wanted there, or writes it. */
    public static void check(Path page, String marker, CharSequence table) throws IOException {
        String wanted = Pattern.compile("(?<=<!-- " + marker + " -->\n).*?(?=<!-- end -->)", Pattern.DOTALL)
                .matcher(Files.readString(page))
                .replaceFirst(Matcher.quoteReplacement(table.toString()));
        if (isWriting()) {
            Files.writeString(page, wanted);
        }
        assertThat(page).hasContent(wanted);
    }
}
