package dev.idgen.simulation;

import java.util.Locale;

/** Something that happens in a story at a time. Each says what it is in a sentence. */
sealed interface Event {

    /** Milliseconds since the story began. */
    int at();

    void happen(World world);

    String sentence();

    /** A time as the beginning of a sentence. */
    static String time(int millis) {
        return String.format(Locale.ROOT, "at %.2f s ", millis / 1000.0);
    }

    private static String seconds(int millis) {
        return String.format(Locale.ROOT, "%.2f s", millis / 1000.0);
    }

    // Instances

    /**
     * A process starts.
     *
     * @param trusting whether it goes by its own clock however far that is off
     */
    record Start(int at, int instance, int leaseTtl, int wallOffset, boolean trusting) implements Event {
        @Override
        public void happen(World world) {
            world.start(instance, leaseTtl, wallOffset, trusting);
        }

        @Override
        public String sentence() {
            return "instance " + instance + " starts with a lease-ttl of " + seconds(leaseTtl)
                    + (wallOffset == 0 ? "" : ", its clock " + seconds(wallOffset) + " ahead")
                    + (trusting ? ", which it trusts" : "");
        }
    }

    record Kill(int at, int instance) implements Event {
        @Override
        public void happen(World world) {
            Instance victim = world.instance(instance);
            if (victim != null) {
                victim.kill();
            }
        }

        @Override
        public String sentence() {
            return "instance " + instance + " is killed";
        }
    }

    record Close(int at, int instance) implements Event {
        @Override
        public void happen(World world) {
            Instance leaver = world.instance(instance);
            if (leaver != null) {
                leaver.close();
            }
        }

        @Override
        public String sentence() {
            return "instance " + instance + " ends in good order";
        }
    }

    record Pause(int at, int instance, int millis, boolean suspended) implements Event {
        @Override
        public void happen(World world) {
            Instance sleeper = world.instance(instance);
            if (sleeper != null) {
                sleeper.pause(millis, suspended);
            }
        }

        @Override
        public String sentence() {
            return "instance " + instance + " is " + (suspended ? "suspended" : "stopped") + " for " + seconds(millis);
        }
    }

    record ClockStep(int at, int instance, int millis) implements Event {
        @Override
        public void happen(World world) {
            Instance victim = world.instance(instance);
            if (victim != null) {
                victim.stepClock(millis);
            }
        }

        @Override
        public String sentence() {
            return "the clock of instance " + instance + " steps by " + seconds(millis);
        }
    }

    /**
     * Ids are drawn from the buckets.
     *
     * @param hold for how long the thread is stopped while it draws, or 0
     */
    record Draw(int at, int instance, int count, int hold) implements Event {
        @Override
        public void happen(World world) {
            Instance drawer = world.instance(instance);
            if (drawer != null && hold > 0) {
                drawer.drawAndHold(count, hold);
            } else if (drawer != null) {
                drawer.draw(count);
            }
        }

        @Override
        public String sentence() {
            return "instance " + instance + " draws " + count + (count == 1 ? " id" : " ids")
                    + (hold == 0 ? "" : ", its thread stopped for " + seconds(hold) + " after the first");
        }
    }

    record Stamp(int at, int instance, int count) implements Event {
        @Override
        public void happen(World world) {
            Instance stamper = world.instance(instance);
            if (stamper != null) {
                stamper.stamp(count);
            }
        }

        @Override
        public String sentence() {
            return "instance " + instance + " makes " + count + (count == 1 ? " id" : " ids") + " with its node id";
        }
    }

    /** The caller waits for its first id. */
    record First(int at, int instance) implements Event {
        @Override
        public void happen(World world) {
            Instance asker = world.instance(instance);
            if (asker != null) {
                asker.drawFirst();
            }
        }

        @Override
        public String sentence() {
            return "a caller of instance " + instance + " waits for its first id";
        }
    }

    // Servers and the network

    private static String losing(int lost) {
        return lost == Server.EVERYTHING ? "everything" : seconds(lost);
    }

