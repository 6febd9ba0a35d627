package dev.idgen.integrations.recipes;

import org.jooq.TableField;
import org.jooq.UniqueKey;
import org.jooq.impl.CustomTable;
import org.jooq.impl.DSL;
import org.jooq.impl.Internal;
import org.jooq.impl.SQLDataType;

/** A table, much as jOOQ's code generator describes it. */
class Parcels extends CustomTable<ParcelsRecord> {

    static final Parcels PARCELS = new Parcels();

    final TableField<ParcelsRecord, Long> id = createField(DSL.name("ID"), SQLDataType.BIGINT);
    final TableField<ParcelsRecord, String> receiver = createField(DSL.name("RECEIVER"), SQLDataType.VARCHAR(20));

    private Parcels() {
        super(DSL.name("PARCELS"));
    }

    @Override
    public Class<ParcelsRecord> getRecordType() {
        return ParcelsRecord.class;
    }

    @Override
    public UniqueKey<ParcelsRecord> getPrimaryKey() {
        return Internal.createUniqueKey(this, id);
    }
}
