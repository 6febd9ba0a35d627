package dev.idgen.mistakes;

import static dev.idgen.mistakes.Mistake.mistake;
import static dev.idgen.mistakes.Mistake.plain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.IdGenerators;
import dev.idgen.IdScheme;
import dev.idgen.LongIdGenerator;
import dev.idgen.mistakes.Applications.DrawsNumber;
import dev.idgen.mistakes.Applications.DrawsString;
import dev.idgen.mistakes.Applications.StoresLongs;
import dev.idgen.mistakes.Applications.StoresNumbers;
import dev.idgen.mistakes.Applications.StoresTexts;
import dev.idgen.mistakes.Applications.TwoDatabases;
import dev.idgen.mistakes.Applications.TwoMarkedRedis;
import dev.idgen.mistakes.Applications.TwoRedis;
import dev.idgen.mistakes.Applications.WantsAny;
import dev.idgen.mistakes.Applications.WantsGenerators;
import dev.idgen.mistakes.Applications.WantsIds;
import dev.idgen.mistakes.Applications.WantsIdsOfTwoDatabases;
import dev.idgen.mistakes.Applications.WantsIdsOfTwoRedis;
import dev.idgen.mistakes.Applications.WantsInField;
import dev.idgen.mistakes.Applications.WantsInMethod;
import dev.idgen.mistakes.Applications.WantsInvoice;
import dev.idgen.mistakes.Applications.WantsKeyedOrder;
import dev.idgen.mistakes.Applications.WantsOptional;
import dev.idgen.mistakes.Applications.WantsOrder;
import dev.idgen.mistakes.Applications.WantsOrderItems;
import dev.idgen.mistakes.Applications.WantsPayment;
import dev.idgen.mistakes.Applications.WantsProvided;
import dev.idgen.mistakes.Applications.WantsQualified;
import dev.idgen.mistakes.Applications.WantsRanges;
import dev.idgen.mistakes.Applications.WantsRequests;
import dev.idgen.mistakes.Applications.WantsSession;
import dev.idgen.mistakes.Applications.WithOrderBean;
import dev.idgen.mistakes.Applications.WithOwnGenerator;
import dev.idgen.mistakes.Applications.WithOwnTexts;
import dev.idgen.mistakes.Applications.WithRepository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;

/**
 * The mistakes that somebody makes who uses idgen first, each in an application of its own: it does not start, and says what is
 * wrong and what to do instead of a stack trace. The next mistake that is found is a line here.
 */
@ExtendWith(OutputCaptureExtension.class)
class MistakesTests {

    private static final String REDIS = "idgen.store: redis";
    private static final String ORDER = "idgen.generators.order.type: snowflake";

