package dev.idgen.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

class DataSourceAddressTests {

    @ParameterizedTest
    @CsvSource({
        "jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1;PASSWORD=word, jdbc:h2:mem:shop",
        "jdbc:postgresql://db:5432/shop?user=me&password=word, jdbc:postgresql://db:5432/shop",
        "jdbc:postgresql://db/shop?password=w@rd, jdbc:postgresql:...",
        "jdbc:mysql://me:word@db:3306/shop, jdbc:mysql://db:3306/shop",
        "jdbc:mysql:loadbalance://me:w@r:d@db:3306/shop, jdbc:mysql:loadbalance://db:3306/shop",
        "jdbc:oracle:thin:me/word@//db:1521/shop, jdbc:oracle:thin://db:1521/shop",
        "jdbc:mariadb://one/shop, jdbc:mariadb://one/shop",
        "jdbc:aws-wrapper:mysql://me:word@db:3306/shop, jdbc:aws-wrapper:mysql://db:3306/shop",
        "jdbc:mysql+srv://me:word@db/shop, jdbc:mysql+srv://db/shop",
        "jdbc:mysql://address=(host=db)(password=word)/shop, jdbc:mysql:...",
        "'jdbc:mysql://(Password=word,host=db)/shop', jdbc:mysql:...",
        "jdbc:db2://db:50000/shop:password=word;user=me, jdbc:db2:...",
        "jdbc:mysql://me:wo?rd@db/shop, jdbc:mysql:...",
        "jdbc:mysql://me:wo;rd@db/shop, jdbc:mysql:...",
        "jdbc:mysql://me:wo/rd@db/shop, jdbc:mysql://db/shop",
        "'jdbc:mysql://(pw=wo)rd,host=db)/shop', jdbc:mysql:...",
        "jdbc:oracle:thin:me/word, jdbc:oracle:...",
        "jdbc:oracle:thin:@db:1521:shop, jdbc:oracle:thin:db:1521:shop",
        "jdbc:h2:~/shop, jdbc:h2:~/shop",
        "jdbc:h2:file:C:/data/shop, jdbc:h2:file:C:/data/shop",
        "word, a URL of another form"
    })
    void secretsAreLeftOut(String url, String address) {
        assertThat(DataSourceAddress.withoutSecrets(url)).isEqualTo(address).doesNotContainPattern("(?i)wo|rd");
    }

    @Test
    void addressIsReadWithoutAConnectionFromPoolsProxiesAndDrivers() {
        String url = "jdbc:postgresql://nowhere.invalid/shop";
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(url);
            assertThat(DataSourceAddress.of(pool)).contains(url);
            DataSource lazy = new LazyConnectionDataSourceProxy(new TransactionAwareDataSourceProxy(pool));
            assertThat(DataSourceAddress.of(lazy)).contains(url);
            pool.setSchema("orders");
            assertThat(DataSourceAddress.of(pool)).contains(url + ", schema 'orders'");
            pool.setSchema("");
            assertThat(DataSourceAddress.of(pool)).contains(url);
        }
        JdbcDataSource driver = new JdbcDataSource();
        driver.setURL("jdbc:h2:mem:shop");
        assertThat(DataSourceAddress.of(driver)).contains("jdbc:h2:mem:shop");
        assertThat(DataSourceAddress.of(new LazyConnectionDataSourceProxy())).isEmpty();
        assertThat(DataSourceAddress.of(new SimpleDriverDataSource())).isEmpty();
        assertThat(DataSourceAddress.of(mock(DataSource.class))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:h2:mem:shop, jdbc:h2:mem:shop",
        "jdbc:postgresql://db/shop?password=word&currentSchema=orders&user=me, 'jdbc:postgresql://db/shop, schema ''orders'''",
        "jdbc:h2:mem:shop;PASSWORD=word;SCHEMA=orders, 'jdbc:h2:mem:shop, schema ''orders'''"
    })
    void schemaIsReadFromTheUrl(String url, String address) {
        SimpleDriverDataSource simple = new SimpleDriverDataSource();
        simple.setUrl(url);
        assertThat(DataSourceAddress.of(simple)).contains(address);
    }
}
