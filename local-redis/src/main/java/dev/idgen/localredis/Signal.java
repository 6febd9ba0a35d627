package dev.idgen.localredis;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Sends signals to processes, which Java itself cannot do. */
public final class Signal {

    private Signal() {}

    /**
     * Sends a signal.
     *
     * @param name the name for {@code kill}, such as {@code STOP}
     */
    public static void send(String name, long pid) {
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
