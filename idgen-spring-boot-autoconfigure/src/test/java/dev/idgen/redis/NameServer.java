package dev.idgen.redis;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A DNS server on a free port. It knows one IPv4 address, which it gives for every name. Thread-safe. */
final class NameServer implements AutoCloseable {

    private static final int HEADER = 12;
    private static final int TYPE_AND_CLASS = 4;
    private static final int A = 1;

    private final DatagramSocket socket;
    private final int ttlSeconds;
    private volatile InetAddress named;

    NameServer(InetAddress named, int ttlSeconds) throws IOException {
        this.named = named;
        this.ttlSeconds = ttlSeconds;
        this.socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Thread thread = new Thread(this::serve, "name-server");
        thread.setDaemon(true);
        thread.start();
    }

    InetSocketAddress address() {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    /** What answers say from now on. */
    void name(InetAddress other) {
        named = other;
    }

    private void serve() {
        DatagramPacket question = new DatagramPacket(new byte[512], 512);
        try {
            while (true) {
                socket.receive(question);
                byte[] answer = answer(question.getData());
                socket.send(new DatagramPacket(answer, answer.length, question.getSocketAddress()));
            }
        } catch (IOException e) {
            if (!socket.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private byte[] answer(byte[] question) throws IOException {
        int end = HEADER;
        while (question[end] != 0) {
            end += 1 + question[end];
        }
        boolean known = question[end + 2] == A;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(question, 0, 2);
        out.writeShort(0x8580); // an answer without an error
        out.writeShort(1);
        out.writeShort(known ? 1 : 0);
        out.writeInt(0);
        out.write(question, HEADER, end + 1 + TYPE_AND_CLASS - HEADER);
        if (known) {
            out.writeShort(0xC000 | HEADER); // the name of the question
            out.writeShort(A);
            out.writeShort(1);
            out.writeInt(ttlSeconds);
            out.writeShort(4);
            out.write(named.getAddress());
        }
        return bytes.toByteArray();
    }

    @Override
    public void close() {
        socket.close();
    }
}
