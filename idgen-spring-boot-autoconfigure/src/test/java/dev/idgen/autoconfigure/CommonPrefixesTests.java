package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.generator.GeneratorType;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A prefix tells the ids of generators apart, or the application does not start. */
class CommonPrefixesTests {

    @ParameterizedTest
    @EnumSource(GeneratorType.class)
    void generatorsOfOneTypeWithOnePrefixAreRefused(GeneratorType type) {
        String[] properties = Stream.of("order", "cust")
                .flatMap(name -> Stream.concat(
                        Stream.of(TypicalProperties.of(name, type)),
                        Stream.of("idgen.generators." + name + ".text.prefix=x_")))
                .toArray(String[]::new);
        refused(TypicalApplication.inMemory().withPropertyValues(properties));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    type=snowflake,text.prefix=x_                           | type=tsid,text.prefix=x_,text.form=decimal
                    type=tsid,text.prefix=ord-,text.check=true              | type=tsid,text.prefix=ORD-,text.check=true
                    type=tsid,text.prefix=x_,text.mask=0123456789abcdef     | type=tsid,text.prefix=x_
                    type=tsid,text.prefix=x_,text.group=4                   | type=tsid,text.prefix=x_
                    type=counter,text.prefix=x                              | type=counter,text.prefix=x,keyed=true
                    type=counter,text.prefix=a                              | type=counter,text.prefix=a1
                    type=counter,text.prefix=x-,template={key}-{0000}       | type=counter,text.prefix=x-,template={key}{0000}
                    type=counter,text.prefix=x-,template=I{yyyy}{0000}      | type=counter,text.prefix=x-,template=I{00000000}
                    type=uuid-v7,text.prefix=x_,text.mask=0123456789abcdef  | type=uuid-v4,text.prefix=x_
                    """)
    void idsThatBothReadAreRefused(String order, String cust) {
        refused(application(order, cust));
        refused(application(cust, order));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    type=tsid                                               | type=tsid
                    type=tsid,text.prefix=x_                                | type=tsid
                    type=tsid,text.prefix=x_                                | type=snowflake,text.prefix=y_
                    type=tsid,text.prefix=x_                                | type=snowflake,text.prefix=x_
                    type=tsid,text.prefix=ord-                              | type=tsid,text.prefix=ord-old-
                    type=counter,text.prefix=acme-,template=INV{0000}       | type=counter,text.prefix=acme-,template=CRN{0000}
                    type=existing,max=999,text.prefix=x,text.form=crockford | type=tsid,text.prefix=x
                    """)
    void idsThatDifferMayHaveOnePrefix(String order, String cust) {
        application(order, cust).run(context -> assertThat(context).hasNotFailed());
    }

    private static ApplicationContextRunner application(String order, String cust) {
        return TypicalApplication.inMemory()
                .withPropertyValues(properties("order", order))
                .withPropertyValues(properties("cust", cust));
    }

    private static String[] properties(String name, String given) {
        return List.of(given.split(",")).stream()
                .map(property -> "idgen.generators." + name + "." + property)
                .toArray(String[]::new);
    }

    private static void refused(ApplicationContextRunner application) {
        application.run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining(
                        "'idgen.generators.cust.text.prefix' does not tell its ids from those of generator 'order'")
                .hasMessageContaining("could be of either"));
    }
}
