-- Compares a counter without a gap with the column that stores its numbers. docs/audit.md explains the findings.
-- It fits PostgreSQL, the table invoices and the template INV-yyyy-000000. What you may have to change:
--
-- MariaDB, MySQL, H2          ~ to REGEXP
-- no column void_reason       NULL AS void_reason in ids
-- namespace, generator        'default' and 'invoice:%', and twice 9, the length of the generator's name + 2
-- start, step, idgen.region   the numbers in the first lines
-- other template              in ids: where period and digits begin, their lengths, and the pattern
-- years of two digits         CONCAT('20', SUBSTRING(number, 3, 2)) AS period, for FY26-27/0001
-- months, days with hyphens   REPLACE(SUBSTRING(number, 5, 7), '-', '') AS period, for INV-2026-11-000001
-- no date in the template     '' AS period, and counter_name = 'invoice' in both places
-- no template                 as for no date, with number AS num
-- keys                        'invoice::_%', 10 instead of 9 (the length + 3), and in ids, with digits that are counted from the end:
--                             CONCAT(tenant, ':', LEFT(RIGHT(number, 10), 4)) AS period, RIGHT(number, 5),
--                             without a date tenant AS period
-- keys, MariaDB or MySQL      whose columns ignore case:
--                             CAST(CONCAT(tenant, ':', LEFT(RIGHT(number, 10), 4)) AS BINARY) AS period,
--                             without a date CAST(tenant AS BINARY) AS period

WITH setting AS (  -- start and step of the generator, and region k of n
    SELECT 1 AS start, 1 AS step, 1 AS k, 1 AS n
), grid AS (       -- the region's numbers are origin + distance, origin + 2 * distance, ...
    SELECT start + step * (k - 1 - n) AS origin, step * n AS distance FROM setting
), ids AS (        -- your column: the period and the number of each id
    SELECT SUBSTRING(number, 5, 4) AS period,
           CAST(CASE WHEN number ~ '^INV-[0-9]{4}-[0-9]{6}$'
                     THEN SUBSTRING(number, 10, 6) END AS DECIMAL(19)) AS num, void_reason
    FROM invoices
), counted AS (    -- how far each period's counter has come
    SELECT SUBSTRING(counter_name, 9) AS period, origin, distance,
           GREATEST(last_number, origin) + distance
               - MOD(GREATEST(last_number, origin) - origin, distance) AS next_num
    FROM idgen_counter CROSS JOIN grid
    WHERE namespace = 'default' AND counter_name LIKE 'invoice:%'
), skipped AS (    -- what floor or raiseTo left out
    SELECT SUBSTRING(counter_name, 9) AS period, skipped_at,
           GREATEST(gap_from - 1, origin) + distance
               - MOD(GREATEST(gap_from - 1, origin) - origin, distance) AS from_num,
           GREATEST(gap_to, origin) - MOD(GREATEST(gap_to, origin) - origin, distance) AS to_num
    FROM idgen_counter_gap CROSS JOIN grid
    WHERE namespace = 'default' AND counter_name LIKE 'invoice:%'
), own AS (        -- without numbers of other regions
    SELECT period, num, void_reason FROM ids CROSS JOIN grid
    WHERE num > origin AND MOD(num - origin, distance) = 0
), taken AS (
    SELECT period, num AS from_num, num AS to_num FROM own
    UNION ALL SELECT period, from_num, to_num FROM skipped WHERE from_num <= to_num
    UNION ALL SELECT period, origin, origin FROM counted
    UNION ALL SELECT period, next_num, next_num FROM counted
), neighbours AS (
    SELECT period, from_num, MAX(to_num) OVER (PARTITION BY period ORDER BY from_num, to_num
           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before_num
    FROM taken
)
SELECT period, 'skipped' AS finding, from_num, to_num, skipped_at, NULL AS void_reason
FROM skipped WHERE from_num <= to_num
UNION ALL
SELECT period, 'issued', origin + distance, next_num - distance, NULL, NULL
FROM counted
UNION ALL
SELECT counted.period, 'not stored', before_num + distance, from_num - distance, NULL, NULL
FROM neighbours JOIN counted USING (period) WHERE from_num > before_num + distance AND from_num <= next_num
UNION ALL
SELECT period, 'stored more than once', num, num, NULL, NULL
FROM own GROUP BY period, num HAVING COUNT(*) > 1
UNION ALL
SELECT period, 'void', num, num, NULL, void_reason
FROM own WHERE void_reason IS NOT NULL
UNION ALL
SELECT own.period, 'not issued yet', num, num, NULL, NULL
FROM own LEFT JOIN counted USING (period) WHERE next_num IS NULL OR num >= next_num
ORDER BY period, from_num, finding
