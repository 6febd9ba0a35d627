package dev.idgen.integrations.mybatisplus;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;

/** What most entities of MyBatis-Plus look like: its default is {@link IdType#ASSIGN_ID}. */
@TableName("payment")
class Payment {

    @TableId
    private Long id;

    int amount;

    interface Mapper extends BaseMapper<Payment> {}

    public Long getId() {
        return id;
    }

    public void setId(Long value) {
        id = value;
    }
}