    static final List<Mistake> MISTAKES = List.of(
            // Names of properties
            plain("a misspelt property", "idgen.namespac: shop")
                    .says(
                            "The property 'idgen.namespac' is set, but idgen has no such property.",
                            "Value: \"shop\"",
                            "[application.yml] - 1:17",
                            "Did you mean 'idgen.namespace'?"),
            plain("a misspelt epoch", ORDER, "idgen.generators.order.epcoh: 2026-01-01T00:00:00Z")
                    .says(
                            "'idgen.generators.order.epcoh' is set, but idgen has no such property.",
                            "Did you mean 'idgen.generators.order.epoch'?"),
            plain("a property that lacks a letter", ORDER, "idgen.generators.order.nodebit: 5")
                    .says("Did you mean 'idgen.generators.order.node-bits'?"),
            plain("a misspelt type", "idgen.generators.order.tpye: snowflake")
                    .says("Did you mean 'idgen.generators.order.type'?"),
            plain("a misspelt group", "idgen.sequenc.lease-ttl: 20s").says("Did you mean 'idgen.sequence.lease-ttl'?"),
            plain("generator for generators", "idgen.generator.order.type: snowflake")
                    .says("Did you mean 'idgen.generators.order.type'?"),
            plain("a property of other groups", "idgen.request-timeout: 2s")
                    .says("Did you mean 'idgen.sequence.request-timeout' or 'idgen.node.request-timeout'"),
            plain("a property of a group for a generator", ORDER, "idgen.generators.order.provider: fixed")
                    .says("Did you mean 'idgen.generators.order.node.provider' or 'idgen.node.provider'?"),
            plain("a dot in a generator's name", "idgen.generators.order.items.type: snowflake")
                    .says("Did you mean 'idgen.generators.order-items.type'?"),
            plain("a property like none", "idgen.colour: green")
                    .says("'idgen.colour' is set", "There are 'idgen.enabled', 'idgen.namespace', "),
            plain("Redis' address as a property of idgen's", "idgen.redis.host: localhost")
                    .says(
                            "'idgen.redis.host' is set, but idgen has no such property.",
                            "Configure connections under 'spring.data.redis'; idgen has only"
                                    + " 'idgen.redis.connection-factory'"),
            plain("a database's address as a property of idgen's", "idgen.jdbc.url: jdbc:h2:mem:a")
                    .says("Configure connections under 'spring.datasource';"),
            // Texts for people
            plain("a prefix with a slash", ORDER, "idgen.generators.order.text.prefix: ord/")
                    .says(
                            "'idgen.generators.order.text' cannot be used: a prefix is a letter and up to 31 characters"
                                    + " [0-9A-Za-z_-], not 'ord/'",
                            "Change the properties under 'idgen.generators.order.text'."),
            plain("groups of one character", ORDER, "idgen.generators.order.text.group: 1")
                    .says("a group has 2 to 32 characters, or is 0 for none, not 1"),
            plain("a form that is none", ORDER, "idgen.generators.order.text.form: base64")
                    .says("to one of decimal, hex, base62, crockford, typeid. Did you mean 'base62'?"),
            plain(
                            "a mask for UUIDs, whose key is not shown",
                            "idgen.generators.session.type: uuid-v4",
                            "idgen.generators.session.text.mask: secret-one-secret-one")
                    .says("'idgen.generators.session.text' cannot be used: a mask is for numbers of up to 64 bits"),
            plain(
                            "groups of a template",
                            "idgen.generators.invoice.type: counter",
                            "idgen.generators.invoice.template: INV-{000000}",
                            "idgen.generators.invoice.text.group: 4")
                    .says(
                            "'idgen.generators.invoice.text' cannot be used: groups are for numbers and for UUIDs with a 'form'"),
            plain("a prefix beside its group", ORDER, "idgen.generators.order.prefix: ord_")
                    .says("Did you mean 'idgen.generators.order.text.prefix'?"),
            plain(
                            "ids that exist, scrambled",
                            "idgen.generators.key.type: existing",
                            "idgen.generators.key.scramble: true")
                    .says(
                            "'idgen.generators.key.scramble' is for ids of type long with a timestamp, not for 'existing'"),
            // Regions
            plain("a region that is none", "idgen.region: 5/4")
                    .says("'idgen.region' is '5/4', which is not a region", "Set 'idgen.region' to k/n, such as '2/4'"),
            plain("a region of a name", "idgen.region: eu-west")
                    .says("'idgen.region' is 'eu-west', which is not a region"),
            plain("more regions than node ids", ORDER, "idgen.generators.order.node-bits: 1", "idgen.region: 1/4")
                    .says("'idgen.region' is 1/4, but there are only 2 node ids to lease", "Use fewer regions"),
            plain(
                            "more regions than numbers",
                            "idgen.generators.a.type: counter",
                            "idgen.generators.a.max: 3",
                            "idgen.region: 1/4")
                    .says(
                            "'idgen.region' is 1/4, but generator 'a' has only 3 numbers",
                            "or allow for more with 'idgen.generators.a.max'."),
            plain(
                            "more regions than counters",
                            "idgen.generators.a.type: multi-counter",
                            "idgen.generators.a.counters: 3",
                            "idgen.region: 1/4")
                    .says("'idgen.region' is 1/4, but generator 'a' has only 3 counters"),
            plain("two misspelt properties", "idgen.namespac: shop", "idgen.sotre: redis")
                    .says(
                            "idgen.namespac: Did you mean 'idgen.namespace'?",
                            "idgen.sotre: Did you mean 'idgen.store'?"),
            plain("a misspelt key, which is not shown", "idgen.string.scrambel-key: secret-one")
                    .says("Value: \"******\"", "Did you mean 'idgen.string.scramble-key'?"),
            plain(
                            "a misspelt mask, which is not shown",
                            ORDER,
                            "idgen.generators.order.text.maks: secret-one-secret-one")
                    .says("Value: \"******\""),
            plain("a misplaced mask, which is not shown", ORDER, "idgen.generators.order.mask: secret-one")
                    .says("Value: \"******\"", "Did you mean 'idgen.generators.order.text.mask'?"),
            plain("a password in a URL, which is not shown", "idgen.redis.url: redis://:word@db:6379")
                    .says("Value: \"******\"", "Configure connections under 'spring.data.redis'"),
            plain("a misspelt variable")
                    .withVariables(Map.of("IDGEN_NAMESPAC", "shop"))
                    .says(
                            "Origin: \"IDGEN_NAMESPAC\" from property source \"systemEnvironment\"",
                            "Did you mean 'idgen.namespace'?"),
            plain("a misspelt variable for a generator")
                    .withVariables(Map.of(
                            "IDGEN_GENERATORS_ORDER_TYPE",
                            "snowflake",
                            "IDGEN_GENERATORS_ORDER_EPCOH",
                            "2026-01-01T00:00:00Z"))
                    .says("Did you mean 'idgen.generators.order.epoch'?"),
            plain("a variable for a generator's name with a hyphen")
                    .withVariables(Map.of("IDGEN_GENERATORS_ORDER_ITEMS_TYPE", "snowflake"))
                    .says(
                            "'idgen.generators.order.items.type' is set, but idgen has no such property.",
                            "Origin: \"IDGEN_GENERATORS_ORDER_ITEMS_TYPE\" from property source",
                            "Did you mean 'idgen.generators.order-items.type'?",
                            "The name of a variable cannot have a hyphen: set the property in a file or as an argument."),
            plain(
                            "a variable for a generator's name without its hyphen",
                            "idgen.generators.order-items.type: snowflake")
                    .withVariables(Map.of("IDGEN_GENERATORS_ORDERITEMS_TYPE", "tsid"))
                    .says(
                            "'idgen.generators.orderitems' has the same name as 'idgen.generators.order-items':"
                                    + " Spring Boot ignores case and hyphens.",
                            "Remove one of them. If one is an environment variable, whose name cannot have a hyphen, set the"
                                    + " property in a file or as an argument instead."),

            // Values of properties
            plain("a type for a generator", "idgen.generators.extra: snowflake")
                    .says(
                            "'idgen.generators.extra' has a value, but is a group of properties.",
                            "Value: \"snowflake\"",
                            "Set 'idgen.generators.extra.type' to 'snowflake' instead."),
            plain("a value for a group", "idgen.sequence: 10s")
                    .says("'idgen.sequence' has a value, but is a group", "'idgen.sequence.lease-ttl', "),
            plain("a generator without properties", "idgen.generators.order:")
                    .says("'idgen.generators.order' has no properties.", "Set 'idgen.generators.order.type'"),
            plain("generators as a list", "idgen.generators[0].type: snowflake")
                    .says(
                            "'idgen.generators.0' is an element of a list, but each generator has a name.",
                            "In YAML, write the generator's name instead of '-', such as 'order:', and 'type:' below it."),
            plain("generators with names as a list", "idgen.generators:", "  - name: order", "    type: snowflake")
                    .says("'idgen.generators.0' is an element of a list"),
            plain("a name that is not one", "idgen.generators.1a.type: snowflake")
                    .says("'idgen.generators.1a' has a name that is not a letter", "such as 'order' or 'order-items'"),
            plain("a type beside its generator", "idgen.generators:", "  order:", "  type: snowflake")
                    .says(
                            "idgen.generators.order: Set 'idgen.generators.order.type'",
                            "idgen.generators.type: In YAML, indent 'type:' below the name of its generator."),
            plain("a type that is not there", "idgen.generators.order.type: snowflak")
                    .says(
                            "'idgen.generators.order.type' has a value that is not allowed.",
                            "[application.yml] - 1:30",
                            "one of snowflake, ",
                            "Did you mean 'snowflake'?"),
            plain("a type of another library", "idgen.generators.order.type: nanoid")
                    .says("Value: \"nanoid\"", "uuid-v4, uuid-v6, uuid-v7, custom, counter"),
            plain("no type", "idgen.generators.order.node-bits: 5")
                    .says("'idgen.generators.order.type' is not set.", "for example to 'snowflake'"),
            plain("an empty type", "idgen.generators.order.type:")
                    .says("'idgen.generators.order.type' is empty.", "Give it a value, or remove it."),
            plain("an empty variable")
                    .withVariables(Map.of("IDGEN_NODE_ID", ""))
                    .says("'idgen.node.id' is empty.", "\"IDGEN_NODE_ID\" from property source"),
            mistake("a misspelt store", WantsIds.class, "idgen.store: memroy")
                    .says(
                            "There is no IdService because 'idgen.store' is 'memroy'.",
                            "Set 'idgen.store' to 'redis' or 'jdbc' or 'memory'. Did you mean 'memory'?"),
            plain("a store to count in that is misspelt", counter("store: mongo"))
                    .says("one of redis, jdbc, mongodb, memory", "Did you mean 'mongodb'?"),
            plain("a store to count in that is not there", counter("store: mongodb"))
                    .says(
                            "'idgen.generators.a.store' is 'mongodb', which the application does not have.",
                            "It needs MongoOperations (a single or primary bean): 'spring-boot-starter-data-mongodb'.",
                            "[memory]"),
            plain("a provider that is not there", "idgen.node.provider: k8s")
                    .says("one of leased, fixed, stateful-set, private-ip, environment, mac-address, random"),
            plain("a unit that is not one", "idgen.sequence.lease-ttl: 10 sec")
                    .says("Value: \"10 sec\"", "a number with one of the units ns, us, ms, s, m, h, d, such as 500ms"),
            plain("no unit", "idgen.sequence.lease-ttl: 10")
                    .says(
                            "'idgen.sequence.lease-ttl' is 10ms, which is not between 1s and 60s.",
                            "- 1:27",
                            "to a value with a unit, between 1s and 60s."),
            plain("a mask that is soon found", ORDER, "idgen.generators.order.text.mask: abc")
                    .says("the key of a mask has 16 or more characters, not 3"),
            plain("a UUID of no version", "idgen.generators.order.type: uuid")
                    .says("Did you mean 'uuid-v1' or 'uuid-v4' or 'uuid-v6' or 'uuid-v7'?"),
            plain("a product for a kind of store", "idgen.store: mysql")
                    .says("one of redis, jdbc, memory. 'jdbc' is a database such as MySQL or PostgreSQL."),
            plain("a negative number", "idgen.node.id: -1", "idgen.node.provider: fixed", ORDER)
                    .says("'idgen.node.id' is -1, which is not between 0 and 1023."),
            plain("a word for a number", "idgen.node.id: many")
                    .says("Value: \"many\"", "to a whole number up to 9223372036854775807."),
            plain("a blank in the namespace", "idgen.namespace: my shop")
                    .says("'idgen.namespace' is 'my shop', which is not 1 to 64 characters [0-9A-Za-z._-]."),
            plain("an empty namespace", "idgen.namespace:")
                    .says("'idgen.namespace' is '', which is not 1 to 64 characters"),
            mistake("a zone with summer time", WantsIds.class, "idgen.string.zone: Europe/Berlin")
                    .says("'idgen.string.zone' is Europe/Berlin, whose offset changes", "'UTC+01:00'"),
            mistake("a misspelt zone", WantsIds.class, "idgen.string.zone: Europe/Berln")
                    .says("a zone such as UTC, UTC+01:00 or Asia/Tokyo", "Did you mean 'Europe/Berlin'?"),
            plain("a node id that is too great", ORDER, "idgen.generators.order.node.id: 2000")
                    .says("'idgen.generators.order.node.id' is 2000, which is not between 0 and 1023."),
            plain("a node id that is not used", ORDER, "idgen.node: {provider: leased, id: 5}")
                    .says(
                            "'idgen.node.id' is set, but not used by 'idgen.node.provider', which is 'leased'.",
                            "Remove it, or set 'idgen.node.provider' to 'fixed'."),
            plain("a node id for two", ORDER, "idgen.generators.parcel.type: snowflake", "idgen.node.id: 5")
                    .says(
                            "'idgen.node.id' is 5 for the generators 'order' and 'parcel', which have the same type",
                            "Set 'idgen.generators.parcel.node.id' to a number that no other"),
            plain("a node id for ids that have none", "idgen.generators.a: {type: uuid-v7, node.id: 5}")
                    .says("'idgen.generators.a.node' is set, but ids of the type 'uuid-v7' have no node id."),
            plain("a node id for a counter", counter("node.provider: fixed"))
                    .says("'idgen.generators.a.node' is set, but ids of the type 'counter' have no node id."),
            plain("a lead for a counter", counter("max-lead: 5s"))
                    .says("'idgen.generators.a.max-lead' is for ids with a timestamp, not for 'counter'."),
            plain("a mask that nothing sets", ORDER, "idgen.generators.order.text.mask: ${NO_SUCH_SECRET_MASK}")
                    .says("'idgen.generators.order.text.mask' has a placeholder that nothing sets.", "${NAME:default}"),
            plain("a variable beside a node id", ORDER, "idgen.node: {id: 5, variable: NODE}")
                    .says("'idgen.node.variable' is set, but not used by 'idgen.node.provider', which is 'fixed'."),
            plain("a date for a moment", ORDER, "idgen.generators.order.epoch: 2026-01-01")
                    .says("Value: \"2026-01-01\"", "to a moment such as 2026-01-01T00:00:00Z."),
            plain("seconds for a moment", ORDER, "idgen.generators.order.epoch: 1767225600")
                    .says("is a number without a unit.", "Write it like '2026-01-01T00:00:00Z'."),
            plain("an epoch that has not come", ORDER, "idgen.generators.order.epoch: 2100-01-01T00:00:00Z")
                    .says("'idgen.generators.order.epoch' is 2100-01-01T00:00:00Z, which is later than now, "),
            plain("a word for true or false", "idgen.string.scramble: maybe")
                    .says("has a value that is not true or false.", "Value: \"maybe\""),
            plain("neither on nor off", ORDER, "idgen.enabled: flase")
                    .says("'idgen.enabled' has a value that is not true or false.", "Value: \"flase\""),
            plain("a key that scrambles nothing", ORDER, "idgen.generators.order.scramble-key: x")
                    .says("'idgen.generators.order.scramble-key' is set, but ids are not scrambled."),
            plain("a key and no scramble", "idgen.string: {scramble: false, scramble-key: x}")
                    .says("'idgen.string.scramble-key' is set, but 'idgen.string.scramble' is false."),
            plain(
                            "numbers of a transaction, of another type",
                            "idgen.generators.a: {type: segment, transactional: true}")
                    .says("'idgen.generators.a.transactional' does not apply to the type 'segment'."),
            plain("half a name in a group", ORDER, "idgen.generators.order.segment.step: 100")
                    .says(
                            "'idgen.generators.order.segment.step' is set, but idgen has no such property",
                            "Did you mean 'idgen.generators.order.segment.min-step' or 'idgen.generators.order.segment.max-step'?"),
            plain("numbers of a transaction without a database", counter("transactional: true"))
                    .says(
                            "'idgen.generators.a.transactional' is true, but the application has no database",
                            "It needs a DataSource",
                            "'spring-boot-starter-jdbc'"),
            plain(
                            "numbers of a transaction in memory",
                            "idgen.store: memory",
                            counter("transactional: true, store: memory"))
                    .says(
                            "'idgen.generators.a.transactional' is true, but the numbers are counted in 'memory'",
                            "Set 'idgen.generators.a.store' to 'jdbc'"),
            mistake(
                            "numbers of a transaction beside a Redis",
                            WithRepository.class,
                            REDIS,
                            counter("transactional: true"))
                    .says(
                            "'idgen.generators.a.transactional' is true, but the numbers are counted in 'redis', which does not take"
                                    + " part in the transactions of a database.",
                            "Set 'idgen.generators.a.store' to 'jdbc'; if the counter has issued numbers in 'redis', also"
                                    + " 'idgen.generators.a.floor' to the greatest of them."),
            plain(
                            "numbers of a transaction in a database that is not there",
                            counter("transactional: true, store: jdbc"))
                    .says("'idgen.generators.a.store' is 'jdbc', which the application does not have", "a DataSource"),
            plain("a template without a number", counter("template: INV-"))
                    .says("'idgen.generators.a.template' is 'INV-', which has no placeholder for the number"),
            plain("a name for a key in a template", counter("template: '{tenant}-{0000}'"))
                    .says("has the placeholder '{tenant}'", "or appears twice; write {key} for a key"),
            plain("weeks' years in a template", counter("template: '{YYYY}-{0000}'"))
                    .says("or appears twice; write {yyyy}"),
            plain("a day without zeros", counter("template: '{yyyy}-{0000}', year-begins: 4-6"))
                    .says(
                            "'idgen.generators.a.year-begins' is '4-6', which is not a day that each year has.",
                            "Write it like '04-01'."),
            plain("a day that few years have", counter("template: '{yyyy}-{0000}', year-begins: 02-29"))
                    .says("'idgen.generators.a.year-begins' is '02-29', which is not a day that each year has"),
            plain("a year instead of a day", counter("template: '{yyyy}-{0000}', closed-before: 2026"))
                    .says(
                            "'idgen.generators.a.closed-before' is '2026', which is not a day.",
                            "Write it like '2026-01-01'."),
            plain("keys of segments", "idgen.generators.a: {type: segment, template: '{key}-{0000}'}")
                    .says("'idgen.generators.a.template' has a date or a key, which only the type 'counter' can have."),
            plain("keys of snowflakes", "idgen.generators.a: {type: snowflake, keyed: true}")
                    .says("'idgen.generators.a.keyed' does not apply to the type 'snowflake'."),
            plain("a floor of all keys", counter("keyed: true, floor: 7"))
                    .says("'idgen.generators.a.floor' cannot be set for a generator with keys"),
            plain("a setting of another type", counter("node-bits: 5"))
                    .says(
                            "'idgen.generators.a.node-bits' does not apply to the type 'counter'.",
                            "this type has [store, "),

            // Names of generators
            mistake("the name of a bean", WithOrderBean.class, ORDER)
                    .says(
                            "'idgen.generators.order' has the name of another bean, defined in",
                            "WithOrderBean",
                            "such as 'order-ids', or rename that bean"),
            mistake("the name of a repository", WithRepository.class, "idgen.generators.orders.type: snowflake")
                    .says(
                            "'idgen.generators.orders' has the name of another bean, defined in",
                            "dev.idgen.mistakes.Orders",
                            "such as 'orders-ids', or rename that bean"),
            plain("names that differ by a hyphen", "idgen.generators: {a-b: {type: tsid}, aB: {type: ulid}}")
                    .says(
                            "has the same name as 'idgen.generators.a-b': Spring Boot ignores case and hyphens.",
                            "Remove one of them."),

            // Injection
            mistake("no generators", WantsOrder.class)
                    .says(
                            "Parameter 'order' of the constructor of dev.idgen.mistakes.Applications$WantsOrder is a"
                                    + " LongIdGenerator and asks for the generator 'order', which 'idgen.generators' does not have.",
                            "        order:",
                            "          type: snowflake"),
            mistake("another name", WantsPayment.class, ORDER, "idgen.generators.payments.type: tsid")
                    .says(
                            "    - order: LongIdGenerator (type snowflake)",
                            "    - payments: LongIdGenerator (type tsid)",
                            "is a LongIdGenerator without a @Qualifier.",
                            "Write '@Qualifier(\"payments\") LongIdGenerator', or inject IdGenerators"),
            mistake("texts as numbers", WantsPayment.class, "idgen.generators.payment.type: ulid")
                    .says(
                            "is a LongIdGenerator, but the generator 'payment' is an IdGenerator<String>:"
                                    + " 'idgen.generators.payment.type' is 'ulid'.",
                            "Inject it as '@Qualifier(\"payment\") IdGenerator<String>', or choose a type whose ids are Long: snowflake, "),
            mistake("numbers as UUIDs", WantsSession.class, "idgen.generators.session.type: snowflake")
                    .says(
                            "is an IdGenerator<UUID>, but the generator 'session' is a LongIdGenerator",
                            "whose ids are UUID: uuid-v1, uuid-v4, uuid-v6, uuid-v7."),
            mistake("numbers as texts", WantsInvoice.class, "idgen.generators.invoice.type: counter")
                    .says(
                            "Inject it as '@Qualifier(\"invoice\") LongIdGenerator' and take strings from"
                                    + " its 'text(TextForm.CROCKFORD)'",
                            "or set 'idgen.generators.invoice.template' for strings"),
            mistake(
                            "texts of a template as numbers",
                            WantsPayment.class,
                            "idgen.generators.payment: {type: counter, template: 'P-{0000}'}")
                    .says(
                            "the generator 'payment' is an IdGenerator<String>: 'idgen.generators.payment.template' is set.",
                            "or remove 'idgen.generators.payment.template' for numbers."),
            mistake("snowflakes as texts", WantsInvoice.class, "idgen.generators.invoice.type: snowflake")
                    .says("Inject it as '@Qualifier(\"invoice\") LongIdGenerator' and take strings from"
                            + " its 'text(TextForm.CROCKFORD)', or choose a type whose ids are String: flake, "),
            mistake("texts, by type", WantsInvoice.class, "idgen.generators.session.type: ulid")
                    .says(
                            "is an IdGenerator<String> without a @Qualifier. There are:",
                            "Write '@Qualifier(\"session\") IdGenerator<String>',",
                            "For string ids with time and business code, inject IdService."),
            mistake("texts without a generator", WantsInvoice.class)
                    .says(
                            "asks for the generator 'invoice', which 'idgen.generators' does not have.",
                            "For string ids with time and business code, inject IdService."),
            mistake(
                            "keys that nobody asks by",
                            WantsInvoice.class,
                            "idgen.generators.invoice: {type: counter, template: '{key}-{0000}'}")
                    .says(
                            "Parameter 'invoice' of the constructor of dev.idgen.mistakes.Applications$WantsInvoice is an"
                                    + " IdGenerator<String>, but the generator 'invoice' has a counter for each key:"
                                    + " 'idgen.generators.invoice.keyed' is true, or its 'template' has {key}.",
                            "Inject it as '@Qualifier(\"invoice\") KeyedIds<String>', and call 'forKey(key)' for a generator."),
            mistake(
                            "ranges of ids that do not sort by time",
                            WantsRanges.class,
                            "idgen.generators.order: {type: snowflake, scramble: true}")
                    .says(
                            "is a TimeOrderedIds<Long>, but the generator 'order' is a LongIdGenerator:"
                                    + " 'idgen.generators.order.type' is 'snowflake'.",
                            "Inject it as '@Qualifier(\"order\") LongIdGenerator', or choose a type with TimeOrderedIds: snowflake,"
                                    + " js-safe, sonyflake, instagram, tsid."),
            mistake(
                            "request keys of numbers that are not transactional",
                            WantsRequests.class,
                            "idgen.generators.order.type: counter")
                    .says(
                            "is a TransactionalIds<Long>, but the generator 'order' is not transactional.",
                            "or set 'idgen.generators.order.transactional' to true"),
            mistake("request keys without a generator", WantsRequests.class)
                    .says("          type: counter", "          transactional: true"),
            mistake(
                            "a generator of ids with a route",
                            WantsOrder.class,
                            "idgen.generators.order: {type: custom, fields: 'timestamp:41, node:8, sequence:8, route:6'}")
                    .says(
                            "but the generator 'order' shows a value of each call: 'idgen.generators.order.fields' has the field"
                                    + " 'route'.",
                            "Inject it as '@Qualifier(\"order\") RoutedIds', and call 'forRoute(route)' for a generator."),
            mistake("a generator of existing ids", WantsOrder.class, "idgen.generators.order.type: existing")
                    .says(
                            "but the generator 'order' is an IdCodec<Long>: 'idgen.generators.order.type' is 'existing'."),
            mistake("keys of a generator that has none", WantsKeyedOrder.class, ORDER)
                    .says(
                            "is a KeyedIds<Long>, but the generator 'order' has no keys.",
                            "Inject it as '@Qualifier(\"order\") LongIdGenerator', or set 'idgen.generators.order.keyed' to true,"
                                    + " which a generator of type counter can have."),
            mistake(
                            "keys of another type of ids",
                            WantsKeyedOrder.class,
                            "idgen.generators.order: {type: counter, template: '{key}-{0000}'}")
                    .says("Inject it as '@Qualifier(\"order\") KeyedIds<String>'"),
            mistake("keys without a generator", WantsKeyedOrder.class)
                    .says(
                            "is a KeyedIds<Long> and asks for the generator 'order', which 'idgen.generators' does not have.",
                            "          type: counter",
                            "          keyed: true"),
            mistake("one of two, by type", WantsAny.class, ORDER, "idgen.generators.payment.type: tsid")
                    .says(
                            "is a LongIdGenerator without a @Qualifier. There are:",
                            "Write '@Qualifier(\"order\") LongIdGenerator', or inject IdGenerators, which has all by name."),
            mistake("the only one, by type", WantsAny.class, ORDER)
                    .says(
                            "is a LongIdGenerator without a @Qualifier. There are:",
                            "Write '@Qualifier(\"order\") LongIdGenerator',"),
            mistake("the only one, in a field", WantsInField.class, ORDER)
                    .says("Field 'payment' of dev.idgen.mistakes.Applications$WantsInField is a LongIdGenerator"),
            mistake("the only one, in a method", WantsInMethod.class, ORDER)
                    .says("Parameter 'any' of method 'keys' of dev.idgen.mistakes.Applications$WantsInMethod"),
            mistake("a qualifier like none", WantsQualified.class, ORDER, "idgen.generators.payment.type: tsid")
                    .says("asks for the generator 'payments'", "'@Qualifier(\"payment\") LongIdGenerator'"),
            mistake("a generator that is switched off", WantsOrder.class, ORDER, "idgen.enabled: false")
                    .says("There is no generator to inject because 'idgen.enabled' is false."),
            mistake("generators that are switched off", WantsGenerators.class, ORDER, "idgen.enabled: false")
                    .says("There are no IdGenerators because 'idgen.enabled' is false."),

            // Several connections
            mistake("two Redis, none for ids", WantsIdsOfTwoRedis.class, REDIS)
                    .says(
                            "There is no IdService because 'idgen.redis.connection-factory' is not set, and nothing else says which"
                                    + " of these RedisConnectionFactory beans idgen is to use: 'cacheRedis', 'idsRedis'.",
                            "Set 'idgen.redis.connection-factory' to one of these names, or mark one of the beans with"
                                    + " @IdgenRedis, or with @Primary if it is the application's default."),
            mistake("two Redis, none for node ids", TwoRedis.class, REDIS, ORDER)
                    .says(
                            "'idgen.node.provider' is not set, and node ids cannot be leased: 'idgen.redis.connection-factory' is"
                                    + " not set, and nothing else says which of these",
                            "@IdgenRedis",
                            "Or set 'idgen.node.provider' to 'fixed'"),
            mistake(
                            "two Redis, none for node ids that are leased",
                            TwoRedis.class,
                            REDIS,
                            ORDER,
                            "idgen.node.provider: leased")
                    .says(
                            "'idgen.node.provider' is 'leased', but node ids cannot be leased: 'idgen.redis.connection-factory' is not set"),
            mistake("two Redis, none for a counter", TwoRedis.class, REDIS, counter("start: 1"))
                    .says(
                            "'idgen.generators.a.store' is not set, and 'redis', the default, cannot be used:"
                                    + " 'idgen.redis.connection-factory' is not set, and nothing else says which of these",
                            "Or set 'idgen.generators.a.store' to another store."),
            mistake("two Redis, none for a counter in Redis", TwoRedis.class, REDIS, counter("store: redis"))
                    .says(
                            "'idgen.generators.a.store' is 'redis', which cannot be used: 'idgen.redis.connection-factory' is"),
            mistake("a misspelt bean", TwoRedis.class, REDIS, "idgen.redis.connection-factory: idRedis")
                    .says(
                            "'idgen.redis.connection-factory' is 'idRedis', and there is no bean of that name.",
                            "[application.yml] - 2:33",
                            "to one of these RedisConnectionFactory beans: 'cacheRedis', 'idsRedis'. Did you mean 'idsRedis'?"),
            mistake("a bean of another type", TwoRedis.class, REDIS, "idgen.redis.connection-factory: idsTemplate")
                    .says(
                            "'idgen.redis.connection-factory' is 'idsTemplate', which is of type"
                                    + " org.springframework.data.redis.core.StringRedisTemplate, not a RedisConnectionFactory.",
                            "to one of these RedisConnectionFactory beans: 'cacheRedis', 'idsRedis'."),
            mistake("no name of a bean", TwoRedis.class, REDIS, "idgen.redis.connection-factory:")
                    .says(
                            "'idgen.redis.connection-factory' is empty.",
                            "Set it to the name of a RedisConnectionFactory bean, or remove it."),
            mistake("two Redis for ids", TwoMarkedRedis.class, REDIS)
                    .says(
                            "'idgen.redis.connection-factory' is not set, and several RedisConnectionFactory beans are marked with"
                                    + " @IdgenRedis: 'one', 'other'.",
                            "Mark only one of them, or set 'idgen.redis.connection-factory' to one of these names."),
            mistake("two databases, none for a counter", TwoDatabases.class, counter("store: jdbc"), REDIS)
                    .says(
                            "'idgen.generators.a.store' is 'jdbc', which cannot be used: 'idgen.jdbc.data-source' is not set, and"
                                    + " nothing else says which of these DataSource beans idgen is to use: 'main', 'archive'.",
                            "@IdgenDataSource"),
            mistake("two databases, none for ids", WantsIdsOfTwoDatabases.class, "idgen.store: jdbc")
                    .says(
                            "There is no IdService because 'idgen.jdbc.data-source' is not set, and nothing else says which of"
                                    + " these DataSource beans idgen is to use: 'main', 'archive'.",
                            "Set 'idgen.jdbc.data-source' to one of these names, or mark one of the beans with"
                                    + " @IdgenDataSource, or with @Primary"),
            mistake("two databases, none for node ids", TwoDatabases.class, "idgen.store: jdbc", ORDER)
                    .says("node ids cannot be leased: 'idgen.jdbc.data-source' is not set, and nothing else says"),
            mistake("a misspelt data source", TwoDatabases.class, REDIS, "idgen.jdbc.data-source: arkive")
                    .says(
                            "'idgen.jdbc.data-source' is 'arkive', and there is no bean of that name.",
                            "Did you mean 'archive'?"),
            plain("a data source where there is none", REDIS, "idgen.jdbc.data-source: archive")
                    .says("Define a DataSource of that name, or remove 'idgen.jdbc.data-source'."),

            // Ids that are drawn at the start
            mistake("a string id without Redis", DrawsString.class, REDIS, "spring.data.redis.port: 1")
                    .says(
                            "An id was needed at startup, but could not be issued: no sequence number after ",
                            " ms: the store has granted nothing since the start; latest failure: ",
                            "Redis cannot be reached at localhost:1: check 'spring.data.redis.host' and 'spring.data.redis.port',"
                                    + " or 'spring.data.redis.url', and that it runs",
                            "Connection refused",
                            "in a test, @AutoConfigureIdgen makes ids without Redis",
                            "Make the store available; the description ends with the reason."
                                    + " For development without one, set 'idgen.store' to 'memory'."),
            mistake("a snowflake without Redis", DrawsNumber.class, REDIS, "spring.data.redis.port: 1", ORDER)
                    .says("could not be issued: no node id after ", "Redis cannot be reached at localhost:1"),
            mistake(
                            "a counter without Redis",
                            DrawsNumber.class,
                            REDIS,
                            "spring.data.redis.port: 1",
                            "idgen.generators.order.type: counter")
                    .says("could not be issued: no number of 'order' after ", "Redis cannot be reached at localhost:1"),

            // Entities
            mistake("an entity and a misspelt store", StoresTexts.class, "idgen.store: memroy")
                    .says(
                            "There is no IdService because 'idgen.store' is 'memroy'.",
                            "@GeneratedId(business = \"ORDR\") on dev.idgen.mistakes.Applications$TextEntity.id needs",
                            "Did you mean 'memory'?"),
            mistake("an entity of a generator and a misspelt store", StoresLongs.class, ORDER, "idgen.store: memroy")
                    .says("The property 'idgen.store' has a value that is not allowed", "one of redis, jdbc, memory."),
            mistake("an entity, switched off", StoresTexts.class, "idgen.enabled: false")
                    .says(
                            "There is no IdService because 'idgen.enabled' is false.",
                            "@GeneratedId(business = \"ORDR\")"),
            mistake("an entity of a generator, switched off", StoresLongs.class, ORDER, "idgen.enabled: false")
                    .says(
                            "There are no IdGenerators because 'idgen.enabled' is false.",
                            "@GeneratedId(\"order\") on dev"),
            mistake("an entity of another generator", StoresLongs.class, "idgen.generators.orders.type: snowflake")
                    .says(
                            "@GeneratedId(\"order\") on dev.idgen.mistakes.Applications$LongEntity.id names a generator that"
                                    + " 'idgen.generators' does not have; it has [orders].",
                            "Set 'idgen.generators.order.type', or name one of these generators."),
            mistake("an entity of another type", StoresLongs.class, "idgen.generators.order.type: ulid")
                    .says(
                            "LongEntity.id, which is of type Long: generator 'order' makes ids of type String, not Long.",
                            "Change the field to the type of these ids, or to String"),
            mistake("an entity that names no generator", StoresNumbers.class, ORDER)
                    .says("makes ids of type String, but the field is of type Long.", "@GeneratedId(\"order\")"));

