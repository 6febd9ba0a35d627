package dev.idgen.simulation;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.lease.OmittedRule;
import dev.idgen.store.MasterWatch;
import dev.idgen.store.MasterWatch.Judge;
import dev.idgen.store.MasterWatch.Judgement;
import dev.idgen.store.MasterWatch.Master;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

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
            boolean elsewhere,
            long there,
            long held,
            long back,
            long again) {}

    private Trip trip(int instance, int server, long chance) {
        boolean refused = false;
        boolean requestLost = false;
        boolean replyLost = false;
        boolean elsewhere = false;
        long there = 100 + chance % LONGEST_WAY_MICROS;
        long back = 100 + (chance >>> 20) % LONGEST_WAY_MICROS;
        long held = 0;
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
                    case ELSEWHERE -> elsewhere = true;
                    case ROWS_HELD -> held = 1000L * met.by() / 4;
                }
            }
        }
        return new Trip(refused, requestLost, replyLost, elsewhere, there, held, back, again);
    }

    /** What a request does at a process whose clock it has read. */
    private interface Act<T> {

        T carryOut(LeaseStoreProcess at, long clock, boolean tellsEpoch);
    }

    /** @param told the reply of a server that judges have named, with the epoch that they know */
    private record Visit<T>(Act<T> act, BiFunction<T, Long, T> told) {}

    private static Snapshot told(Snapshot snapshot, long epoch) {
        return new Snapshot(snapshot.time(), snapshot.run(), epoch, snapshot.names(), snapshot.values());
    }

    /** An instance's connection to all servers. */
    LeaseStore line(Instance instance) {
        return new Line(instance);
    }

    private final class Line implements LeaseStore {

        private final Instance instance;
        private final Map<Server, MasterWatch> watches = new HashMap<>();
        private int requests;

        Line(Instance instance) {
            this.instance = instance;
        }

        @Override
        public String name() {
            return "simulated";
        }

        @Override
        public CompletionStage<Snapshot> read(String group, List<String> names) {
            return send(
                    group,
                    false,
                    new Visit<>((at, clock, tells) -> at.read(group, names, clock, tells), Network::told));
        }

        @Override
        public CompletionStage<Swapped> compareAndSet(String group, Snapshot looked, String name, String next) {
            Act<Swapped> act = (at, clock, tellsEpoch) -> {
                Swapped swapped = at.compareAndSet(group, looked, name, next, clock, tellsEpoch);
                if (swapped.wrote()) {
                    world.written(at, group, clock);
                }
                return swapped;
            };
            return send(
                    group,
                    true,
                    new Visit<>(act, (swapped, epoch) -> new Swapped(swapped.wrote(), told(swapped.after(), epoch))));
        }

        private <T> CompletionStage<T> send(String group, boolean swap, Visit<T> visit) {
            CompletableFuture<T> answer = new CompletableFuture<>();
            Server server = world.serverOf(group);
            long chance = Chance.of(world.setting.seed(), instance.identity(), requests++);
            Trip trip = trip(instance.number, world.indexOf(group), chance);
            if (instance.closing) {
                arrive(server, swap, trip, visit, answer);
            } else if (trip.refused) {
                later(trip.back, () -> answer.completeExceptionally(new Refused()));
            } else if (!trip.requestLost) {
                later(trip.there, () -> arrive(server, swap, trip, visit, answer));
                if (trip.again > 0) {
                    later(trip.there + trip.again, () -> arrive(server, swap, trip, visit, new CompletableFuture<>()));
                }
            }
            return answer;
        }

        private <T> void arrive(Server server, boolean swap, Trip trip, Visit<T> visit, CompletableFuture<T> answer) {
            LeaseStoreProcess reached = trip.elsewhere ? server.other : server.reachedBy(instance.number);
            if (reached == null || (trip.elsewhere && !swap)) {
                answer.completeExceptionally(new Refused());
            } else if (server.refusesInfo()) {
                answer.completeExceptionally(new StoreUnsuitableException("INFO is refused"));
            } else if (swap && trip.held > 0 && !instance.closing) {
                // A database may read its clock before it waits for the row.
                long clock = reached.clock();
                long offset = reached.clockOffset;
                later(trip.held, () -> {
                    if (server.mayWrite(reached, offset)) {
                        carryOut(server, reached, clock, trip, visit, answer);
                    }
                });
            } else {
                carryOut(server, reached, reached.clock(), trip, visit, answer);
            }
        }

        private <T> void carryOut(
                Server server,
                LeaseStoreProcess at,
                long clock,
                Trip trip,
                Visit<T> visit,
                CompletableFuture<T> answer) {
            T reply = visit.act().carryOut(at, clock, world.setting.tellsEpoch(instance.number));
            if (trip.elsewhere) { // a replica does not tell what it has
                answer.completeExceptionally(new Refused());
            } else if (instance.closing) {
                answer.complete(reply);
            } else if (!trip.replyLost) {
                later(trip.back, () -> confirm(server, at, visit, reply, answer));
            }
        }

        private <T> void confirm(
                Server server, LeaseStoreProcess by, Visit<T> visit, T reply, CompletableFuture<T> answer) {
            if (!world.setting.isWatched() || world.omitted == OmittedRule.CONFIRMED) {
                arrived(answer, reply);
                return;
            }
            var unused = watches.computeIfAbsent(server, this::watch).master("").whenComplete((master, failure) -> {
                if (failure != null || !master.server().equals(by.name)) {
                    answer.completeExceptionally(new Refused());
                } else if (world.setting.tellsEpoch(instance.number)) {
                    arrived(answer, visit.told().apply(reply, master.epoch()));
                } else {
                    arrived(answer, reply);
                }
            });
        }

        private <T> void arrived(CompletableFuture<T> answer, T reply) {
            answer.complete(reply);
            later(0, instance::noteNode);
        }

        private MasterWatch watch(Server server) {
            List<Judge> judges = IntStream.range(0, Server.JUDGES)
                    .<Judge>mapToObj(judge -> () -> ask(server, judge))
                    .toList();
            return new MasterWatch(
                    "judges", () -> judges, instance.clocks(), (task, millis) -> later(1000 * millis, task));
        }

        /** One judge does not always answer. Instances that are cut off do not reach the one that knows first. */
        private CompletionStage<Judgement> ask(Server server, int judge) {
            CompletableFuture<Judgement> answer = new CompletableFuture<>();
            long chance = Chance.of(world.setting.seed(), instance.identity(), requests++);
            boolean isLost = chance % 8 == 0 && judge == instance.number % Server.JUDGES;
            if (!isLost && !(judge == 0 && server.isCutOff(instance.number))) {
                later(100 + (chance >>> 8) % LONGEST_WAY_MICROS, () -> {
                    LeaseStoreProcess named = server.namedBy(judge);
                    Master master = new Master(named.name, named.epoch);
                    later(100 + (chance >>> 20) % LONGEST_WAY_MICROS, () -> answer.complete(key -> master));
                });
            }
            return answer;
        }

        private void later(long micros, Runnable task) {
            world.scheduler.schedule(task, micros, TimeUnit.MICROSECONDS);
        }
    }
}
