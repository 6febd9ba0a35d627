package dev.idgen.samples.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.samples.cluster.ClusterController.Status;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.web.servlet.client.RestTestClient;

/** Short leases, so that ids which go on for longer were leased while the master was dead. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = ClusterTests.SHORT_LEASES)
class ClusterTests {

    static final String SHORT_LEASES = "idgen.sequence.lease-ttl=4s";

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** What is drawn in one and a half times the leases' length. */
    private static final int MANY_IDS = 12_000;

    @LocalServerPort
    private int port;

    private RestTestClient client;

    @BeforeEach
    void connect() {
        client = RestTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .build();
    }

    private Status status() {
        return client.get()
                .uri("/status")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(Status.class)
                .returnResult()
                .getResponseBody();
    }

    private Status await(String what, Predicate<Status> condition) {
        return Awaitility.await(what).atMost(PATIENCE).until(this::status, condition);
    }

    private static Predicate<Status> that(int node, Predicate<ClusterNode> condition) {
        return status -> status.nodes().stream().anyMatch(found -> found.port() == node && condition.test(found));
    }

    private Status issuesMore(Status before) {
        return await("ids", status -> status.totals().issued() > before.totals().issued() + MANY_IDS);
    }

    private void order(String order, int node) {
        client.post()
                .uri("/nodes/{node}/{order}", node, order)
                .exchange()
                .expectStatus()
                .isNoContent();
    }

    @Test
    void idsGoOnWhileAMasterIsDeadAndWhenItIsBack() {
        Status healthy = await("ids", status -> status.totals().issued() > 0);
        assertThat(healthy.nodes()).filteredOn(ClusterNode::master).hasSize(3).allMatch(node -> node.buckets() > 64);
        assertThat(healthy.nodes().stream().collect(Collectors.summingInt(ClusterNode::buckets)))
                .isEqualTo(256);
        assertThat(healthy.nodes())
                .filteredOn(ClusterNode::master)
                .extracting(ClusterNode::shard)
                .containsExactlyInAnyOrder(0, 1, 2);
        int victim = healthy.nodes().stream()
                .filter(ClusterNode::master)
                .findFirst()
                .orElseThrow()
                .port();

        order("kill", victim);
        Status dead = status();
        assertThat(dead).matches(that(victim, node -> !node.alive()));
        assertThat(dead.events()).extracting(Timeline.Event::what).endsWith("killed " + victim);
        Status meanwhile = issuesMore(dead);
        assertThat(meanwhile).matches(that(victim, node -> !node.alive()));
        await("a replica to take over", that(victim, node -> !node.master()));

        order("bring-back", victim);
        Status back = await("the node to be a replica", that(victim, node -> node.alive() && !node.master()));
        Status end = issuesMore(back);

        assertThat(end.totals().duplicates()).isZero();
        assertThat(end.totals().failures()).isZero();
    }
}