    private static final Pattern LOGGED = Pattern.compile("^\\d{4}-\\d\\d-\\d\\dT");
    private static final Pattern OWN_CLASS = Pattern.compile("dev\\.idgen\\.(?!mistakes\\.)[a-z.]*[A-Z]");

    private static String counter(String setting) {
        return "idgen.generators.a: {type: counter, " + setting + "}";
    }

    @ParameterizedTest
    @FieldSource("MISTAKES")
    void applicationSaysWhatIsWrongAndWhatToDo(Mistake mistake, CapturedOutput output) {
        assertThatThrownBy(() -> application(mistake).run().close()).isInstanceOf(Exception.class);

        assertThat(output)
                .contains("APPLICATION FAILED TO START", "Description:", "Action:")
                .contains(mistake.says())
                .doesNotContain("secret-one")
                .doesNotContain("idgen.generators.type.type")
                .doesNotContain("\tat org.springframework"); // of an exception; others' threads may log theirs
        assertThat(output.getAll().split("APPLICATION FAILED TO START", 2)[1].lines())
                .as("what users read names no class of idgen")
                .filteredOn(line -> !LOGGED.matcher(line).find())
                .noneMatch(line -> OWN_CLASS.matcher(line).find());
    }

    // What is not a mistake

    @Test
    void variablesAndSystemPropertiesOfOthersAreLeftAlone() {
        Map<String, Object> variables = Map.of(
                "IDGEN_PORT", "tcp://10.0.0.11:80",
                "IDGEN_SERVICE_HOST", "10.0.0.11",
                "IDGEN_PORT_80_TCP_ADDR", "10.0.0.11",
                "IDGEN_STRING_SCRAMBLE_KEY", "secret",
                "IDGEN_SEQUENCE_LEASETTL", "20s",
                "IDGEN_GENERATORS_ORDER_NODE_BITS", "8",
                "IDGEN_GENERATORS_ITEM_TYPE", "segment",
                "IDGEN_GENERATORS_ITEM_SEGMENT_MIN_STEP", "7");
        System.setProperty("idgen.test.something", "else");
        try (ConfigurableApplicationContext context = application(
                        mistake("none", WantsOrder.class, ORDER).withVariables(variables))
                .run()) {
            assertThat(context.getBean("order", LongIdGenerator.class).scheme().layout())
                    .contains(new IdScheme.Field("worker", 8, IdScheme.Unit.BITS));
        } finally {
            System.clearProperty("idgen.test.something");
        }
    }

