package dev.idgen.internal.register;

import dev.idgen.Register;
import dev.idgen.Register.Snapshot;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Forwards every request, for tests that change some of them. */
public class ForwardingRegister implements Register {

    volatile Register register;

    public ForwardingRegister(Register register) {
        this.register = register;
    }

    @Override
    public String name() {
        return register.name();
    }

    @Override
    public boolean isShared() {
        return register.isShared();
    }

    @Override
    public CompletionStage<Snapshot> look(String group, List<String> names) {
        return register.look(group, names);
    }

    @Override
    public CompletionStage<Swapped> swap(String group, Snapshot looked, String name, String next) {
        return register.swap(group, looked, name, next);
    }
}
