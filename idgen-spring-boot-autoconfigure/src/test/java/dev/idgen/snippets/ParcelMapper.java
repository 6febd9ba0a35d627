package dev.idgen.snippets;

import dev.idgen.data.GeneratedId;
import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;

@Mapper
interface ParcelMapper {

    class Parcel {

        @GeneratedId("parcel") // idgen.generators.parcel
        Long id;

        @GeneratedId(business = "PRCL") // a string id of IdService
        String number;
    }

    @Insert("insert into parcels (id, number) values (#{id}, #{number})")
    int insert(Parcel parcel);

    @Insert("""
            <script>insert into parcels (id, number) values
            <foreach item="it" collection="parcels" separator=",">(#{it.id}, #{it.number})</foreach></script>""")
    int insertAll(@Param("parcels") List<Parcel> parcels);
}
