package dev.idgen.redis;

import dev.idgen.localredis.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.util.function.ThrowingSupplier;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.resps.AccessControlLogEntry;

/** The rules of the Redis user that {@code docs/redis.md} tells to create. */
public final class DocumentedAccess {

    public static final String USER = "idgen";
    public static final String PASSWORD = "word-for-idgen";

    private static final Path PAGE = Path.of("..", "docs", "redis.md");
    private static final Pattern LINE = Pattern.compile("(?m)^ACL SETUSER " + USER + " (.*)$");

    private DocumentedAccess() {}

    /** What every user needs. */
    public static List<String> rules() {
        return rules(line(0));
    }

    /** A line for the servers of a cluster, with what its user needs with any driver. */
    public static String userOfACluster() {
        return IntStream.rangeClosed(0, 2)
                .mapToObj(line -> rules(line(line)))
                .flatMap(List::stream)
                .collect(Collectors.joining(" ", "user " + USER + " ", ""));
    }

    /**
     * The commands that servers refused to users, except for what Lettuce says of itself with or without permission: {@code
     * client}, from Redis 7 on with the subcommand.
     */
    public static Set<String> refused(List<RedisServer> servers) {
        return servers.stream()
                .flatMap(server -> server.ask(Jedis::aclLog).stream())
                .map(AccessControlLogEntry::getObject)
                .filter(command -> !command.startsWith("client"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The user as properties for Spring Boot. */
    public static String[] properties() {
        return new String[] {"spring.data.redis.username=" + USER, "spring.data.redis.password=" + PASSWORD};
    }

    private static List<String> rules(String line) {
        return Arrays.asList(
                line.replace("<password>", PASSWORD).replace("<namespace>", "*").split(" ", -1));
    }

    private static String line(int index) {
        String page = ThrowingSupplier.of(() -> Files.readString(PAGE)).get();
        return LINE.matcher(page).results().toList().get(index).group(1);
    }
}
