package dev.idgen.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Sends signals, which Java cannot. */
final class Signal {

    private Signal() {}

    /** @param name as {@code kill} takes it, for example {@code STOP} */
    static void send(String name, long pid) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                    .inheritIO()
                    .start();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("kill -" + name + " " + pid + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
