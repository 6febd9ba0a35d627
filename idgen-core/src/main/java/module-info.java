/**
 * Generators of distributed ids, and the rules for the leases behind them. Each store and each integration is a separate
 * module, and {@code dev.idgen.autoconfigure} joins them.
 */
@SuppressWarnings({"module", "requires-automatic"
}) // the other modules and resilience4j are automatic: only their manifests name them
module dev.idgen.core {
    requires static com.google.errorprone.annotations; // the compiler checks what a monitor guards
    requires static org.jspecify; // not transitive, else javac would require it of every dependent module
    requires io.github.resilience4j.circuitbreaker;
    requires org.slf4j;

    exports dev.idgen;
    exports dev.idgen.standalone;
    exports dev.idgen.store;
    exports dev.idgen.text;

    // For the module of beans
    exports dev.idgen.internal.codec to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.counter to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.ids to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.monitor to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.lease to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.request to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.setting to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.timestamp to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.timestamp.node to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.store.memory to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.string to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.string.sequence to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.time to
            dev.idgen.autoconfigure;
}
