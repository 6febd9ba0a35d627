package dev.idgen.snippets;

import dev.idgen.internal.store.memory.InMemoryRegister;
import dev.idgen.internal.string.StringIdFormat;
import dev.idgen.internal.string.StringIdService;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.SequenceSettings;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.SharedTime;
import java.time.Duration;
import java.time.ZoneOffset;

/** An application that takes ids, one in a microsecond of its own clocks, with the settings that there are if none is configured. */
final class NextIdCalls implements Runnable {

    private final ManualTime machine = new ManualTime();
    private final SharedTime time = new SharedTime(machine);
    private final StringIdService ids = service();

    private StringIdService service() {
        StringIdFormat format = new StringIdFormat(ZoneOffset.UTC, BucketLayout.STANDARD, "key");
        return new StringIdService(
                format,
                () -> BucketSequence.start(
                        "default",
                        format.terms(),
                        SequenceSettings.defaults(),
                        new InMemoryRegister(machine),
                        BucketLayout.STANDARD,
                        time,
                        format::newWriter));
    }

    @Override
    public void run() {
        machine.advance(Duration.ofNanos(1000));
        ids.nextId("ORDR");
    }
}
