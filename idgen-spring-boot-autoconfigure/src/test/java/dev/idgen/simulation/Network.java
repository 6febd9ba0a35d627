package dev.idgen.simulation;

import dev.idgen.internal.store.redis.ScriptsInTransit;
import dev.idgen.internal.store.redis.SimulatedRedis;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What lies between instances and servers: it takes time, and does what {@link Disturbance}s say. */
final class Network {

    private static final int LONGEST_WAY_MICROS = 3000;

    private final World world;
    private final List<Disturbance> disturbances = new ArrayList<>();

    Network(World world) {
        this.world = world;
    }

    void disturb(Disturbance disturbance) {
        disturbances.removeIf(old -> old.until() <= world.now());
        disturbances.add(disturbance);
    }

    /** There are too many of them to say where they come from. */
    private static final class Refused extends RuntimeException {

        private static final long serialVersionUID = 1;

        Refused() {
            super("connection refused", null, false, false);
        }
    }

    /** What becomes of one request, in microseconds. */
    private record Trip(boolean refused, boolean requestLost, boolean replyLost, long there, long back, long again) {}

    private Trip trip(int instance, int server, long chance) {
        boolean refused = false;
        boolean requestLost = false;
        boolean replyLost = false;
        long there = 100 + chance % LONGEST_WAY_MICROS;
        long back = 100 + (chance >>> 20) % LONGEST_WAY_MICROS;
        long again = 0;
        for (Disturbance met : disturbances) {
            if (met.meets(instance, server, world.now())) {
                switch (met.kind()) {
                    case REFUSED -> refused = true;
                    case REQUESTS_LOST -> requestLost = true;
                    case REPLIES_LOST -> replyLost = true;
                    case SLOW_REQUESTS -> there += 1000L * met.by();
                    case SLOW_REPLIES -> back += 1000L * met.by();
                    default -> again = 1000L * met.by();
                }
            }
        }
        return new Trip(refused, requestLost, replyLost, there, back, again);
    }

    /**
     * A request on its way.
     *
     * @param joined whether the asker had read the namespace's record then
     * @param connections a request whose connection breaks does not arrive
     */
    private record Sent(
            String key,
            List<String> arguments,
            Function<SimulatedRedis, CompletionStage<List<Object>>> script,
            boolean joined,
            long connections) {}

    /** An instance's connection to all servers. */
    Line line(Instance instance) {
        return new Line(instance);
    }

    final class Line extends ScriptsInTransit {

        private final Instance instance;
        private int requests;
        private boolean joined;
        private @Nullable Line image;
        private final Map<String, Queue<CompletableFuture<List<Object>>>> answers = new HashMap<>();

        Line(Instance instance) {
            this.instance = instance;
        }

        /** Another instance, which asks the same in the same order, gets the same answers from now on. */
        void answersAlso(Line other) {
            image = other;
        }

        void answersAlone() {
            image = null;
        }

        @Override
        public long connections() {
            return world.setting().runs() == Setting.Runs.NOT_TOLD ? world.connections(instance.number()) : 0;
        }

        @Override
        protected CompletionStage<List<Object>> send(
                String key, List<String> arguments, Function<SimulatedRedis, CompletionStage<List<Object>>> script) {
            Queue<CompletableFuture<List<Object>>> known = answers.get(key);
            if (known != null && !known.isEmpty()) {
                requests++;
                joined |= key.equals(Keys.NAMESPACE);
                return known.remove();
            }
            CompletableFuture<List<Object>> answer = ask(key, arguments, script);
            if (key.equals(Keys.NAMESPACE)) {
                answer.thenAccept(any -> joined = true);
            }
            if (image != null) {
                image.answers.computeIfAbsent(key, any -> new ArrayDeque<>()).add(repeated(answer));
            }
            return answer;
        }

        /** The same answer, always later than the first. */
        private CompletableFuture<List<Object>> repeated(CompletableFuture<List<Object>> answer) {
            CompletableFuture<List<Object>> again = new CompletableFuture<>();
            answer.whenComplete((value, failure) -> later(0, () -> finish(again, value, failure)));
            return again;
        }

        private CompletableFuture<List<Object>> ask(
                String key, List<String> arguments, Function<SimulatedRedis, CompletionStage<List<Object>>> script) {
            int server = world.serverOf(key);
            long chance = Chance.of(world.setting().seed(), instance.identity(), requests++);
            Trip trip = trip(instance.number(), server, chance);
            CompletableFuture<List<Object>> answer = new CompletableFuture<>();
            Sent sent = new Sent(key, arguments, script, joined, connections());
            if (instance.isClosing()) { // its thread waits, so time stands still
                arrive(trip, sent, answer, false);
            } else if (trip.refused) {
                later(trip.back, () -> answer.completeExceptionally(new Refused()));
            } else if (!trip.requestLost) {
                later(trip.there, () -> arrive(trip, sent, answer, true));
                if (trip.again > 0) {
                    later(trip.there + trip.again, () -> arrive(trip, sent, new CompletableFuture<>(), true));
                }
            }
            return answer;
        }

        private void arrive(Trip trip, Sent sent, CompletableFuture<List<Object>> answer, boolean timed) {
            String key = sent.key();
            SimulatedRedis redis = world.server(world.serverOf(key)).reachedBy(instance.number());
            if (redis == null
                    || sent.connections() != connections()
                    || !world.witnesses().admit(redis, key, sent.arguments(), sent.joined())) {
                answer.completeExceptionally(new Refused());
                return;
            }
            CompletionStage<List<Object>> reply = sent.script().apply(redis);
            reply.thenAccept(elements -> noteGrant(redis, key, elements));
            Runnable back = () -> reply.whenComplete((value, failure) -> finish(answer, value, failure));
            if (!timed) {
                back.run();
            } else if (!trip.replyLost) {
                later(trip.back, back);
            }
        }

        private void noteGrant(SimulatedRedis by, String key, List<Object> elements) {
            if (elements.get(0) instanceof byte[] outcome
                    && new String(outcome, StandardCharsets.UTF_8).equals("granted")) {
                world.granted(by, key);
            }
        }

        private void finish(
                CompletableFuture<List<Object>> answer, @Nullable List<Object> value, @Nullable Throwable failure) {
            if (failure == null) {
                answer.complete(value);
            } else {
                answer.completeExceptionally(failure);
            }
        }

        private void later(long micros, Runnable task) {
            world.schedule(task, micros, TimeUnit.MICROSECONDS);
        }
    }
}
