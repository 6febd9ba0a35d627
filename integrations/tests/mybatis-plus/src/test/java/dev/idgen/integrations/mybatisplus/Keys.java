package dev.idgen.integrations.mybatisplus;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import dev.idgen.data.GeneratedId;
import dev.idgen.data.GeneratedId.Assigned;

/** Entities with keys of other types. Fields without setters are enough for MyBatis. */
final class Keys {

    private Keys() {}

    @TableName("texts")
    static class DecimalKey {

        @TableId(type = IdType.ASSIGN_ID)
        String id;

        interface Mapper extends BaseMapper<DecimalKey> {}
    }

    @TableName("texts")
    static class UuidKey {

        @TableId(type = IdType.ASSIGN_UUID)
        String id;

        interface Mapper extends BaseMapper<UuidKey> {}
    }

    @TableName("texts")
    static class BusinessKey {

        @TableId(type = IdType.ASSIGN_UUID)
        @GeneratedId(business = "ORDR")
        String id;

        interface Mapper extends BaseMapper<BusinessKey> {}
    }

    @TableName("numbers")
    static class CountedKey {

        @TableId(type = IdType.ASSIGN_ID)
        @GeneratedId("counted")
        Long id;

        interface Mapper extends BaseMapper<CountedKey> {}
    }

    @TableName("numbers")
    static class ReplacedKey {

        @TableId(type = IdType.ASSIGN_ID)
        @GeneratedId(value = "counted", assigned = Assigned.REPLACE)
        Long id;

        interface Mapper extends BaseMapper<ReplacedKey> {}
    }

    @TableName("numbers")
    static class RefusedKey {

        @TableId(type = IdType.ASSIGN_ID)
        @GeneratedId(value = "counted", assigned = Assigned.REFUSE)
        Long id;

        interface Mapper extends BaseMapper<RefusedKey> {}
    }

    @TableName("numbers")
    static class ShortKey {

        @TableId(type = IdType.ASSIGN_ID)
        Integer id;

        interface Mapper extends BaseMapper<ShortKey> {}
    }

    @TableName("numbers")
    static class OwnKey {

        @TableId(type = IdType.INPUT)
        Long id;

        interface Mapper extends BaseMapper<OwnKey> {}
    }
}
