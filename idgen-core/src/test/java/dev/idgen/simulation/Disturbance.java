package dev.idgen.simulation;

import java.util.Locale;

/**
 * What a part of the network, or a database, does for a while.
 *
 * @param instance whose requests are met, or -1 for all
 * @param server requests to which are met, or -1 for all
 * @param until when it ends, in milliseconds of the story
 * @param by how long requests are held up or when they arrive again, in milliseconds
 */
record Disturbance(Kind kind, int instance, int server, int until, int by) {

    enum Kind {
        REFUSED("connections are refused", false),
        REQUESTS_LOST("requests get lost", false),
        REPLIES_LOST("replies get lost", false),
        SLOW_REQUESTS("requests are slow by", true),
        SLOW_REPLIES("replies are slow by", true),
        TWICE("requests are delivered again after", true),
        ELSEWHERE("requests reach what is not the master", false),
        ROWS_HELD("rows are locked after the clock was read, for a quarter of", true);

        private final String text;
        private final boolean delays;

        Kind(String text, boolean delays) {
            this.text = text;
            this.delays = delays;
        }
    }

    boolean meets(int asker, int asked, int now) {
        return now < until && (instance < 0 || instance == asker) && (server < 0 || server == asked);
    }

    @Override
    public String toString() {
        String delay = kind.delays ? String.format(Locale.ROOT, " %.2f s", by / 1000.0) : "";
        return "between " + (instance < 0 ? "all instances" : "instance " + instance) + " and "
                + (server < 0 ? "all servers" : "server " + server) + " " + kind.text + delay;
    }
}
