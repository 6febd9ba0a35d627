package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.CounterUnavailableException;
import dev.idgen.NodeIdUnavailableException;
import dev.idgen.SequenceUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code docs/troubleshooting.md} explains every reason for which a running application gets no id. */
class MessagesPageTests {

    static Stream<String> reasons() {
        Stream<Exception> all = Stream.of(
                        Stream.of(SequenceUnavailableException.Reason.values())
                                .map(it -> new SequenceUnavailableException(
                                        it, new SequenceUnavailableException.Buckets(1, 2, 3), 500, null)),
                        Stream.of(NodeIdUnavailableException.Reason.values())
                                .map(it -> new NodeIdUnavailableException(it, 1024, List.of(), 500, null)),
                        Stream.of(CounterUnavailableException.Reason.values())
                                .map(it -> new CounterUnavailableException("invoice", it, 500, null)))
                .flatMap(it -> it);
        return all.map(it -> it.getMessage().replaceFirst(".* after 500 ms: (.+?)( \\(.*|: .*)?$", "$1"))
                .map(it -> it.replace("all 1024 node ids", "all ... node ids"))
                .filter(it -> !it.endsWith("closed") && !it.endsWith("interrupted"))
                .distinct();
    }

    @ParameterizedTest
    @MethodSource("reasons")
    void reasonIsExplained(String reason) throws IOException {
        String page = Files.readString(Path.of("..", "docs", "troubleshooting.md"));
        assertThat(page.substring(page.indexOf("## Messages"))).contains(reason);
    }
}
