package dev.idgen.internal.ids;

import org.jspecify.annotations.Nullable;

/** Whether a generator may issue, write and read ids. All its views share one. Thread-safe. */
public final class Permission {

    private volatile @Nullable Runnable guard;

    /** Sets what runs before each call, and throws if the call is refused; null for nothing. */
    public void guard(@Nullable Runnable before) {
        guard = before;
    }

    void require() {
        Runnable before = guard;
        if (before != null) {
            before.run();
        }
    }
}
