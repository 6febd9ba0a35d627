package dev.idgen.integrations.mybatis;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

@Mapper
interface Shop {

    @Insert("insert into orders (id, number, note) values (#{id}, #{number}, #{note})")
    int insert(Order order);

    @Insert("insert into orders (id, number, note) values (#{order.id}, #{order.number}, 'map')")
    int insertMap(Map<String, Object> parameters);

    @Insert("""
            <script>insert into orders (id, number, note) values
            <foreach item='order' collection='list' separator=','>(#{order.id}, #{order.number}, #{order.note})</foreach></script>""")
    int insertList(List<Order> orders);

    @Insert("""
            <script>insert into orders (id, number, note) values
            <foreach item='order' collection='array' separator=','>(#{order.id}, #{order.number}, #{order.note})</foreach></script>""")
    int insertArray(Order... orders);

    @Insert("""
            <script>insert into orders (id, number, note) values
            <foreach item='order' collection='orders' separator=','>(#{order.id}, #{order.number}, #{note})</foreach></script>""")
    int insertAll(@Param("orders") Collection<Order> orders, @Param("note") String note);

    @Update("update orders set id = #{id}, number = #{number} where note = #{note}")
    int update(Order order);

    @Insert("insert into customers (id, id_key) values (#{id}, #{key})")
    int insertCustomer(Customer customer);

    @Insert("insert into orders (id, number) values ('receipt', #{number})")
    int insertReceipt(MyBatisIntegrationTests.NumberedReceipt receipt);

    @Select("select number from orders where id = #{id}")
    Long numberOf(String id);

    @Select("select count(*) from orders where note = #{note}")
    int count(String note);
}
