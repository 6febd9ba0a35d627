package dev.idgen.samples.cluster;

import dev.idgen.localredis.RedisCluster;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Prints the page's address once the application serves it. */
@Component
class Invitation implements ApplicationRunner {

    private final RedisCluster cluster;
    private final Environment environment;

    Invitation(RedisCluster cluster, Environment environment) {
        this.cluster = cluster;
        this.environment = environment;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        System.out.printf("""

                A Redis Cluster of three masters and three replicas runs on ports %s.

                Open http://localhost:%s/ and kill a master.

                Ctrl-C ends it.
                """, cluster.ports(), environment.getProperty("local.server.port"));
    }
}