    /** Names as relaxed as Spring Boot has them, connections that nothing uses, and injection of the application's own generators. */
    static final List<Mistake> STARTING = List.of(
            plain("other case and hyphens", "idgen.generators.order: {TYPE: JS_SAFE, nodeBits: 5, sequence_bits: 7}"),
            plain("a list", "idgen.generators.p: {type: custom, fields: ['timestamp:41', 'node:10', 'sequence:12']}"),
            plain("empty groups", "idgen.generators:", "idgen.sequence:"),
            plain("on", "idgen.enabled: on", "management.health.idgen.enabled: false"),
            plain("other generators", "generators.diesel: {type: rotary, power: 5}", "idgen.namespace: shop"),
            plain("other generators that count", "generators.meter: {type: counter, unit: kWh}"),
            plain("other generators that start", "generators.a.start: 5"),
            plain("a number of generators", "generators: 5"),
            plain("a list of generators", "generators: [solar, wind]"),
            plain("other generators with power", "generators.a.power: 5"),
            plain("generators in both places", ORDER, "generators.order.type: snowflake"),
            mistake("two Redis, a fixed node", TwoRedis.class, REDIS, ORDER, "idgen.node: {provider: fixed, id: 1}"),
            plain(
                    "a fixed node for other formats",
                    ORDER,
                    "idgen.generators.parcel: {type: snowflake, scramble: true}",
                    "idgen.generators.a: {type: custom, fields: 'timestamp:41, region=1:1, node:9, sequence:12'}",
                    "idgen.generators.b: {type: custom, fields: 'timestamp:41, region=0:1, node:9, sequence:12'}",
                    "idgen.node.id: 5"),
            mistake("two Redis, no node", TwoRedis.class, REDIS, "idgen.generators.order.type: uuid-v7"),
            mistake("two databases, no node", TwoDatabases.class, REDIS, "idgen.generators.order.type: uuid-v7"),
            mistake(
                    "two databases, unused",
                    TwoDatabases.class,
                    "idgen.store: jdbc",
                    "idgen.generators.order.type: uuid-v7"),
            plain("no such beans", "idgen.redis.connection-factory: idsRedis", "idgen.jdbc.data-source: idsDatabase"),
            mistake("a qualifier", WantsOrder.class, ORDER, "idgen.generators.payment.type: tsid"),
            mistake("a qualifier with a hyphen", WantsOrderItems.class, "idgen.generators.order-items.type: snowflake"),
            mistake("another qualifier", WantsQualified.class, ORDER, "idgen.generators.payments.type: tsid"),
            mistake("a generator of the application", WithOwnGenerator.class, ORDER),
            mistake(
                    "a generator of strings of the application",
                    WithOwnTexts.class,
                    "idgen.generators.session.type: ulid"));

