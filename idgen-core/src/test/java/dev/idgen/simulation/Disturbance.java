package dev.idgen.simulation;

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
        REFUSED,
        REQUESTS_LOST,
        REPLIES_LOST,
        SLOW_REQUESTS,
        SLOW_REPLIES,
        /** Requests are delivered again later. */
        TWICE,
        /** Requests reach what is not the master. */
        ELSEWHERE,
        /** Rows are locked after the clock was read, for a quarter of the time. */
        ROWS_HELD
    }

    boolean meets(int asker, int target, int now) {
        return now < until && (instance < 0 || instance == asker) && (server < 0 || server == target);
    }
}
