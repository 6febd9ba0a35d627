package dev.idgen.samples.quickstart;

import dev.idgen.DecodedId;
import dev.idgen.IdService;
import dev.idgen.SequenceUnavailableException;
import java.io.PrintStream;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;
import java.util.Locale;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Prints some ids, their parts and how to get more, once the application serves requests. */
@Component
class FirstIds implements ApplicationRunner {

    private static final DateTimeFormatter TO_THE_MILLISECOND =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private final IdService ids;
    private final Environment environment;

    FirstIds(IdService ids, Environment environment) {
        this.ids = ids;
        this.environment = environment;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        try {
            print(ids.nextIds("ORDR", 5), System.out);
        } catch (SequenceUnavailableException e) {
            System.out.println(
                    "No ids yet. You need not restart: ids are available as soon as Redis answers. " + e.getMessage());
        }
    }

    private void print(List<String> issued, PrintStream out) {
        out.println();
        issued.forEach(id -> out.println(line(id)));
        String page = "http://localhost:" + environment.getProperty("local.server.port") + "/";
        String url = page + "ids";
        out.printf("""
                    ^              ^   ^
                    time           |   bucket and number, scrambled
                                   business code

                Try

                    curl "%s?business=ORDR&count=5"
                    curl "%s/%s"

                or open %s to explore all kinds of ids.

                Ctrl-C ends it.
                """, url, url, issued.get(0), page);
    }

    private String line(String id) {
        DecodedId parts = ids.decode(id);
        return String.format(
                "    %s   %s  %s  bucket %3d  number %6d",
                id,
                TO_THE_MILLISECOND.format(parts.instant()),
                parts.text("business"),
                parts.number("bucket"),
                parts.number("number"));
    }
}