    @ParameterizedTest
    @FieldSource("STARTING")
    void applicationStartsWithoutAWarning(Mistake none, CapturedOutput output) {
        try (ConfigurableApplicationContext context = application(none).run()) {
            assertThat(context.getBean(IdGenerators.class).names()).isNotNull();
        }
        assertThat(output).doesNotContain("is empty");
    }

    static final List<Mistake> WARNED = List.of(
            plain("fields without a node", "idgen.generators.a: {type: custom, fields: 'timestamp:41, sequence:12'}")
                    .says("the fields of generator 'a' have no node, so two instances can issue equal ids"),
            plain("an empty idgen", "idgen:", "namespace: shop")
                    .says("'idgen' is empty. In YAML, indent the lines that belong to it"));

    @ParameterizedTest
    @FieldSource("WARNED")
    void applicationStartsWithAWarning(Mistake mistake, CapturedOutput output) {
        application(mistake).run().close();
        assertThat(output).contains(mistake.says());
    }

    @Test
    void optionalInjectionAsksByType() {
        try (ConfigurableApplicationContext context =
                application(mistake("none", WantsOptional.class, ORDER)).run()) {
            assertThat(context.getBean(WantsOptional.class).ids()).isEmpty();
        }
        try (ConfigurableApplicationContext context =
                application(mistake("none", WantsProvided.class, ORDER)).run()) {
            WantsProvided wants = context.getBean(WantsProvided.class);
            assertThat(wants.order().getIfAvailable()).isNotNull();
            assertThat(wants.order().getIfUnique()).isNotNull();
            assertThat(wants.ids().getIfUnique()).isNull();
        }
    }

