package dev.idgen.samples.cluster;

import dev.idgen.localredis.RedisCluster;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.NoSuchElementException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Serves the page {@code static/index.html}, and kills and restarts servers for it. */
@RestController
class ClusterController {

    /** Numbers of buckets, from this application's meters. */
    record Buckets(long ready, long open, long locked) {}

    /**
     * The content of the page.
     *
     * @param held the numbers in memory
     */
    record Status(
            List<Timeline.Point> points,
            List<Timeline.Event> events,
            Load.Totals totals,
            long held,
            Buckets buckets,
            List<ClusterNode> nodes) {}

    private final RedisCluster cluster;
    private final BucketSlots buckets;
    private final Timeline timeline;
    private final MeterRegistry meters;

    ClusterController(RedisCluster cluster, BucketSlots buckets, Timeline timeline, MeterRegistry meters) {
        this.cluster = cluster;
        this.buckets = buckets;
        this.timeline = timeline;
        this.meters = meters;
    }

    @GetMapping("/status")
    Status status() {
        return new Status(
                timeline.points(),
                timeline.events(),
                timeline.totals(),
                gauge("idgen.held"),
                new Buckets(buckets("ready"), buckets("open"), buckets("locked")),
                cluster.nodes().stream()
                        .map(node -> ClusterNode.of(node, buckets))
                        .toList());
    }

    private long buckets(String state) {
        return gauge("idgen.buckets", "state", state);
    }

    private long gauge(String name, String... tags) {
        return (long)
                meters.get(name).tag("generator", "string").tags(tags).gauge().value();
    }

    @PostMapping("/nodes/{port}/kill")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void kill(@PathVariable int port) {
        cluster.server(port).kill();
        timeline.note("killed " + port);
    }

    @PostMapping("/nodes/{port}/bring-back")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void bringBack(@PathVariable int port) {
        cluster.bringBack(port);
        timeline.note("brought back " + port);
    }

    @ExceptionHandler
    ProblemDetail unknown(NoSuchElementException mistake) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, mistake.getMessage());
    }
}