    record FailOver(int at, int server, int lost, int away, int clock) implements Event {
        @Override
        public void happen(World world) {
            world.server(server).failOver(lost, away, clock);
        }

        @Override
        public String sentence() {
            return "server " + server + " fails over, losing " + losing(lost) + ", is away for " + seconds(away)
                    + ", and its clock is now " + seconds(clock) + " ahead";
        }
    }

    /**
     * A replica takes over, and for some the old master goes on.
     *
     * @param leave after how many milliseconds those who reach the old master leave it
     */
    record Partition(int at, int server, int lost, int millis, int clock, int cutOff, int leave) implements Event {
        @Override
        public void happen(World world) {
            world.server(server).part(lost, millis, clock, cutOff, leave);
        }

        @Override
        public String sentence() {
            return "server " + server + " has two masters for " + seconds(millis) + ": a replica that lacks "
                    + losing(lost) + ", with its clock " + seconds(clock) + " ahead, and the old one, which "
                    + Integer.bitCount(cutOff) + " instances still reach"
                    + (leave < millis ? ", but leave after " + seconds(leave) : "");
        }
    }

    /** With what an append-only file, a snapshot or another server's disk has, or with nothing. */
    record Restart(int at, int server, int lost, int away) implements Event {
        @Override
        public void happen(World world) {
            world.server(server).restart(lost, away);
        }

        @Override
        public String sentence() {
            return "server " + server + " restarts, losing " + losing(lost) + ", and is away for " + seconds(away);
        }
    }

    /** Tables of a database are as they were some time ago, while its server goes on. */
    record PutBack(int at, int server, int lost, boolean byHand) implements Event {
        @Override
        public void happen(World world) {
            world.server(server).putBack(lost, byHand);
        }

        @Override
        public String sentence() {
            return "the tables of server " + server + " are " + (byHand ? "put back by hand, row by row," : "made anew")
                    + " from a backup that lacks " + losing(lost);
        }
    }

    record ComeBack(int at, int server) implements Event {
        @Override
        public void happen(World world) {
            world.server(server).comeBack();
        }

        @Override
        public String sentence() {
            return "the master of server " + server + " that was replaced is master again, in its old run";
        }
    }

    record RefuseInfo(int at, int server, int millis) implements Event {
        @Override
        public void happen(World world) {
            world.server(server).refuseInfo(millis);
        }

        @Override
        public String sentence() {
            return "server " + server + " refuses INFO for " + seconds(millis);
        }
    }

    /** Only if all that was lost before has been seen. */
    record Boot(int at, int server, int clock, int away) implements Event {
        @Override
        public void happen(World world) {
            if (!world.isInDoubt(server)) {
                world.server(server).boot(clock, away);
            }
        }

        @Override
        public String sentence() {
            return "the machine of server " + server + " boots, losing nothing, with its clock " + seconds(clock)
                    + " behind, and is away for " + seconds(away);
        }
    }

    /**
     * A group is lost.
     *
     * @param group of a bucket or node ids, or the one without a name, which has the terms
     */
    record Evict(int at, String group) implements Event {
        @Override
        public void happen(World world) {
            world.evict(group);
        }

        @Override
        public String sentence() {
            return (group.isEmpty() ? "the record of the terms" : "the group " + group) + " is evicted";
        }
    }

    record Move(int at, int bucket, int server) implements Event {
        @Override
        public void happen(World world) {
            world.move(Integer.toString(bucket), server);
        }

        @Override
        public String sentence() {
            return "the slot of bucket " + bucket + " is moved to server " + server;
        }
    }

    record ServerClock(int at, int server, int offset) implements Event {
        @Override
        public void happen(World world) {
            world.server(server).setClock(offset);
        }

        @Override
        public String sentence() {
            return "the clock of server " + server + " is set " + seconds(offset) + " ahead";
        }
    }

    record Disturb(int at, Disturbance disturbance) implements Event {
        @Override
        public void happen(World world) {
            world.network().disturb(disturbance);
        }

        @Override
        public String sentence() {
            return "until " + seconds(disturbance.until()) + ", " + disturbance;
        }
    }
}