    // What is said later

    @Test
    void refusedArgumentIsQuoted() {
        try (ConfigurableApplicationContext context =
                application(mistake("none", WantsOrder.class, ORDER)).run()) {
            LongIdGenerator order = context.getBean(LongIdGenerator.class);
            assertThatThrownBy(() -> order.decode(-5L)).hasMessageStartingWith("'-5' is not an id of type snowflake: ");
            assertThatThrownBy(() -> order.parse("18446744073709551611"))
                    .hasMessageStartingWith("'18446744073709551611' is not an id of type snowflake: ");
        }
    }

    private static SpringApplicationBuilder application(Mistake mistake) {
        return new SpringApplicationBuilder(mistake.application())
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .properties("idgen.store=memory", "spring.datasource.generate-unique-name=true")
                .initializers(context -> configure(context.getEnvironment(), mistake));
    }

    private static void configure(ConfigurableEnvironment environment, Mistake mistake) {
        MutablePropertySources sources = environment.getPropertySources();
        byte[] yaml = String.join("\n", mistake.yaml()).getBytes(StandardCharsets.UTF_8);
        try {
            new YamlPropertySourceLoader()
                    .load("application.yml", new ByteArrayResource(yaml, "application.yml"))
                    .forEach(sources::addFirst);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String variables = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
        sources.replace(variables, new SystemEnvironmentPropertySource(variables, mistake.environment()));
    }
}
