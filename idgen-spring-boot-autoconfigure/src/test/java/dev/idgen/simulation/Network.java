package dev.idgen.simulation;

import dev.idgen.internal.stamped.node.NodeLeaseStore;
import dev.idgen.internal.store.SimulatedStore;
import dev.idgen.internal.store.redis.ScriptsInTransit;
import dev.idgen.internal.store.redis.SimulatedRedis;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.LeaseStore;
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
import java.util.function.IntSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
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
    static final class Refused extends RuntimeException {

        private static final long serialVersionUID = 1;

        Refused() {
            super("connection refused", null, false, false);
        }
    }

    /** What becomes of one request, in microseconds. */
    private record Trip(
            boolean refused,
            boolean requestLost,
            boolean replyLost,
            boolean rolledBack,
            long there,
            long held,
            long back,
            long again) {}

    private Trip trip(int instance, int server, long chance) {
        boolean refused = false;
        boolean requestLost = false;
        boolean replyLost = false;
        boolean rolledBack = false;
        long there = 100 + chance % LONGEST_WAY_MICROS;
        long back = 100 + (chance >>> 20) % LONGEST_WAY_MICROS;
        long held = world.setting().isDatabase() ? 1 + (chance >>> 40) % LONGEST_WAY_MICROS : 0;
        long again = 0;
        for (Disturbance met : disturbances) {
            if (met.meets(instance, server, world.now())) {
                switch (met.kind()) {
                    case REFUSED -> refused = true;
                    case REQUESTS_LOST -> requestLost = true;
                    case REPLIES_LOST -> replyLost = true;
                    case SLOW_REQUESTS -> there += 1000L * met.by();
                    case SLOW_REPLIES -> back += 1000L * met.by();
                    case TWICE -> again = 1000L * met.by();
                    case SLOW_TRANSACTIONS -> held += 1000L * met.by();
                    case ROLLED_BACK -> rolledBack = true;
                }
            }
        }
        return new Trip(refused, requestLost, replyLost, rolledBack, there, held, back, again);
    }

    /**
     * A request on its way.
     *
     * @param joined whether the asker had read the namespace's record then
     * @param connections a request whose connection breaks does not arrive
     */
    private record Sent<T>(
            Request<T> request, Trip trip, CompletableFuture<T> answer, boolean joined, long connections) {

        Sent<T> again() {
            return new Sent<>(request, trip, new CompletableFuture<>(), joined, connections);
        }
    }

    /** An instance's connection to all servers. */
    Line line(Instance instance) {
        return new Line(instance);
    }

    final class Line implements DatabaseStores.Carrier {

        private final Instance instance;
        private final Scripts scripts = new Scripts();
        private int requests;
        private boolean joined;
        private @Nullable Line image;
        private final Map<String, Queue<CompletableFuture<?>>> answers = new HashMap<>();

        Line(Instance instance) {
            this.instance = instance;
        }

        /** The shipped stores of Redis. */
        private final class Scripts extends ScriptsInTransit {

            @Override
            public long connections() {
                return Line.this.connections();
            }

            @Override
            protected CompletionStage<List<Object>> send(
                    String key,
                    List<String> arguments,
                    Function<SimulatedRedis, CompletionStage<List<Object>>> script) {
                return Line.this.send(Request.ofScript(key, arguments, store -> {
                    CompletionStage<List<Object>> done = script.apply((SimulatedRedis) store);
                    return () -> done;
                }));
            }
        }

        LeaseStore leaseStore(String namespace, BucketLayout layout, IntSupplier randomQuarter) {
            return world.setting().isDatabase()
                    ? new DatabaseStores.Buckets(this, layout, randomQuarter)
                    : scripts.leaseStore(namespace, layout, randomQuarter);
        }

        NodeLeaseStore nodeLeaseStore(String namespace, LongUnaryOperator random) {
            return world.setting().isDatabase()
                    ? new DatabaseStores.Nodes(this, random)
                    : scripts.nodeLeaseStore(namespace, random);
        }

        /** Another instance, which asks the same in the same order, gets the same answers from now on. */
        void answersAlso(Line other) {
            image = other;
        }

        void answersAlone() {
            image = null;
        }

        private long connections() {
            return world.setting().runs() == Setting.Runs.NOT_TOLD ? world.connections(instance.number()) : 0;
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> CompletionStage<T> send(Request<T> request) {
            String key = request.key();
            Queue<CompletableFuture<?>> known = answers.get(key);
            if (known != null && !known.isEmpty()) {
                requests++;
                joined |= key.equals(Keys.NAMESPACE);
                return (CompletableFuture<T>) known.remove();
            }
            CompletableFuture<T> answer = ask(request);
            if (key.equals(Keys.NAMESPACE)) {
                answer.thenAccept(any -> joined = true);
            }
            if (image != null) {
                image.answers.computeIfAbsent(key, any -> new ArrayDeque<>()).add(repeated(answer));
            }
            return answer;
        }

        /** The same answer, always later than the first. */
        private <T> CompletableFuture<T> repeated(CompletableFuture<T> answer) {
            CompletableFuture<T> again = new CompletableFuture<>();
            answer.whenComplete((value, failure) -> later(0, () -> finish(again, value, failure)));
            return again;
        }

        private <T> CompletableFuture<T> ask(Request<T> request) {
            int server = world.serverOf(request.key());
            long chance = Chance.of(world.setting().seed(), instance.identity(), requests++);
            Trip trip = trip(instance.number(), server, chance);
            Sent<T> sent = new Sent<>(request, trip, new CompletableFuture<>(), joined, connections());
            if (instance.isClosing()) { // its thread waits, so time stands still
                arrive(sent, false);
            } else if (trip.refused) {
                later(trip.back, () -> sent.answer.completeExceptionally(new Refused()));
            } else if (!trip.requestLost) {
                later(trip.there, () -> arrive(sent, true));
                if (trip.again > 0) {
                    later(trip.there + trip.again, () -> arrive(sent.again(), true));
                }
            }
            return sent.answer;
        }

        private <T> void arrive(Sent<T> sent, boolean timed) {
            SimulatedStore<?> store = reached(sent);
            if (store == null || sent.connections != connections()) {
                sent.answer.completeExceptionally(new Refused());
            } else if (timed && sent.trip.held > 0) {
                Supplier<CompletionStage<T>> work = sent.request.visit().arrive(store);
                later(sent.trip.held, () -> {
                    if (sent.trip.rolledBack || reached(sent) != store) {
                        sent.answer.completeExceptionally(new Refused());
                    } else {
                        carryOut(sent, store, work, true);
                    }
                });
            } else {
                carryOut(sent, store, () -> sent.request.visit().arrive(store).get(), timed);
            }
        }

        private @Nullable SimulatedStore<?> reached(Sent<?> sent) {
            return world.server(world.serverOf(sent.request.key())).reachedBy(instance.number());
        }

        private <T> void carryOut(
                Sent<T> sent, SimulatedStore<?> store, Supplier<CompletionStage<T>> work, boolean timed) {
            if (!world.witnesses().admit(store, sent.request, sent.joined)) {
                sent.answer.completeExceptionally(new Refused());
                return;
            }
            CompletionStage<T> reply = work.get();
            reply.thenAccept(answer -> {
                if (Request.isGrant(answer)) {
                    world.granted(store, sent.request.key());
                }
            });
            Runnable back = () -> reply.whenComplete((value, failure) -> finish(sent.answer, value, failure));
            if (!timed) {
                back.run();
            } else if (!sent.trip.replyLost) {
                later(sent.trip.back, back);
            }
        }

        private <T> void finish(CompletableFuture<T> answer, @Nullable T value, @Nullable Throwable failure) {
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
