package dev.idgen.internal.store.jdbc;

import dev.idgen.CounterReport;
import dev.idgen.CounterReport.Gap;
import dev.idgen.internal.counted.CountedScheme;
import dev.idgen.internal.counted.NumberTemplate;
import dev.idgen.internal.counted.StoredColumn;
import dev.idgen.internal.setting.Region;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The numbers of a generator that an application's column has, compared with its counters. Asks over the caller's connection, if he
 * has one. Thread-safe.
 */
/*
 * Who counts on has the row locked until he commits. So all numbers up to what the row is have been committed, and are in the
 * column when it is read later; what is committed meanwhile is greater, and not looked for. What the column has beyond the
 * counter is compared with what the row is after that.
 */
final class StoredNumbers {

    private static final char ESCAPE = '!';
    private static final String COUNTERS = "SELECT counter_name, counter_value FROM idgen_counter"
            + " WHERE namespace = ? AND counter_name LIKE ? ESCAPE '" + ESCAPE + "' ORDER BY counter_name";
    private static final String SKIPPED = "SELECT gap_from, gap_to, skipped_at FROM idgen_counter_gap"
            + " WHERE namespace = ? AND counter_name = ? ORDER BY gap_from";

    private final JdbcTemplate jdbc;
    private final Dialect dialect;
    private final String namespace;
    private final CountedScheme scheme;
    private final Region region;
    private final StoredColumn stored;
    private final long first;
    private final long step;

    private record Counter(String name, long value) {}

    /** What the column has: numbers up to the last one, rows with them, the greatest of them, and the greatest of all. */
    private record Summary(long count, long rows, long last, long greatest) {}

    private record Range(long from, long to) {}

    StoredNumbers(JdbcDatabase database, String namespace, CountedScheme scheme, Region region, StoredColumn stored) {
        this.jdbc = new JdbcTemplate(database.application());
        this.dialect = Dialect.of(jdbc);
        this.namespace = namespace;
        this.scheme = scheme;
        this.region = region;
        this.stored = stored;
        this.first = scheme.number(1);
        this.step = scheme.size() > 1 ? scheme.number(2) - first : 1;
    }

    List<CounterReport> reports(int mostGaps) {
        List<CounterReport> reports = new ArrayList<>();
        int left = mostGaps;
        for (Counter counter : counters()) {
            CounterReport report = report(counter, left);
            left -= report.gaps().size();
            reports.add(report);
        }
        return reports;
    }

    private List<Counter> counters() {
        String name = NumberTemplate.escaped(scheme.generator(), ESCAPE) + (isPeriodic() ? ":%" : "");
        return jdbc.query(COUNTERS, (row, number) -> new Counter(row.getString(1), row.getLong(2)), namespace, name);
    }

    private boolean isPeriodic() {
        NumberTemplate template = scheme.template();
        return template != null && template.isPeriodic();
    }

    private CounterReport report(Counter counter, int mostGaps) {
        String period =
                isPeriodic() ? counter.name().substring(scheme.generator().length() + 1) : "";
        long last = last(counter.value());
        Summary summary = summary(period, last);
        long missing = (last - first) / step + 1 - summary.count();
        List<Gap> gaps = missing == 0 || mostGaps == 0
                ? List.of()
                : gaps(counter.name(), holes(period, last, summary.last(), mostGaps), mostGaps);
        long beyond = summary.greatest() > last(valueNow(counter)) ? summary.greatest() : 0;
        return new CounterReport(period, first, last, missing, summary.rows() - summary.count(), beyond, gaps);
    }

    /** The last number up to a value of the counter. */
    private long last(long value) {
        long count = Math.min(region.count(value), scheme.size());
        return count == 0 ? first - step : scheme.number(count);
    }

    private long valueNow(Counter counter) {
        return Objects.requireNonNull(jdbc.queryForObject(
                "SELECT COALESCE(MAX(counter_value), 0) FROM idgen_counter WHERE namespace = ? AND counter_name = ?",
                Long.class,
                namespace,
                counter.name()));
    }

    // The application's column

    private Summary summary(String period, long last) {
        return Objects.requireNonNull(jdbc.queryForObject(
                "SELECT COUNT(DISTINCT CASE WHEN n <= ? THEN n END), COUNT(CASE WHEN n <= ? THEN n END),"
                        + " MAX(CASE WHEN n <= ? THEN n END), MAX(n) FROM " + numbers(period),
                (row, number) -> new Summary(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4)),
                last,
                last,
                last));
    }

    /** What is missing from the first number to the last, in order. */
    private List<Range> holes(String period, long last, long lastStored, int most) {
        JdbcTemplate limited = new JdbcTemplate(Objects.requireNonNull(jdbc.getDataSource()));
        limited.setMaxRows(most + 1);
        List<Range> holes = limited.query(
                "SELECT before_n, n FROM (SELECT n, LAG(n) OVER (ORDER BY n) AS before_n FROM " + numbers(period)
                        + " WHERE n <= ?) AS pairs WHERE before_n IS NULL OR n - before_n > ? ORDER BY n",
                (row, number) -> new Range(row.getLong(1), row.getLong(2)),
                last,
                step);
        List<Range> missing = new ArrayList<>();
        for (Range hole : holes) {
            add(missing, hole.from() == 0 ? first : hole.from() + step, hole.to() - step);
        }
        add(missing, lastStored == 0 ? first : lastStored + step, last);
        return missing;
    }

    private static void add(List<Range> ranges, long from, long to) {
        if (from <= to) {
            ranges.add(new Range(from, to));
        }
    }

    /** The column's numbers that this counter makes, as a table with the column {@code n}. */
    private String numbers(String period) {
        NumberTemplate template = scheme.template();
        String digits = stored.column();
        String condition = stored.column() + " IS NOT NULL";
        if (template != null) {
            digits = "SUBSTRING(" + digits + ", " + template.digitsBegin() + ", " + template.digits() + ")";
            condition = stored.column() + " LIKE '"
                    + template.like(period, ESCAPE).replace("'", "''") + "' ESCAPE '" + ESCAPE + "'";
        }
        return "(SELECT n FROM (SELECT " + dialect.wholeNumber(digits) + " AS n FROM "
                + stored.table()
                + " WHERE " + condition + ") AS all_numbers WHERE n >= " + first + " AND MOD(n - " + first + ", " + step
                + ") = 0) AS numbers";
    }

    // What was skipped

    private List<Gap> gaps(String counter, List<Range> holes, int most) {
        List<Gap> skipped = jdbc.query(
                SKIPPED, (row, number) -> skipped(row.getLong(1), row.getLong(2), row.getLong(3)), namespace, counter);
        List<Gap> gaps = new ArrayList<>();
        for (Range hole : holes) {
            long from = hole.from();
            for (Gap gap : skipped) {
                long begin = Math.max(from, gap.from());
                long end = Math.min(hole.to(), gap.to());
                if (begin <= end) {
                    add(gaps, from, begin - step, null);
                    add(gaps, begin, end, gap.skippedAt());
                    from = end + step;
                }
            }
            add(gaps, from, hole.to(), null);
        }
        return gaps.subList(0, Math.min(most, gaps.size()));
    }

    /** A record, in this counter's numbers. */
    private Gap skipped(long from, long to, long at) {
        return new Gap(last(from - 1) + step, last(to), Instant.ofEpochMilli(at));
    }

    private static void add(List<Gap> gaps, long from, long to, @Nullable Instant skippedAt) {
        if (from <= to) {
            gaps.add(new Gap(from, to, skippedAt));
        }
    }
}
