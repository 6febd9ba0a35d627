package dev.idgen.internal.register;

import dev.idgen.Register;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A register that adds to each value of an item who wrote it and when, for operators. No rule reads that.
 *
 * @param signature the fields to add
 */
public record SignedRegister(Register register, Supplier<? extends Map<String, ?>> signature) implements Register {

    /** The field with the time of the look before the write, in epoch milliseconds of the store's clock. */
    public static final String AT = "at";

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
        String signed = name.equals(GroupValue.NAME)
                ? next
                : RegisterText.parse(next)
                        .withAll(signature.get())
                        .with(AT, looked.time())
                        .toString();
        return register.swap(group, looked, name, signed);
    }
}
