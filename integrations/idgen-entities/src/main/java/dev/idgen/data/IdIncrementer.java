package dev.idgen.data;

import dev.idgen.IdgenException;
import dev.idgen.LongIdGenerator;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.support.incrementer.DataFieldMaxValueIncrementer;

/**
 * Gives Spring JDBC and Spring Batch the ids of a generator instead of the values of a database sequence. Thread-safe.
 */
public final class IdIncrementer implements DataFieldMaxValueIncrementer {

    private final LongIdGenerator generator;

    /** @param generator for example one of type {@code counter}; it takes no value with each call */
    public IdIncrementer(LongIdGenerator generator) {
        this.generator = generator;
    }

    /**
     * Takes an id of up to 31 bits.
     *
     * @throws DataIntegrityViolationException if the id is greater; it is then lost
     * @throws DataAccessResourceFailureException if the generator can issue no id before its deadline
     */
    @Override
    public int nextIntValue() {
        long id = nextLongValue();
        if (id != (int) id) {
            throw new DataIntegrityViolationException("the id " + id + " is no int: call nextLongValue()");
        }
        return (int) id;
    }

    /** @throws DataAccessResourceFailureException if the generator can issue no id before its deadline */
    @Override
    public long nextLongValue() {
        try {
            return generator.nextLong();
        } catch (IdgenException e) {
            throw new DataAccessResourceFailureException("no id: " + e.getMessage(), e);
        }
    }

    /**
     * Takes an id as its usual text, prefix included.
     *
     * @throws DataAccessResourceFailureException if the generator can issue no id before its deadline
     */
    @Override
    public String nextStringValue() {
        return generator.format(nextLongValue());
    }
}
