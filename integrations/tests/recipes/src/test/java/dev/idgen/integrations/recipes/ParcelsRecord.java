package dev.idgen.integrations.recipes;

import static dev.idgen.integrations.recipes.Parcels.PARCELS;

import org.jooq.impl.UpdatableRecordImpl;

/** A row of {@link Parcels}, much as jOOQ's code generator describes it. */
public class ParcelsRecord extends UpdatableRecordImpl<ParcelsRecord> {

    public ParcelsRecord() {
        super(PARCELS);
    }

    Long getId() {
        return get(PARCELS.id);
    }

    void setId(Long id) {
        set(PARCELS.id, id);
    }
}
