package dev.idgen.samples.orders;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Prints what to try, once the application serves requests. */
@Component
class Invitation implements ApplicationRunner {

    private final Environment environment;

    Invitation(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        String page = "http://localhost:" + environment.getProperty("local.server.port") + "/";
        String url = page + "orders";
        System.out.printf("""

                Open %s, or make an order and list those of 2026 and 2027 here. The SQL appears below.

                    curl -H "Content-Type: application/json" -d "{\\"customer\\":\\"Ada\\",\\"total\\":12.50}" "%s"
                    curl "%s?from=2026-01-01T00:00:00Z&to=2028-01-01T00:00:00Z"

                Ctrl-C ends it.
                """, page, url, url);
    }
}
