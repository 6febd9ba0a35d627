package dev.idgen.integrations.mybatisplus;

import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.toolkit.NetUtils;
import com.baomidou.mybatisplus.core.toolkit.NetUtils.NetProperties;
import com.baomidou.mybatisplus.core.toolkit.Sequence;
import com.baomidou.mybatisplus.spring.service.impl.ServiceImpl;
import dev.idgen.internal.time.TimeSource;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.mapper.MapperFactoryBean;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * A process that saves payments into a database of its own and writes their ids to a file, while its clock is off. Started by
 * {@link FiveProcessesTests}, or by hand: {@code default|idgen <skew in ms> <payments> <file> [property=value ...]}.
 *
 * <p>It says {@value #READY}, begins when it reads a line, and ends.
 */
public final class SavingWorker {

    static final String READY = "WORKER ready";
    private static final String SKEW = "worker.skew";
    private static final int BATCH = 1_000;

    static class Payments extends ServiceImpl<Payment.Mapper, Payment> {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        MapperFactoryBean<Payment.Mapper> payment(SqlSessionFactory sessions) {
            MapperFactoryBean<Payment.Mapper> mapper = new MapperFactoryBean<>(Payment.Mapper.class);
            mapper.setSqlSessionFactory(sessions);
            return mapper;
        }

        @Bean
        Payments payments() {
            return new Payments();
        }
    }

    @Import(Application.class)
    static class WithIdgen {

        @Bean
        TimeSource skewedTime() {
            Duration skew = Duration.ofMillis(Long.getLong(SKEW));
            return new TimeSource() {
                @Override
                public Instant instant() {
                    return Instant.now().plus(skew);
                }

                @Override
                public long nanoTime() {
                    return System.nanoTime();
                }
            };
        }
    }

    /** What MyBatis-Plus makes by itself, from the same address by the same constructor, but for the clock. */
    @Import(Application.class)
    static class WithDefault {

        @Bean
        IdentifierGenerator skewedDefault() {
            NetProperties any = new NetProperties(List.of(), List.of());
            return new DefaultIdentifierGenerator(
                    new SkewedSequence(new NetUtils(any).findFirstNonLoopbackAddress(), Long.getLong(SKEW)));
        }
    }

    static final class SkewedSequence extends Sequence {

        private final long skew;

        SkewedSequence(InetAddress address, long skew) {
            super(address);
            this.skew = skew;
        }

        /** What stands for the machine in ids: 5 bits for the datacenter, and 5 for the worker. */
        long machine() {
            return nextId() >>> 12 & 0x3ff;
        }

        long datacenter() {
            return machine() >>> 5;
        }

        @Override
        protected long timeGen() {
            return super.timeGen() + skew;
        }
    }

    private SavingWorker() {}

    public static void main(String[] args) throws IOException {
        boolean idgen = args[0].equals("idgen");
        System.setProperty(SKEW, args[1]);
        int payments = Integer.parseInt(args[2]);
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(
                        idgen ? WithIdgen.class : WithDefault.class)
                .web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off", "spring.datasource.generate-unique-name=true")
                .properties("idgen.mybatis-plus.enabled=" + idgen)
                .run(List.of(args).subList(4, args.length).stream()
                        .map(property -> "--" + property)
                        .toArray(String[]::new))) {
            Payments service = context.getBean(Payments.class);
            System.out.println(READY);
            if (System.in.read() != '\n') {
                return; // the parent is gone
            }
            try (DataOutputStream out =
                    new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(Path.of(args[3]))))) {
                for (int saved = 0; saved < payments; saved += BATCH) {
                    List<Payment> batch = new ArrayList<>(IntStream.range(0, Math.min(BATCH, payments - saved))
                            .mapToObj(i -> new Payment())
                            .toList());
                    service.saveBatch(batch);
                    for (Payment payment : batch) {
                        out.writeLong(payment.getId());
                    }
                }
            }
        }
    }
}
