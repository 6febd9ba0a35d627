package dev.idgen;

import java.util.List;

/** Compares the numbers that transactional counters have issued with those that an application has stored. Thread-safe. */
@FunctionalInterface
public interface CounterAudit {

    /**
     * Compares a counter with a column of the application's, in the database in which the counter is. It reads the whole column, in the
     * caller's transaction if there is one; numbers of transactions that have not ended are not in it.
     *
     * @param generator the name of a counter with {@code transactional: true}
     * @param table the table in which its ids are stored, as it is written in SQL, such as {@code invoices}, {@code shop.invoices} or
     *     {@code "Invoices"}
     * @param column the column of the ids, likewise
     * @param mostGaps most gaps to list, from 1, in all reports together
     * @return one report; with a date in the generator's template one for each period, in the order of their texts; none if nothing was
     *     issued
     * @throws IllegalArgumentException if there is no such generator, or a name is not one of SQL
     * @throws RuntimeException of Spring's {@code org.springframework.dao} if the database refuses: there is no such table, for example
     */
    List<CounterReport> audit(String generator, String table, String column, int mostGaps);
}
