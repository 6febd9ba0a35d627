/**
 * Generators of distributed ids, and the rules of the leases they draw from; the stores are beside it.
 */
@SuppressWarnings({"module", "requires-automatic"
}) // the stores' module has a name of its manifest alone, as has the breakers'
module dev.idgen.core {
    requires static org.jspecify; // not transitive: javac would demand it of every module that uses this one
    requires io.github.resilience4j.circuitbreaker;
    requires org.slf4j;

    exports dev.idgen;
    exports dev.idgen.standalone;
    exports dev.idgen.text;

    // What stores and beans are made of
    exports dev.idgen.internal.codec to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.counted to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.ids to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.monitor to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.register to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.request to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.setting to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.stamped to
            dev.idgen.autoconfigure;
    exports dev.idgen.internal.stamped.node to
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
