package dev.idgen.benchmarks;

import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import java.time.Duration;
import me.ahoo.cosid.machine.ClockBackwardsSynchronizer;
import me.ahoo.cosid.machine.DefaultMachineIdGuarder;
import me.ahoo.cosid.machine.InstanceId;
import me.ahoo.cosid.machine.MachineIdDistributor;
import me.ahoo.cosid.machine.MachineStateStorage;
import me.ahoo.cosid.segment.SegmentChainId;
import me.ahoo.cosid.snowflake.ClockSyncSnowflakeId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import me.ahoo.cosid.spring.redis.SpringRedisIdSegmentDistributor;
import me.ahoo.cosid.spring.redis.SpringRedisMachineIdDistributor;
import org.redisson.Redisson;
import org.redisson.api.RIdGenerator;
import org.redisson.config.Config;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The sources of ids for a service with little CPU, each set up as documented. */
enum LittleCpuSubject {
    INCREMENT("raw increments (`INCR`)", "--idgen.enabled=false") {
        @Override
        Runnable open(ApplicationContext context) {
            StringRedisTemplate template = context.getBean(StringRedisTemplate.class);
            return () -> template.opsForValue().increment("counter");
        }
    },

    STRING("`nextId(\"ORDR\")`", "--idgen.enabled=true") {
        @Override
        Runnable open(ApplicationContext context) {
            IdService ids = context.getBean(IdService.class);
            return () -> ids.nextId(StringIds.BUSINESS);
        }
    },

    SNOWFLAKE("snowflake", "--idgen.generators.order.type=snowflake") {
        @Override
        Runnable open(ApplicationContext context) {
            return context.getBean(LongIdGenerator.class)::nextLong;
        }
    },

    SEGMENT("segment", "--idgen.generators.order.type=segment") {
        @Override
        Runnable open(ApplicationContext context) {
            return context.getBean(LongIdGenerator.class)::nextLong;
        }
    },

    COSID_SNOWFLAKE("CosId `SnowflakeId`, machine id of Redis", "--idgen.enabled=false") {
        @Override
        Runnable open(ApplicationContext context) {
            MachineIdDistributor distributor = new SpringRedisMachineIdDistributor(
                    context.getBean(StringRedisTemplate.class),
                    MachineStateStorage.IN_MEMORY,
                    ClockBackwardsSynchronizer.DEFAULT);
            InstanceId instance =
                    InstanceId.of("127.0.0.1", (int) ProcessHandle.current().pid(), false);
            int machine = distributor
                    .distribute(COSID, MillisecondSnowflakeId.DEFAULT_MACHINE_BIT, instance, COSID_GUARD)
                    .getMachineId();
            DefaultMachineIdGuarder guarder = new DefaultMachineIdGuarder(distributor, COSID_GUARD);
            guarder.register(COSID, instance);
            guarder.start();
            return new ClockSyncSnowflakeId(new MillisecondSnowflakeId(machine))::generate;
        }
    },

    COSID_SEGMENT("CosId `SegmentChainId`, 1000", "--idgen.enabled=false") {
        @Override
        Runnable open(ApplicationContext context) {
            return new SegmentChainId(new SpringRedisIdSegmentDistributor(
                    COSID, "order", 0, COSID_STEP, context.getBean(StringRedisTemplate.class)))::generate;
        }
    },

    REDISSON("Redisson `RIdGenerator`, 5000", "--idgen.enabled=false") {
        @Override
        Runnable open(ApplicationContext context) {
            Config config = new Config();
            String port = context.getBean(Environment.class).getRequiredProperty("spring.data.redis.port");
            config.useSingleServer().setAddress("redis://127.0.0.1:" + port);
            RIdGenerator ids = Redisson.create(config).getIdGenerator("redisson");
            ids.tryInit(1, REDISSON_STEP);
            return ids::nextId;
        }
    };

    private static final String COSID = "cosid";
    private static final Duration COSID_GUARD = Duration.ofMinutes(5);
    private static final int COSID_STEP = 1000;
    private static final int REDISSON_STEP = 5000;

    private final String label;
    private final String property;

    LittleCpuSubject(String label, String property) {
        this.label = label;
        this.property = property;
    }

    /** The label on the page. */
    String label() {
        return label;
    }

    /** The property for its application, as {@code --name=value}. */
    String property() {
        return property;
    }

    /** Sets the source up. Each run of the result takes one id. */
    abstract Runnable open(ApplicationContext context);
}
