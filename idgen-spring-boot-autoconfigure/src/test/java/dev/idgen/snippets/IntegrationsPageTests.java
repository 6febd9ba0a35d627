package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import dev.idgen.IdService;
import dev.idgen.autoconfigure.IdgenEntityAutoConfiguration;
import dev.idgen.autoconfigure.IdgenMyBatisAutoConfiguration;
import java.util.List;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.MockMvc;

/**
 * The snippets of {@code docs/integrations.md}, compiled and run: what {@link ReactiveOrders}
 * does is watched by {@code NeverBlocksTests}, and {@link EagerIds} by {@link FirstIdPagesTests}. Those for other libraries are
 * compiled and run in {@code integrations/recipes}.
 */
@WebMvcTest
@TestPropertySource(properties = "idgen.generators.parcel.type=tsid")
class IntegrationsPageTests {

    private static final Page PAGE = Page.of("docs/integrations.md");

    @SpringBootConfiguration(proxyBeanMethods = false)
    @Import(OrderController.class)
    @ImportAutoConfiguration({IdgenEntityAutoConfiguration.class, IdgenMyBatisAutoConfiguration.class})
    static class Application {}

    @Autowired
    private MockMvc mvc;

    @Autowired
    private IdService ids;

    @Autowired
    private Interceptor interceptor;

    @Test
    void jsonIsWhatTheControllerAnswers() throws Exception {
        assertThat(answer("/orders/9007199254740993"))
                .isEqualTo(PAGE.blocks("json").get(0).strip());
        assertThat(answer("/numbers/" + ids.nextId("ORDR"))).isEqualTo("ORDR");
    }

    private String answer(String path) throws Exception {
        return mvc.perform(get(path)).andReturn().getResponse().getContentAsString();
    }

    @Test
    void interceptorOfMyBatisFillsIds() throws Exception {
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:mybatis");
        Configuration configuration =
                new Configuration(new Environment("test", new JdbcTransactionFactory(), database));
        configuration.addInterceptor(interceptor);
        configuration.addMapper(ParcelMapper.class);
        try (SqlSession session =
                new SqlSessionFactoryBuilder().build(configuration).openSession()) {
            session.getConnection()
                    .createStatement()
                    .execute("create table parcels (id bigint primary key, number varchar(27) unique)");
            ParcelMapper mapper = session.getMapper(ParcelMapper.class);
            ParcelMapper.Parcel parcel = new ParcelMapper.Parcel();
            mapper.insert(parcel);
            List<ParcelMapper.Parcel> parcels = List.of(new ParcelMapper.Parcel(), new ParcelMapper.Parcel());
            mapper.insertAll(parcels);
            assertThat(List.of(parcel, parcels.get(0), parcels.get(1))).allSatisfy(each -> {
                assertThat(each.id).isPositive();
                assertThat(each.number).matches("\\d{15}PRCL\\d{8}");
            });
        }
    }
}
