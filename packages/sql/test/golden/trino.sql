-- [s]
CAST("t"."s" AS varchar)

-- [n]
"t"."n"

-- [p]
"t"."p"

-- [x]
(CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)

-- [d]
(CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END)

-- [at]
(CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END)

-- [f]
"t"."f"

-- [s] = "it's"
CAST("t"."s" AS varchar) = CAST(? AS varchar)

$1 = "it's" (STRING)

-- [s] < "😀"
CAST("t"."s" AS varchar) < CAST(? AS varchar)

$1 = "😀" (STRING)

-- [n] != 2
"t"."n" <> CAST(? AS bigint)

$1 = 2 (INT)

-- [n] >= 2.5
"t"."n" >= CAST(? AS decimal(2, 1))

$1 = 2.5 (DECIMAL)

-- [x] <= 1e-3
(CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) <= CAST(? AS double)

$1 = 0.001 (DOUBLE)

-- [d] > "2024-02-29"
"t"."d" > CAST(? AS date)

$1 = 2024-02-29 (DATE)

-- [at] = "2024-02-29 13:00:00"
(CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) = CAST(? AS timestamp(6))

$1 = 2024-02-29 13:00:00 (TIMESTAMP)

-- [d] = [at]
(CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) = (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END)

-- [f] AND NOT ([n] > 1 OR [s] = "a")
"t"."f" AND NOT ("t"."n" > CAST(? AS bigint) OR CAST("t"."s" AS varchar) = CAST(? AS varchar))

$1 = 1 (INT)
$2 = "a" (STRING)

-- [n] + 1 - [n] * 2
TRY(CAST("t"."n" AS bigint) + CAST(? AS bigint) - CAST("t"."n" AS bigint) * CAST(? AS bigint))

$1 = 1 (INT)
$2 = 2 (INT)

-- [p] * [p]
TRY("t"."p" * "t"."p")

-- [p] + 1.25
TRY("t"."p" + CAST(? AS decimal(3, 2)))

$1 = 1.25 (DECIMAL)

-- [n] / [p]
CAST("t"."n" AS double) / NULLIF(CAST("t"."p" AS double), 0)

-- [n] % 3
"t"."n" % NULLIF(CAST(? AS bigint), 0)

$1 = 3 (INT)

-- [p] % 0.7
TRY("t"."p" % NULLIF(CAST(? AS decimal(2, 1)), 0))

$1 = 0.7 (DECIMAL)

-- [x] % 2
(CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) % NULLIF(CAST(? AS bigint), 0)

$1 = 2 (INT)

-- -[n]
TRY(-CAST("t"."n" AS bigint))

-- [n] = 9223372036854775808
"t"."n" = CAST(? AS decimal(19, 0))

$1 = 9223372036854775808 (DECIMAL)

-- DateTrunc([at], "MONTH") = "2024-02-01"
(CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) >= CAST(? AS timestamp(6)) AND (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < CAST(? AS timestamp(6))

$1 = 2024-02-01 00:00:00 (TIMESTAMP)
$2 = 2024-03-01 00:00:00 (TIMESTAMP)

-- IN(DateTrunc([d], "YEAR"), "2023-01-01", "2024-01-01")
"t"."d" >= CAST(? AS date) AND "t"."d" < CAST(? AS date)

$1 = 2023-01-01 (DATE)
$2 = 2025-01-01 (DATE)

-- NOT IN([s], "a", NULL)
NOT (CAST("t"."s" AS varchar) IN (CAST(? AS varchar), CAST(NULL AS varchar)))

$1 = "a" (STRING)

-- Abs(2)
CAST(? AS bigint)

$1 = 2 (INT)

-- Abs([n])
abs(NULLIF(CAST("t"."n" AS bigint), CAST(? AS bigint)))

$1 = -9223372036854775808 (INT)

-- Abs([p])
abs("t"."p")

-- Abs([x])
abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

-- Between("a%_", "a%_", "a%_")
TRUE

-- Between("a%_", "a%_", "yyyy-MM-dd")
TRUE

-- Between("a%_", "yyyy-MM-dd", "a%_")
FALSE

-- Between("a%_", "yyyy-MM-dd", "yyyy-MM-dd")
FALSE

-- Between("a%_", [s], "a%_")
(CAST(? AS varchar) BETWEEN CAST("t"."s" AS varchar) AND CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Between("a%_", [s], "yyyy-MM-dd")
(CAST(? AS varchar) BETWEEN CAST("t"."s" AS varchar) AND CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Between("a%_", [s], [s])
(CAST(? AS varchar) BETWEEN CAST("t"."s" AS varchar) AND CAST("t"."s" AS varchar))

$1 = "a%_" (STRING)

-- Between("yyyy-MM-dd", "a%_", "a%_")
FALSE

-- Between("yyyy-MM-dd", "a%_", "yyyy-MM-dd")
TRUE

-- Between("yyyy-MM-dd", "yyyy-MM-dd", "a%_")
FALSE

-- Between("yyyy-MM-dd", "yyyy-MM-dd", "yyyy-MM-dd")
TRUE

-- Between("yyyy-MM-dd", [s], "a%_")
(CAST(? AS varchar) BETWEEN CAST("t"."s" AS varchar) AND CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Between("yyyy-MM-dd", [s], "yyyy-MM-dd")
(CAST(? AS varchar) BETWEEN CAST("t"."s" AS varchar) AND CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Between("yyyy-MM-dd", [s], [s])
(CAST(? AS varchar) BETWEEN CAST("t"."s" AS varchar) AND CAST("t"."s" AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- Between(2, [n], [n])
(CAST(? AS bigint) BETWEEN "t"."n" AND "t"."n")

$1 = 2 (INT)

-- Between([at], [d], [d])
((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) BETWEEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AND (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Between([d], [d], [d])
((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) BETWEEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AND (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Between([f], [f], [f])
("t"."f" BETWEEN "t"."f" AND "t"."f")

-- Between([n], [n], [n])
("t"."n" BETWEEN "t"."n" AND "t"."n")

-- Between([p], [n], [n])
(COALESCE(TRY("t"."p" >= "t"."n"), truncate("t"."p" * DECIMAL '1') >= truncate("t"."n" * DECIMAL '1')) AND COALESCE(TRY("t"."p" <= "t"."n"), truncate("t"."p" * DECIMAL '1') <= truncate("t"."n" * DECIMAL '1')))

-- Between([s], "a%_", "a%_")
(CAST("t"."s" AS varchar) BETWEEN CAST(? AS varchar) AND CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Between([s], "a%_", "yyyy-MM-dd")
(CAST("t"."s" AS varchar) BETWEEN CAST(? AS varchar) AND CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Between([s], "yyyy-MM-dd", "a%_")
(CAST("t"."s" AS varchar) BETWEEN CAST(? AS varchar) AND CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Between([s], "yyyy-MM-dd", "yyyy-MM-dd")
(CAST("t"."s" AS varchar) BETWEEN CAST(? AS varchar) AND CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Between([s], [s], "a%_")
(CAST("t"."s" AS varchar) BETWEEN CAST("t"."s" AS varchar) AND CAST(? AS varchar))

$1 = "a%_" (STRING)

-- Between([s], [s], "yyyy-MM-dd")
(CAST("t"."s" AS varchar) BETWEEN CAST("t"."s" AS varchar) AND CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- Between([s], [s], [s])
(CAST("t"."s" AS varchar) BETWEEN CAST("t"."s" AS varchar) AND CAST("t"."s" AS varchar))

-- Between([x], [n], [n])
((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) BETWEEN "t"."n" AND "t"."n")

-- Case([f], "a%_")
(CASE WHEN "t"."f" THEN CAST(? AS varchar) ELSE CAST(NULL AS varchar) END)

$1 = "a%_" (STRING)

-- Case([f], "a%_", "a%_")
(CASE WHEN "t"."f" THEN CAST(? AS varchar) ELSE CAST(? AS varchar) END)

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Case([f], "a%_", "yyyy-MM-dd")
(CASE WHEN "t"."f" THEN CAST(? AS varchar) ELSE CAST(? AS varchar) END)

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Case([f], "yyyy-MM-dd")
(CASE WHEN "t"."f" THEN CAST(? AS varchar) ELSE CAST(NULL AS varchar) END)

$1 = "yyyy-MM-dd" (STRING)

-- Case([f], "yyyy-MM-dd", "a%_")
(CASE WHEN "t"."f" THEN CAST(? AS varchar) ELSE CAST(? AS varchar) END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Case([f], "yyyy-MM-dd", "yyyy-MM-dd")
(CASE WHEN "t"."f" THEN CAST(? AS varchar) ELSE CAST(? AS varchar) END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Case([f], [at])
(CASE WHEN "t"."f" THEN (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) ELSE CAST(NULL AS timestamp(6)) END)

-- Case([f], [d])
(CASE WHEN "t"."f" THEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) ELSE CAST(NULL AS date) END)

-- Case([f], [d], [at])
(CASE WHEN "t"."f" THEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) ELSE (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) END)

-- Case([f], [d], [d])
(CASE WHEN "t"."f" THEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) ELSE (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) END)

-- Case([f], [f])
(CASE WHEN "t"."f" THEN "t"."f" ELSE CAST(NULL AS boolean) END)

-- Case([f], [f], [f])
(CASE WHEN "t"."f" THEN "t"."f" ELSE "t"."f" END)

-- Case([f], [n])
(CASE WHEN "t"."f" THEN "t"."n" ELSE CAST(NULL AS bigint) END)

-- Case([f], [n], [n])
(CASE WHEN "t"."f" THEN "t"."n" ELSE "t"."n" END)

-- Case([f], [n], [p])
(CASE WHEN "t"."f" THEN "t"."n" ELSE "t"."p" END)

-- Case([f], [n], [x])
(CASE WHEN "t"."f" THEN "t"."n" ELSE (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) END)

-- Case([f], [p])
(CASE WHEN "t"."f" THEN "t"."p" ELSE NULL END)

-- Case([f], [s])
(CASE WHEN "t"."f" THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END)

-- Case([f], [s], "a%_")
(CASE WHEN "t"."f" THEN CAST("t"."s" AS varchar) ELSE CAST(? AS varchar) END)

$1 = "a%_" (STRING)

-- Case([f], [s], "yyyy-MM-dd")
(CASE WHEN "t"."f" THEN CAST("t"."s" AS varchar) ELSE CAST(? AS varchar) END)

$1 = "yyyy-MM-dd" (STRING)

-- Case([f], [s], [s])
(CASE WHEN "t"."f" THEN CAST("t"."s" AS varchar) ELSE CAST("t"."s" AS varchar) END)

-- Case([f], [x])
(CASE WHEN "t"."f" THEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) ELSE CAST(NULL AS double) END)

-- Cast("a%_", "String")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Cast("yyyy-MM-dd", "String")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Cast(2, "Boolean")
TRUE

-- Cast(2, "Decimal")
CAST(? AS decimal(1, 0))

$1 = 2 (DECIMAL)

-- Cast(2, "Double")
CAST(? AS double)

$1 = 2 (DOUBLE)

-- Cast(2, "Int")
CAST(? AS bigint)

$1 = 2 (INT)

-- Cast(2, "String")
CAST(? AS varchar)

$1 = "2" (STRING)

-- Cast([at], "Date")
CAST((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) AS date)

-- Cast([at], "String")
regexp_replace(CAST(CAST((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) AS timestamp(6)) AS varchar), '\.000000$', '')

-- Cast([at], "Timestamp")
(CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END)

-- Cast([d], "Date")
(CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END)

-- Cast([d], "String")
CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS varchar)

-- Cast([d], "Timestamp")
CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp(6))

-- Cast([f], "Boolean")
"t"."f"

-- Cast([f], "Decimal")
TRY_CAST("t"."f" AS decimal(38, 10))

-- Cast([f], "Double")
CAST("t"."f" AS double)

-- Cast([f], "Int")
CAST("t"."f" AS bigint)

-- Cast([f], "String")
CAST("t"."f" AS varchar)

-- Cast([n], "Boolean")
("t"."n" <> 0)

-- Cast([n], "Decimal")
TRY_CAST(CAST("t"."n" AS decimal(19, 0)) AS decimal(38, 10))

-- Cast([n], "Double")
CAST("t"."n" AS double)

-- Cast([n], "Int")
"t"."n"

-- Cast([n], "String")
CAST("t"."n" AS varchar)

-- Cast([p], "Boolean")
("t"."p" <> 0)

-- Cast([p], "Decimal")
TRY_CAST("t"."p" AS decimal(38, 10))

-- Cast([p], "Double")
CAST("t"."p" AS double)

-- Cast([p], "Int")
TRY_CAST(truncate("t"."p") AS bigint)

-- Cast([p], "String")
regexp_replace(CAST("t"."p" AS varchar), '(\.[0-9]*[1-9])0+$|\.0*$', '$1')

-- Cast([s], "Boolean")
(CASE lower(trim(CAST("t"."s" AS varchar))) WHEN 'true' THEN TRUE WHEN 'false' THEN FALSE END)

-- Cast([s], "Date")
CAST((CASE WHEN regexp_like(CAST("t"."s" AS varchar), '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-[0-9]{2}-[0-9]{2}([ T]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,6})?)?)\z') THEN TRY_CAST(replace(CAST("t"."s" AS varchar), 'T', ' ') AS timestamp(6)) END) AS date)

-- Cast([s], "Decimal")
(CASE WHEN regexp_like(CAST("t"."s" AS varchar), '^( *[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})? *)\z') THEN TRY_CAST(trim(CAST("t"."s" AS varchar)) AS decimal(38, 10)) END)

-- Cast([s], "Double")
(CASE WHEN regexp_like(CAST("t"."s" AS varchar), '^( *[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})? *)\z') THEN CASE WHEN is_finite(TRY_CAST(trim(CAST("t"."s" AS varchar)) AS double)) THEN TRY_CAST(trim(CAST("t"."s" AS varchar)) AS double) END END)

-- Cast([s], "Int")
(CASE WHEN regexp_like(CAST("t"."s" AS varchar), '^( *[+-]?[0-9]+ *)\z') THEN TRY_CAST(trim(CAST("t"."s" AS varchar)) AS bigint) END)

-- Cast([s], "String")
CAST("t"."s" AS varchar)

-- Cast([s], "Timestamp")
(CASE WHEN regexp_like(CAST("t"."s" AS varchar), '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-[0-9]{2}-[0-9]{2}([ T]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,6})?)?)\z') THEN TRY_CAST(replace(CAST("t"."s" AS varchar), 'T', ' ') AS timestamp(6)) END)

-- Cast([x], "Boolean")
((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) <> 0)

-- Cast([x], "Decimal")
TRY_CAST(CAST((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) AS varchar) AS decimal(38, 10))

-- Cast([x], "Double")
(CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)

-- Cast([x], "Int")
TRY_CAST(truncate((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS bigint)

-- Cast([x], "String")
element_at(transform(ARRAY[CASE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) WHEN '4.9E-324' THEN '5.0E-324' WHEN '4.9E-323' THEN '5.0E-323' WHEN '5.9E-323' THEN '6.0E-323' WHEN '6.9E-323' THEN '7.0E-323' WHEN '7.9E-323' THEN '8.0E-323' WHEN '8.9E-323' THEN '9.0E-323' WHEN '1.58E-322' THEN '1.6E-322' WHEN '6.32E-322' THEN '6.3E-322' ELSE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) END], double_text -> CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) < 0 THEN '-' ELSE '' END || CASE WHEN CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) < 0 THEN rpad('0.', 1 - CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer), '0') || regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '') WHEN length(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '')) <= CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1 THEN rpad(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1, '0') ELSE substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), 1, CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1) || '.' || substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 2) END), 1)

-- Ceil(2)
CAST(? AS bigint)

$1 = 2 (INT)

-- Ceil([n])
"t"."n"

-- Ceil([p])
ceil("t"."p")

-- Ceil([x])
ceil((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

-- Coalesce("a%_", "a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Coalesce("a%_", "a%_", "a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Coalesce("a%_", "a%_", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Coalesce("a%_", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Coalesce("a%_", "yyyy-MM-dd", "a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Coalesce("a%_", "yyyy-MM-dd", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Coalesce("a%_", [s])
COALESCE(CAST(? AS varchar), CAST("t"."s" AS varchar))

$1 = "a%_" (STRING)

-- Coalesce("a%_", [s], "a%_")
COALESCE(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Coalesce("a%_", [s], "yyyy-MM-dd")
COALESCE(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Coalesce("a%_", [s], [s])
COALESCE(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST("t"."s" AS varchar))

$1 = "a%_" (STRING)

-- Coalesce("yyyy-MM-dd", "a%_")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce("yyyy-MM-dd", "a%_", "a%_")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce("yyyy-MM-dd", "a%_", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce("yyyy-MM-dd", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce("yyyy-MM-dd", "yyyy-MM-dd", "a%_")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce("yyyy-MM-dd", "yyyy-MM-dd", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce("yyyy-MM-dd", [s])
COALESCE(CAST(? AS varchar), CAST("t"."s" AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce("yyyy-MM-dd", [s], "a%_")
COALESCE(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Coalesce("yyyy-MM-dd", [s], "yyyy-MM-dd")
COALESCE(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Coalesce("yyyy-MM-dd", [s], [s])
COALESCE(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST("t"."s" AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce(2, [n])
COALESCE(CAST(? AS bigint), "t"."n")

$1 = 2 (INT)

-- Coalesce(2, [n], [n])
COALESCE(CAST(? AS bigint), "t"."n", "t"."n")

$1 = 2 (INT)

-- Coalesce(2, [n], [p])
COALESCE(CAST(? AS decimal(1, 0)), "t"."n", "t"."p")

$1 = 2 (DECIMAL)

-- Coalesce(2, [n], [x])
COALESCE(CAST(? AS double), "t"."n", (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

$1 = 2 (DOUBLE)

-- Coalesce(2, [p])
COALESCE(CAST(? AS decimal(1, 0)), "t"."p")

$1 = 2 (DECIMAL)

-- Coalesce(2, [x])
COALESCE(CAST(? AS double), (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

$1 = 2 (DOUBLE)

-- Coalesce([at], [d])
COALESCE((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Coalesce([at], [d], [d])
COALESCE((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Coalesce([d], [at])
COALESCE((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Coalesce([d], [d])
COALESCE((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Coalesce([d], [d], [at])
COALESCE((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Coalesce([d], [d], [d])
COALESCE((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Coalesce([f], [f])
COALESCE("t"."f", "t"."f")

-- Coalesce([f], [f], [f])
COALESCE("t"."f", "t"."f", "t"."f")

-- Coalesce([n], [n])
COALESCE("t"."n", "t"."n")

-- Coalesce([n], [n], [n])
COALESCE("t"."n", "t"."n", "t"."n")

-- Coalesce([n], [n], [p])
COALESCE("t"."n", "t"."n", "t"."p")

-- Coalesce([n], [n], [x])
COALESCE("t"."n", "t"."n", (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

-- Coalesce([n], [p])
COALESCE("t"."n", "t"."p")

-- Coalesce([n], [x])
COALESCE("t"."n", (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

-- Coalesce([p], [n])
COALESCE("t"."p", "t"."n")

-- Coalesce([p], [n], [n])
COALESCE("t"."p", "t"."n", "t"."n")

-- Coalesce([p], [n], [x])
COALESCE("t"."p", "t"."n", (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

-- Coalesce([p], [x])
COALESCE("t"."p", (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

-- Coalesce([s], "a%_")
COALESCE(CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)

-- Coalesce([s], "a%_", "a%_")
COALESCE(CAST("t"."s" AS varchar), CAST(? AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Coalesce([s], "a%_", "yyyy-MM-dd")
COALESCE(CAST("t"."s" AS varchar), CAST(? AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Coalesce([s], "yyyy-MM-dd")
COALESCE(CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce([s], "yyyy-MM-dd", "a%_")
COALESCE(CAST("t"."s" AS varchar), CAST(? AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Coalesce([s], "yyyy-MM-dd", "yyyy-MM-dd")
COALESCE(CAST("t"."s" AS varchar), CAST(? AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Coalesce([s], [s])
COALESCE(CAST("t"."s" AS varchar), CAST("t"."s" AS varchar))

-- Coalesce([s], [s], "a%_")
COALESCE(CAST("t"."s" AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)

-- Coalesce([s], [s], "yyyy-MM-dd")
COALESCE(CAST("t"."s" AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce([s], [s], [s])
COALESCE(CAST("t"."s" AS varchar), CAST("t"."s" AS varchar), CAST("t"."s" AS varchar))

-- Coalesce([x], [n])
COALESCE((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END), "t"."n")

-- Coalesce([x], [n], [n])
COALESCE((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END), "t"."n", "t"."n")

-- Concat("a%_", "a%_")
CAST(? AS varchar)

$1 = "a%_a%_" (STRING)

-- Concat("a%_", "a%_", "a%_")
CAST(? AS varchar)

$1 = "a%_a%_a%_" (STRING)

-- Concat("a%_", "a%_", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "a%_a%_yyyy-MM-dd" (STRING)

-- Concat("a%_", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "a%_yyyy-MM-dd" (STRING)

-- Concat("a%_", "yyyy-MM-dd", "a%_")
CAST(? AS varchar)

$1 = "a%_yyyy-MM-dda%_" (STRING)

-- Concat("a%_", "yyyy-MM-dd", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "a%_yyyy-MM-ddyyyy-MM-dd" (STRING)

-- Concat("a%_", [s])
(CAST(? AS varchar) || (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END))

$1 = "a%_" (STRING)
$2 = 10000 (INT)

-- Concat("a%_", [s], "a%_")
((CAST(? AS varchar) || (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END)) || CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = 10000 (INT)
$3 = "a%_" (STRING)

-- Concat("a%_", [s], "yyyy-MM-dd")
((CAST(? AS varchar) || (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END)) || CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = 10000 (INT)
$3 = "yyyy-MM-dd" (STRING)

-- Concat("a%_", [s], [s])
((CAST(? AS varchar) || (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END)) || (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END))

$1 = "a%_" (STRING)
$2 = 10000 (INT)
$3 = 10000 (INT)

-- Concat("yyyy-MM-dd", "a%_")
CAST(? AS varchar)

$1 = "yyyy-MM-dda%_" (STRING)

-- Concat("yyyy-MM-dd", "a%_", "a%_")
CAST(? AS varchar)

$1 = "yyyy-MM-dda%_a%_" (STRING)

-- Concat("yyyy-MM-dd", "a%_", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dda%_yyyy-MM-dd" (STRING)

-- Concat("yyyy-MM-dd", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-ddyyyy-MM-dd" (STRING)

-- Concat("yyyy-MM-dd", "yyyy-MM-dd", "a%_")
CAST(? AS varchar)

$1 = "yyyy-MM-ddyyyy-MM-dda%_" (STRING)

-- Concat("yyyy-MM-dd", "yyyy-MM-dd", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-ddyyyy-MM-ddyyyy-MM-dd" (STRING)

-- Concat("yyyy-MM-dd", [s])
(CAST(? AS varchar) || (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END))

$1 = "yyyy-MM-dd" (STRING)
$2 = 10000 (INT)

-- Concat("yyyy-MM-dd", [s], "a%_")
((CAST(? AS varchar) || (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END)) || CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = 10000 (INT)
$3 = "a%_" (STRING)

-- Concat("yyyy-MM-dd", [s], "yyyy-MM-dd")
((CAST(? AS varchar) || (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END)) || CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = 10000 (INT)
$3 = "yyyy-MM-dd" (STRING)

-- Concat("yyyy-MM-dd", [s], [s])
((CAST(? AS varchar) || (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END)) || (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END))

$1 = "yyyy-MM-dd" (STRING)
$2 = 10000 (INT)
$3 = 10000 (INT)

-- Concat([s], "a%_")
((CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END) || CAST(? AS varchar))

$1 = 10000 (INT)
$2 = "a%_" (STRING)

-- Concat([s], "a%_", "a%_")
(((CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END) || CAST(? AS varchar)) || CAST(? AS varchar))

$1 = 10000 (INT)
$2 = "a%_" (STRING)
$3 = "a%_" (STRING)

-- Concat([s], "a%_", "yyyy-MM-dd")
(((CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END) || CAST(? AS varchar)) || CAST(? AS varchar))

$1 = 10000 (INT)
$2 = "a%_" (STRING)
$3 = "yyyy-MM-dd" (STRING)

-- Concat([s], "yyyy-MM-dd")
((CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END) || CAST(? AS varchar))

$1 = 10000 (INT)
$2 = "yyyy-MM-dd" (STRING)

-- Concat([s], "yyyy-MM-dd", "a%_")
(((CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END) || CAST(? AS varchar)) || CAST(? AS varchar))

$1 = 10000 (INT)
$2 = "yyyy-MM-dd" (STRING)
$3 = "a%_" (STRING)

-- Concat([s], "yyyy-MM-dd", "yyyy-MM-dd")
(((CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END) || CAST(? AS varchar)) || CAST(? AS varchar))

$1 = 10000 (INT)
$2 = "yyyy-MM-dd" (STRING)
$3 = "yyyy-MM-dd" (STRING)

-- Concat([s], [s])
((CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END) || (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END))

$1 = 10000 (INT)
$2 = 10000 (INT)

-- Concat([s], [s], "a%_")
(((CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END) || (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END)) || CAST(? AS varchar))

$1 = 10000 (INT)
$2 = 10000 (INT)
$3 = "a%_" (STRING)

-- Concat([s], [s], "yyyy-MM-dd")
(((CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END) || (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END)) || CAST(? AS varchar))

$1 = 10000 (INT)
$2 = 10000 (INT)
$3 = "yyyy-MM-dd" (STRING)

-- Concat([s], [s], [s])
(((CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END) || (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END)) || (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END))

$1 = 10000 (INT)
$2 = 10000 (INT)
$3 = 10000 (INT)

-- Contains("a%_", "a%_")
TRUE

-- Contains("a%_", "yyyy-MM-dd")
FALSE

-- Contains("a%_", [s])
(strpos(CAST(? AS varchar), CAST("t"."s" AS varchar)) > 0)

$1 = "a%_" (STRING)

-- Contains("yyyy-MM-dd", "a%_")
FALSE

-- Contains("yyyy-MM-dd", "yyyy-MM-dd")
TRUE

-- Contains("yyyy-MM-dd", [s])
(strpos(CAST(? AS varchar), CAST("t"."s" AS varchar)) > 0)

$1 = "yyyy-MM-dd" (STRING)

-- Contains([s], "a%_")
(strpos(CAST("t"."s" AS varchar), CAST(? AS varchar)) > 0)

$1 = "a%_" (STRING)

-- Contains([s], "yyyy-MM-dd")
(strpos(CAST("t"."s" AS varchar), CAST(? AS varchar)) > 0)

$1 = "yyyy-MM-dd" (STRING)

-- Contains([s], [s])
(strpos(CAST("t"."s" AS varchar), CAST("t"."s" AS varchar)) > 0)

-- Date([s])
(CASE WHEN regexp_like(CAST("t"."s" AS varchar), '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-[0-9]{2}-[0-9]{2})\z') THEN CASE WHEN regexp_like(CAST("t"."s" AS varchar), '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13-9]|1[0-2])-(29|30)|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13578]|1[02])-31|([0-9]{2}(0[48]|[2468][048]|[13579][26])|(0[48]|[2468][048]|[13579][26])00)-02-29)\z') THEN CAST(CAST("t"."s" AS varchar) AS date) END END)

-- Date([s], "yyyy-MM-dd")
(CASE WHEN regexp_like(CAST("t"."s" AS varchar), '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-[0-9]{2}-[0-9]{2})\z') THEN CASE WHEN regexp_like(CAST("t"."s" AS varchar), '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13-9]|1[0-2])-(29|30)|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13578]|1[02])-31|([0-9]{2}(0[48]|[2468][048]|[13579][26])|(0[48]|[2468][048]|[13579][26])00)-02-29)\z') THEN CAST(CAST("t"."s" AS varchar) AS date) END END)

-- DateAdd([at], [n], "DAY")
(CASE WHEN "t"."n" BETWEEN -3652058 AND 3652058 THEN CASE WHEN (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) >= date_add('day', -least("t"."n", 0), CAST(TIMESTAMP '0001-01-01 00:00:00' AS timestamp(6))) AND (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) <= date_add('day', -greatest("t"."n", 0), CAST(TIMESTAMP '9999-12-31 23:59:59.999999' AS timestamp(6))) THEN date_add('day', "t"."n", CAST((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) AS timestamp(6))) END END)

-- DateAdd([at], [n], "HOUR")
(CASE WHEN "t"."n" BETWEEN -87649415 AND 87649415 THEN CASE WHEN (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) >= (CAST(TIMESTAMP '0001-01-01 00:00:00' AS timestamp(6)) + -least("t"."n", 0) * INTERVAL '1' HOUR) AND (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) <= (CAST(TIMESTAMP '9999-12-31 23:59:59.999999' AS timestamp(6)) + -greatest("t"."n", 0) * INTERVAL '1' HOUR) THEN (CAST((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) AS timestamp(6)) + "t"."n" * INTERVAL '1' HOUR) END END)

-- DateAdd([at], [n], "MINUTE")
(CASE WHEN "t"."n" BETWEEN -5258964959 AND 5258964959 THEN CASE WHEN (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) >= (CAST(TIMESTAMP '0001-01-01 00:00:00' AS timestamp(6)) + -least("t"."n", 0) * INTERVAL '1' MINUTE) AND (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) <= (CAST(TIMESTAMP '9999-12-31 23:59:59.999999' AS timestamp(6)) + -greatest("t"."n", 0) * INTERVAL '1' MINUTE) THEN (CAST((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) AS timestamp(6)) + "t"."n" * INTERVAL '1' MINUTE) END END)

-- DateAdd([at], [n], "MONTH")
(CASE WHEN "t"."n" BETWEEN -119987 AND 119987 THEN CASE WHEN (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) >= date_add('month', -least("t"."n", 0), CAST(TIMESTAMP '0001-01-01 00:00:00' AS timestamp(6))) AND (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) <= date_add('month', -greatest("t"."n", 0), CAST(TIMESTAMP '9999-12-31 23:59:59.999999' AS timestamp(6))) THEN date_add('month', "t"."n", CAST((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) AS timestamp(6))) END END)

-- DateAdd([at], [n], "QUARTER")
(CASE WHEN "t"."n" BETWEEN -39995 AND 39995 THEN CASE WHEN (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) >= date_add('quarter', -least("t"."n", 0), CAST(TIMESTAMP '0001-01-01 00:00:00' AS timestamp(6))) AND (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) <= date_add('quarter', -greatest("t"."n", 0), CAST(TIMESTAMP '9999-12-31 23:59:59.999999' AS timestamp(6))) THEN date_add('quarter', "t"."n", CAST((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) AS timestamp(6))) END END)

-- DateAdd([at], [n], "SECOND")
(CASE WHEN "t"."n" BETWEEN -315537897599 AND 315537897599 THEN CASE WHEN (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) >= (CAST(TIMESTAMP '0001-01-01 00:00:00' AS timestamp(6)) + -least("t"."n", 0) * INTERVAL '1' SECOND) AND (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) <= (CAST(TIMESTAMP '9999-12-31 23:59:59.999999' AS timestamp(6)) + -greatest("t"."n", 0) * INTERVAL '1' SECOND) THEN (CAST((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) AS timestamp(6)) + "t"."n" * INTERVAL '1' SECOND) END END)

-- DateAdd([at], [n], "WEEK")
(CASE WHEN "t"."n" BETWEEN -521722 AND 521722 THEN CASE WHEN (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) >= date_add('week', -least("t"."n", 0), CAST(TIMESTAMP '0001-01-01 00:00:00' AS timestamp(6))) AND (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) <= date_add('week', -greatest("t"."n", 0), CAST(TIMESTAMP '9999-12-31 23:59:59.999999' AS timestamp(6))) THEN date_add('week', "t"."n", CAST((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) AS timestamp(6))) END END)

-- DateAdd([at], [n], "YEAR")
(CASE WHEN "t"."n" BETWEEN -9998 AND 9998 THEN CASE WHEN (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) >= date_add('year', -least("t"."n", 0), CAST(TIMESTAMP '0001-01-01 00:00:00' AS timestamp(6))) AND (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) <= date_add('year', -greatest("t"."n", 0), CAST(TIMESTAMP '9999-12-31 23:59:59.999999' AS timestamp(6))) THEN date_add('year', "t"."n", CAST((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) AS timestamp(6))) END END)

-- DateAdd([d], [n], "DAY")
(CASE WHEN "t"."n" BETWEEN -3652058 AND 3652058 THEN CASE WHEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) >= date_add('day', -least("t"."n", 0), CAST(TIMESTAMP '0001-01-01 00:00:00' AS timestamp(6))) AND (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) <= date_add('day', -greatest("t"."n", 0), CAST(TIMESTAMP '9999-12-31 23:59:59.999999' AS timestamp(6))) THEN date_add('day', "t"."n", (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END)) END END)

-- DateAdd([d], [n], "HOUR")
(CASE WHEN "t"."n" BETWEEN -87649415 AND 87649415 THEN CASE WHEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) >= (CAST(TIMESTAMP '0001-01-01 00:00:00' AS timestamp(6)) + -least("t"."n", 0) * INTERVAL '1' HOUR) AND (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) <= (CAST(TIMESTAMP '9999-12-31 23:59:59.999999' AS timestamp(6)) + -greatest("t"."n", 0) * INTERVAL '1' HOUR) THEN (CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp(6)) + "t"."n" * INTERVAL '1' HOUR) END END)

-- DateAdd([d], [n], "MINUTE")
(CASE WHEN "t"."n" BETWEEN -5258964959 AND 5258964959 THEN CASE WHEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) >= (CAST(TIMESTAMP '0001-01-01 00:00:00' AS timestamp(6)) + -least("t"."n", 0) * INTERVAL '1' MINUTE) AND (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) <= (CAST(TIMESTAMP '9999-12-31 23:59:59.999999' AS timestamp(6)) + -greatest("t"."n", 0) * INTERVAL '1' MINUTE) THEN (CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp(6)) + "t"."n" * INTERVAL '1' MINUTE) END END)

-- DateAdd([d], [n], "MONTH")
(CASE WHEN "t"."n" BETWEEN -119987 AND 119987 THEN CASE WHEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) >= date_add('month', -least("t"."n", 0), CAST(TIMESTAMP '0001-01-01 00:00:00' AS timestamp(6))) AND (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) <= date_add('month', -greatest("t"."n", 0), CAST(TIMESTAMP '9999-12-31 23:59:59.999999' AS timestamp(6))) THEN date_add('month', "t"."n", (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END)) END END)

-- DateAdd([d], [n], "QUARTER")
(CASE WHEN "t"."n" BETWEEN -39995 AND 39995 THEN CASE WHEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) >= date_add('quarter', -least("t"."n", 0), CAST(TIMESTAMP '0001-01-01 00:00:00' AS timestamp(6))) AND (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) <= date_add('quarter', -greatest("t"."n", 0), CAST(TIMESTAMP '9999-12-31 23:59:59.999999' AS timestamp(6))) THEN date_add('quarter', "t"."n", (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END)) END END)

-- DateAdd([d], [n], "SECOND")
(CASE WHEN "t"."n" BETWEEN -315537897599 AND 315537897599 THEN CASE WHEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) >= (CAST(TIMESTAMP '0001-01-01 00:00:00' AS timestamp(6)) + -least("t"."n", 0) * INTERVAL '1' SECOND) AND (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) <= (CAST(TIMESTAMP '9999-12-31 23:59:59.999999' AS timestamp(6)) + -greatest("t"."n", 0) * INTERVAL '1' SECOND) THEN (CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp(6)) + "t"."n" * INTERVAL '1' SECOND) END END)

-- DateAdd([d], [n], "WEEK")
(CASE WHEN "t"."n" BETWEEN -521722 AND 521722 THEN CASE WHEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) >= date_add('week', -least("t"."n", 0), CAST(TIMESTAMP '0001-01-01 00:00:00' AS timestamp(6))) AND (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) <= date_add('week', -greatest("t"."n", 0), CAST(TIMESTAMP '9999-12-31 23:59:59.999999' AS timestamp(6))) THEN date_add('week', "t"."n", (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END)) END END)

-- DateAdd([d], [n], "YEAR")
(CASE WHEN "t"."n" BETWEEN -9998 AND 9998 THEN CASE WHEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) >= date_add('year', -least("t"."n", 0), CAST(TIMESTAMP '0001-01-01 00:00:00' AS timestamp(6))) AND (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) <= date_add('year', -greatest("t"."n", 0), CAST(TIMESTAMP '9999-12-31 23:59:59.999999' AS timestamp(6))) THEN date_add('year', "t"."n", (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END)) END END)

-- DateDiff([at], [d], "DAY")
date_diff('day', date_trunc('day', (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END)), date_trunc('day', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)))

-- DateDiff([at], [d], "HOUR")
date_diff('hour', date_trunc('hour', (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END)), date_trunc('hour', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)))

-- DateDiff([at], [d], "MINUTE")
date_diff('minute', date_trunc('minute', (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END)), date_trunc('minute', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)))

-- DateDiff([at], [d], "MONTH")
date_diff('month', date_trunc('month', (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END)), date_trunc('month', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)))

-- DateDiff([at], [d], "QUARTER")
date_diff('quarter', date_trunc('quarter', (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END)), date_trunc('quarter', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)))

-- DateDiff([at], [d], "SECOND")
date_diff('second', date_trunc('second', (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END)), date_trunc('second', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)))

-- DateDiff([at], [d], "WEEK")
date_diff('week', date_trunc('week', (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END)), date_trunc('week', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)))

-- DateDiff([at], [d], "YEAR")
date_diff('year', date_trunc('year', (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END)), date_trunc('year', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)))

-- DateDiff([d], [d], "DAY")
date_diff('day', date_trunc('day', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)), date_trunc('day', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)))

-- DateDiff([d], [d], "HOUR")
date_diff('hour', date_trunc('hour', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)), date_trunc('hour', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)))

-- DateDiff([d], [d], "MINUTE")
date_diff('minute', date_trunc('minute', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)), date_trunc('minute', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)))

-- DateDiff([d], [d], "MONTH")
date_diff('month', date_trunc('month', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)), date_trunc('month', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)))

-- DateDiff([d], [d], "QUARTER")
date_diff('quarter', date_trunc('quarter', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)), date_trunc('quarter', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)))

-- DateDiff([d], [d], "SECOND")
date_diff('second', date_trunc('second', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)), date_trunc('second', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)))

-- DateDiff([d], [d], "WEEK")
date_diff('week', date_trunc('week', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)), date_trunc('week', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)))

-- DateDiff([d], [d], "YEAR")
date_diff('year', date_trunc('year', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)), date_trunc('year', CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp)))

-- DateFormat([at], "a%_")
((CASE WHEN (hour((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END)) < CAST(? AS bigint)) THEN CAST(? AS varchar) ELSE CAST(? AS varchar) END) || CAST(? AS varchar))

$1 = 12 (INT)
$2 = "AM" (STRING)
$3 = "PM" (STRING)
$4 = "%_" (STRING)

-- DateFormat([at], "yyyy-MM-dd")
date_format(date_trunc('second', (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END)), '%Y-%m-%d')

-- DateFormat([d], "a%_")
((CASE WHEN ((CASE WHEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) IS NOT NULL THEN BIGINT '0' END) < CAST(? AS bigint)) THEN CAST(? AS varchar) ELSE CAST(? AS varchar) END) || CAST(? AS varchar))

$1 = 12 (INT)
$2 = "AM" (STRING)
$3 = "PM" (STRING)
$4 = "%_" (STRING)

-- DateFormat([d], "yyyy-MM-dd")
date_format((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), '%Y-%m-%d')

-- DateTrunc([at], "DAY")
date_trunc('day', (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- DateTrunc([at], "HOUR")
date_trunc('hour', (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- DateTrunc([at], "MINUTE")
date_trunc('minute', (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- DateTrunc([at], "MONTH")
date_trunc('month', (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- DateTrunc([at], "QUARTER")
date_trunc('quarter', (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- DateTrunc([at], "SECOND")
date_trunc('second', (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- DateTrunc([at], "WEEK")
date_trunc('week', (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- DateTrunc([at], "YEAR")
date_trunc('year', (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- DateTrunc([d], "DAY")
date_trunc('day', (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- DateTrunc([d], "MONTH")
date_trunc('month', (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- DateTrunc([d], "QUARTER")
date_trunc('quarter', (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- DateTrunc([d], "WEEK")
date_trunc('week', (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- DateTrunc([d], "YEAR")
date_trunc('year', (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Day([at])
day((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Day([d])
day((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- DayOfWeek([at])
day_of_week((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- DayOfWeek([d])
day_of_week((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- DayOfYear([at])
day_of_year((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- DayOfYear([d])
day_of_year((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- EndsWith("a%_", "a%_")
TRUE

-- EndsWith("a%_", "yyyy-MM-dd")
FALSE

-- EndsWith("a%_", [s])
(substr(CAST(? AS varchar), greatest(length(CAST(? AS varchar)) - length(CAST("t"."s" AS varchar)), 0) + 1) = CAST("t"."s" AS varchar))

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- EndsWith("yyyy-MM-dd", "a%_")
FALSE

-- EndsWith("yyyy-MM-dd", "yyyy-MM-dd")
TRUE

-- EndsWith("yyyy-MM-dd", [s])
(substr(CAST(? AS varchar), greatest(length(CAST(? AS varchar)) - length(CAST("t"."s" AS varchar)), 0) + 1) = CAST("t"."s" AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- EndsWith([s], "a%_")
(substr(CAST("t"."s" AS varchar), greatest(length(CAST("t"."s" AS varchar)) - length(CAST(? AS varchar)), 0) + 1) = CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- EndsWith([s], "yyyy-MM-dd")
(substr(CAST("t"."s" AS varchar), greatest(length(CAST("t"."s" AS varchar)) - length(CAST(? AS varchar)), 0) + 1) = CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- EndsWith([s], [s])
(substr(CAST("t"."s" AS varchar), greatest(length(CAST("t"."s" AS varchar)) - length(CAST("t"."s" AS varchar)), 0) + 1) = CAST("t"."s" AS varchar))

-- Exp(2)
CAST(? AS double)

$1 = 7.38905609893065 (DOUBLE)

-- Exp([n])
(CASE WHEN CAST("t"."n" AS double) > CAST(? AS double) THEN NULL WHEN CAST("t"."n" AS double) < CAST(? AS double) THEN 0 ELSE exp(CAST("t"."n" AS double)) END)

$1 = 709.782712893384 (DOUBLE)
$2 = -745 (DOUBLE)

-- Exp([p])
(CASE WHEN CAST("t"."p" AS double) > CAST(? AS double) THEN NULL WHEN CAST("t"."p" AS double) < CAST(? AS double) THEN 0 ELSE exp(CAST("t"."p" AS double)) END)

$1 = 709.782712893384 (DOUBLE)
$2 = -745 (DOUBLE)

-- Exp([x])
(CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) > CAST(? AS double) THEN NULL WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) < CAST(? AS double) THEN 0 ELSE exp((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) END)

$1 = 709.782712893384 (DOUBLE)
$2 = -745 (DOUBLE)

-- Extract([at], "DAY")
day((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Extract([at], "DAYOFWEEK")
day_of_week((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Extract([at], "DAYOFYEAR")
day_of_year((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Extract([at], "HOUR")
hour((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Extract([at], "MINUTE")
minute((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Extract([at], "MONTH")
month((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Extract([at], "QUARTER")
quarter((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Extract([at], "SECOND")
second((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Extract([at], "WEEK")
week((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Extract([at], "YEAR")
year((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Extract([d], "DAY")
day((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Extract([d], "DAYOFWEEK")
day_of_week((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Extract([d], "DAYOFYEAR")
day_of_year((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Extract([d], "HOUR")
(CASE WHEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) IS NOT NULL THEN BIGINT '0' END)

-- Extract([d], "MINUTE")
(CASE WHEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) IS NOT NULL THEN BIGINT '0' END)

-- Extract([d], "MONTH")
month((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Extract([d], "QUARTER")
quarter((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Extract([d], "SECOND")
(CASE WHEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) IS NOT NULL THEN BIGINT '0' END)

-- Extract([d], "WEEK")
week((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Extract([d], "YEAR")
year((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Floor(2)
CAST(? AS bigint)

$1 = 2 (INT)

-- Floor([n])
"t"."n"

-- Floor([p])
floor("t"."p")

-- Floor([x])
floor((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

-- Greatest("a%_", "a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Greatest("a%_", "a%_", "a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Greatest("a%_", "a%_", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("a%_", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("a%_", "yyyy-MM-dd", "a%_")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("a%_", "yyyy-MM-dd", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("a%_", [s])
greatest(CAST(? AS varchar), CAST("t"."s" AS varchar))

$1 = "a%_" (STRING)

-- Greatest("a%_", [s], "a%_")
greatest(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Greatest("a%_", [s], "yyyy-MM-dd")
greatest(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Greatest("a%_", [s], [s])
greatest(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST("t"."s" AS varchar))

$1 = "a%_" (STRING)

-- Greatest("yyyy-MM-dd", "a%_")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("yyyy-MM-dd", "a%_", "a%_")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("yyyy-MM-dd", "a%_", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("yyyy-MM-dd", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("yyyy-MM-dd", "yyyy-MM-dd", "a%_")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("yyyy-MM-dd", "yyyy-MM-dd", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("yyyy-MM-dd", [s])
greatest(CAST(? AS varchar), CAST("t"."s" AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("yyyy-MM-dd", [s], "a%_")
greatest(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Greatest("yyyy-MM-dd", [s], "yyyy-MM-dd")
greatest(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Greatest("yyyy-MM-dd", [s], [s])
greatest(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST("t"."s" AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- Greatest(2, [n])
greatest(CAST(? AS bigint), "t"."n")

$1 = 2 (INT)

-- Greatest(2, [n], [n])
greatest(CAST(? AS bigint), "t"."n", "t"."n")

$1 = 2 (INT)

-- Greatest(2, [n], [p])
greatest(CAST(? AS decimal(1, 0)), "t"."n", "t"."p")

$1 = 2 (DECIMAL)

-- Greatest(2, [n], [x])
greatest(CAST(? AS double), "t"."n", (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

$1 = 2 (DOUBLE)

-- Greatest(2, [p])
greatest(CAST(? AS decimal(1, 0)), "t"."p")

$1 = 2 (DECIMAL)

-- Greatest(2, [x])
greatest(CAST(? AS double), (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

$1 = 2 (DOUBLE)

-- Greatest([at], [d])
greatest((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Greatest([at], [d], [d])
greatest((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Greatest([d], [at])
greatest((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Greatest([d], [d])
greatest((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Greatest([d], [d], [at])
greatest((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Greatest([d], [d], [d])
greatest((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Greatest([n], [n])
greatest("t"."n", "t"."n")

-- Greatest([n], [n], [n])
greatest("t"."n", "t"."n", "t"."n")

-- Greatest([n], [n], [p])
greatest("t"."n", "t"."n", "t"."p")

-- Greatest([n], [n], [x])
greatest("t"."n", "t"."n", (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

-- Greatest([n], [p])
greatest("t"."n", "t"."p")

-- Greatest([n], [x])
greatest("t"."n", (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

-- Greatest([p], [n])
greatest("t"."p", "t"."n")

-- Greatest([p], [n], [n])
greatest("t"."p", "t"."n", "t"."n")

-- Greatest([p], [n], [x])
greatest("t"."p", "t"."n", (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

-- Greatest([p], [x])
greatest("t"."p", (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

-- Greatest([s], "a%_")
greatest(CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)

-- Greatest([s], "a%_", "a%_")
greatest(CAST("t"."s" AS varchar), CAST(? AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Greatest([s], "a%_", "yyyy-MM-dd")
greatest(CAST("t"."s" AS varchar), CAST(? AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Greatest([s], "yyyy-MM-dd")
greatest(CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- Greatest([s], "yyyy-MM-dd", "a%_")
greatest(CAST("t"."s" AS varchar), CAST(? AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Greatest([s], "yyyy-MM-dd", "yyyy-MM-dd")
greatest(CAST("t"."s" AS varchar), CAST(? AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Greatest([s], [s])
greatest(CAST("t"."s" AS varchar), CAST("t"."s" AS varchar))

-- Greatest([s], [s], "a%_")
greatest(CAST("t"."s" AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)

-- Greatest([s], [s], "yyyy-MM-dd")
greatest(CAST("t"."s" AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- Greatest([s], [s], [s])
greatest(CAST("t"."s" AS varchar), CAST("t"."s" AS varchar), CAST("t"."s" AS varchar))

-- Greatest([x], [n])
greatest((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END), "t"."n")

-- Greatest([x], [n], [n])
greatest((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END), "t"."n", "t"."n")

-- Hour([at])
hour((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Hour([d])
(CASE WHEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) IS NOT NULL THEN BIGINT '0' END)

-- ILike("a%_", "a%_")
TRUE

-- ILike("a%_", "yyyy-MM-dd")
FALSE

-- ILike("yyyy-MM-dd", "a%_")
FALSE

-- ILike("yyyy-MM-dd", "yyyy-MM-dd")
TRUE

-- ILike([s], "a%_")
(lower(CAST("t"."s" AS varchar)) LIKE CAST(? AS varchar))

$1 = "a%_" (STRING)

-- ILike([s], "yyyy-MM-dd")
(lower(CAST("t"."s" AS varchar)) LIKE CAST(? AS varchar))

$1 = "yyyy-mm-dd" (STRING)

-- IN("a%_", "a%_")
TRUE

-- IN("a%_", "a%_", "a%_")
TRUE

-- IN("a%_", "a%_", "yyyy-MM-dd")
TRUE

-- IN("a%_", "yyyy-MM-dd")
FALSE

-- IN("a%_", "yyyy-MM-dd", "a%_")
TRUE

-- IN("a%_", "yyyy-MM-dd", "yyyy-MM-dd")
FALSE

-- IN("yyyy-MM-dd", "a%_")
FALSE

-- IN("yyyy-MM-dd", "a%_", "a%_")
FALSE

-- IN("yyyy-MM-dd", "a%_", "yyyy-MM-dd")
TRUE

-- IN("yyyy-MM-dd", "yyyy-MM-dd")
TRUE

-- IN("yyyy-MM-dd", "yyyy-MM-dd", "a%_")
TRUE

-- IN("yyyy-MM-dd", "yyyy-MM-dd", "yyyy-MM-dd")
TRUE

-- IN(2, 2)
TRUE

-- IN(2, 2, 2)
TRUE

-- IN([n], 2)
("t"."n" IN (CAST(? AS bigint)))

$1 = 2 (INT)

-- IN([n], 2, 2)
("t"."n" IN (CAST(? AS bigint), CAST(? AS bigint)))

$1 = 2 (INT)
$2 = 2 (INT)

-- IN([p], 2)
("t"."p" IN (CAST(? AS decimal(1, 0))))

$1 = 2 (DECIMAL)

-- IN([p], 2, 2)
("t"."p" IN (CAST(? AS decimal(1, 0)), CAST(? AS decimal(1, 0))))

$1 = 2 (DECIMAL)
$2 = 2 (DECIMAL)

-- IN([s], "a%_")
(CAST("t"."s" AS varchar) IN (CAST(? AS varchar)))

$1 = "a%_" (STRING)

-- IN([s], "a%_", "a%_")
(CAST("t"."s" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar)))

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- IN([s], "a%_", "yyyy-MM-dd")
(CAST("t"."s" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar)))

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- IN([s], "yyyy-MM-dd")
(CAST("t"."s" AS varchar) IN (CAST(? AS varchar)))

$1 = "yyyy-MM-dd" (STRING)

-- IN([s], "yyyy-MM-dd", "a%_")
(CAST("t"."s" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar)))

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- IN([s], "yyyy-MM-dd", "yyyy-MM-dd")
(CAST("t"."s" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar)))

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- IN([x], 2)
((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) IN (CAST(? AS double)))

$1 = 2 (DOUBLE)

-- IN([x], 2, 2)
((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) IN (CAST(? AS double), CAST(? AS double)))

$1 = 2 (DOUBLE)
$2 = 2 (DOUBLE)

-- If([f], "a%_", "a%_")
(CASE WHEN "t"."f" THEN CAST(? AS varchar) ELSE CAST(? AS varchar) END)

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- If([f], "a%_", "yyyy-MM-dd")
(CASE WHEN "t"."f" THEN CAST(? AS varchar) ELSE CAST(? AS varchar) END)

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- If([f], "yyyy-MM-dd", "a%_")
(CASE WHEN "t"."f" THEN CAST(? AS varchar) ELSE CAST(? AS varchar) END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- If([f], "yyyy-MM-dd", "yyyy-MM-dd")
(CASE WHEN "t"."f" THEN CAST(? AS varchar) ELSE CAST(? AS varchar) END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- If([f], [d], [at])
(CASE WHEN "t"."f" THEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) ELSE (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) END)

-- If([f], [d], [d])
(CASE WHEN "t"."f" THEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) ELSE (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) END)

-- If([f], [f], [f])
(CASE WHEN "t"."f" THEN "t"."f" ELSE "t"."f" END)

-- If([f], [n], [n])
(CASE WHEN "t"."f" THEN "t"."n" ELSE "t"."n" END)

-- If([f], [n], [p])
(CASE WHEN "t"."f" THEN "t"."n" ELSE "t"."p" END)

-- If([f], [n], [x])
(CASE WHEN "t"."f" THEN "t"."n" ELSE (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) END)

-- If([f], [s], "a%_")
(CASE WHEN "t"."f" THEN CAST("t"."s" AS varchar) ELSE CAST(? AS varchar) END)

$1 = "a%_" (STRING)

-- If([f], [s], "yyyy-MM-dd")
(CASE WHEN "t"."f" THEN CAST("t"."s" AS varchar) ELSE CAST(? AS varchar) END)

$1 = "yyyy-MM-dd" (STRING)

-- If([f], [s], [s])
(CASE WHEN "t"."f" THEN CAST("t"."s" AS varchar) ELSE CAST("t"."s" AS varchar) END)

-- IsNotNull("a%_")
TRUE

-- IsNotNull("yyyy-MM-dd")
TRUE

-- IsNotNull(2)
TRUE

-- IsNotNull([at])
((CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) IS NOT NULL)

-- IsNotNull([d])
("t"."d" IS NOT NULL)

-- IsNotNull([f])
("t"."f" IS NOT NULL)

-- IsNotNull([n])
("t"."n" IS NOT NULL)

-- IsNotNull([p])
("t"."p" IS NOT NULL)

-- IsNotNull([s])
(CAST("t"."s" AS varchar) IS NOT NULL)

-- IsNotNull([x])
((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) IS NOT NULL)

-- IsNull("a%_")
FALSE

-- IsNull("yyyy-MM-dd")
FALSE

-- IsNull(2)
FALSE

-- IsNull([at])
((CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) IS NULL)

-- IsNull([d])
("t"."d" IS NULL)

-- IsNull([f])
("t"."f" IS NULL)

-- IsNull([n])
("t"."n" IS NULL)

-- IsNull([p])
("t"."p" IS NULL)

-- IsNull([s])
(CAST("t"."s" AS varchar) IS NULL)

-- IsNull([x])
((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) IS NULL)

-- LTrim("a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- LTrim("yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- LTrim([s])
trim(LEADING CAST(? AS varchar) FROM CAST("t"."s" AS varchar))

$1 = " \t\n\r 　" (STRING)

-- LastDay([at])
date_add('day', -1, date_add('month', 1, date_trunc('month', CAST((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) AS date))))

-- LastDay([at], "DAY")
date_add('day', -1, date_add('day', 1, date_trunc('day', CAST((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) AS date))))

-- LastDay([at], "MONTH")
date_add('day', -1, date_add('month', 1, date_trunc('month', CAST((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) AS date))))

-- LastDay([at], "QUARTER")
date_add('day', -1, date_add('quarter', 1, date_trunc('quarter', CAST((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) AS date))))

-- LastDay([at], "WEEK")
(CASE WHEN CAST((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) AS date) <= DATE '9999-12-26' THEN date_add('day', -1, date_add('week', 1, date_trunc('week', CAST((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) AS date)))) END)

-- LastDay([at], "YEAR")
date_add('day', -1, date_add('year', 1, date_trunc('year', CAST((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) AS date))))

-- LastDay([d])
date_add('day', -1, date_add('month', 1, date_trunc('month', (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))))

-- LastDay([d], "DAY")
date_add('day', -1, date_add('day', 1, date_trunc('day', (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))))

-- LastDay([d], "MONTH")
date_add('day', -1, date_add('month', 1, date_trunc('month', (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))))

-- LastDay([d], "QUARTER")
date_add('day', -1, date_add('quarter', 1, date_trunc('quarter', (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))))

-- LastDay([d], "WEEK")
(CASE WHEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) <= DATE '9999-12-26' THEN date_add('day', -1, date_add('week', 1, date_trunc('week', (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END)))) END)

-- LastDay([d], "YEAR")
date_add('day', -1, date_add('year', 1, date_trunc('year', (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))))

-- Least("a%_", "a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Least("a%_", "a%_", "a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Least("a%_", "a%_", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Least("a%_", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Least("a%_", "yyyy-MM-dd", "a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Least("a%_", "yyyy-MM-dd", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Least("a%_", [s])
least(CAST(? AS varchar), CAST("t"."s" AS varchar))

$1 = "a%_" (STRING)

-- Least("a%_", [s], "a%_")
least(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Least("a%_", [s], "yyyy-MM-dd")
least(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Least("a%_", [s], [s])
least(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST("t"."s" AS varchar))

$1 = "a%_" (STRING)

-- Least("yyyy-MM-dd", "a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Least("yyyy-MM-dd", "a%_", "a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Least("yyyy-MM-dd", "a%_", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Least("yyyy-MM-dd", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Least("yyyy-MM-dd", "yyyy-MM-dd", "a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Least("yyyy-MM-dd", "yyyy-MM-dd", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Least("yyyy-MM-dd", [s])
least(CAST(? AS varchar), CAST("t"."s" AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- Least("yyyy-MM-dd", [s], "a%_")
least(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Least("yyyy-MM-dd", [s], "yyyy-MM-dd")
least(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Least("yyyy-MM-dd", [s], [s])
least(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST("t"."s" AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- Least(2, [n])
least(CAST(? AS bigint), "t"."n")

$1 = 2 (INT)

-- Least(2, [n], [n])
least(CAST(? AS bigint), "t"."n", "t"."n")

$1 = 2 (INT)

-- Least(2, [n], [p])
least(CAST(? AS decimal(1, 0)), "t"."n", "t"."p")

$1 = 2 (DECIMAL)

-- Least(2, [n], [x])
least(CAST(? AS double), "t"."n", (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

$1 = 2 (DOUBLE)

-- Least(2, [p])
least(CAST(? AS decimal(1, 0)), "t"."p")

$1 = 2 (DECIMAL)

-- Least(2, [x])
least(CAST(? AS double), (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

$1 = 2 (DOUBLE)

-- Least([at], [d])
least((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Least([at], [d], [d])
least((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Least([d], [at])
least((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Least([d], [d])
least((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Least([d], [d], [at])
least((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Least([d], [d], [d])
least((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Least([n], [n])
least("t"."n", "t"."n")

-- Least([n], [n], [n])
least("t"."n", "t"."n", "t"."n")

-- Least([n], [n], [p])
least("t"."n", "t"."n", "t"."p")

-- Least([n], [n], [x])
least("t"."n", "t"."n", (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

-- Least([n], [p])
least("t"."n", "t"."p")

-- Least([n], [x])
least("t"."n", (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

-- Least([p], [n])
least("t"."p", "t"."n")

-- Least([p], [n], [n])
least("t"."p", "t"."n", "t"."n")

-- Least([p], [n], [x])
least("t"."p", "t"."n", (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

-- Least([p], [x])
least("t"."p", (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

-- Least([s], "a%_")
least(CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)

-- Least([s], "a%_", "a%_")
least(CAST("t"."s" AS varchar), CAST(? AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Least([s], "a%_", "yyyy-MM-dd")
least(CAST("t"."s" AS varchar), CAST(? AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Least([s], "yyyy-MM-dd")
least(CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- Least([s], "yyyy-MM-dd", "a%_")
least(CAST("t"."s" AS varchar), CAST(? AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Least([s], "yyyy-MM-dd", "yyyy-MM-dd")
least(CAST("t"."s" AS varchar), CAST(? AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Least([s], [s])
least(CAST("t"."s" AS varchar), CAST("t"."s" AS varchar))

-- Least([s], [s], "a%_")
least(CAST("t"."s" AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)

-- Least([s], [s], "yyyy-MM-dd")
least(CAST("t"."s" AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- Least([s], [s], [s])
least(CAST("t"."s" AS varchar), CAST("t"."s" AS varchar), CAST("t"."s" AS varchar))

-- Least([x], [n])
least((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END), "t"."n")

-- Least([x], [n], [n])
least((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END), "t"."n", "t"."n")

-- Left("a%_", [n])
substr(CAST(? AS varchar), 1, least(greatest("t"."n", 0), 2147483647))

$1 = "a%_" (STRING)

-- Left("yyyy-MM-dd", [n])
substr(CAST(? AS varchar), 1, least(greatest("t"."n", 0), 2147483647))

$1 = "yyyy-MM-dd" (STRING)

-- Left([s], [n])
substr(CAST("t"."s" AS varchar), 1, least(greatest("t"."n", 0), 2147483647))

-- Length("a%_")
CAST(? AS bigint)

$1 = 3 (INT)

-- Length("yyyy-MM-dd")
CAST(? AS bigint)

$1 = 10 (INT)

-- Length([s])
length(CAST("t"."s" AS varchar))

-- Like("a%_", "a%_")
TRUE

-- Like("a%_", "yyyy-MM-dd")
FALSE

-- Like("yyyy-MM-dd", "a%_")
FALSE

-- Like("yyyy-MM-dd", "yyyy-MM-dd")
TRUE

-- Like([s], "a%_")
(CAST("t"."s" AS varchar) LIKE CAST(? AS varchar))

$1 = "a%_" (STRING)

-- Like([s], "yyyy-MM-dd")
(CAST("t"."s" AS varchar) LIKE CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- Ln(2)
CAST(? AS double)

$1 = 0.6931471805599453 (DOUBLE)

-- Ln([n])
(CASE WHEN CAST("t"."n" AS double) > 0 THEN ln(CAST("t"."n" AS double)) END)

-- Ln([p])
(CASE WHEN CAST("t"."p" AS double) > 0 THEN ln(CAST("t"."p" AS double)) END)

-- Ln([x])
(CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) > 0 THEN ln((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) END)

-- Log(2)
CAST(? AS double)

$1 = 0.3010299956639812 (DOUBLE)

-- Log(2, [n])
(CASE WHEN CAST(CAST(? AS bigint) AS double) > 0 AND CAST("t"."n" AS double) > 0 AND CAST("t"."n" AS double) <> 1 THEN ln(CAST(CAST(? AS bigint) AS double)) / ln(CAST("t"."n" AS double)) END)

$1 = 2 (INT)
$2 = 2 (INT)

-- Log([n])
(CASE WHEN CAST("t"."n" AS double) > 0 THEN log10(CAST("t"."n" AS double)) END)

-- Log([n], [n])
(CASE WHEN CAST("t"."n" AS double) > 0 AND CAST("t"."n" AS double) > 0 AND CAST("t"."n" AS double) <> 1 THEN ln(CAST("t"."n" AS double)) / ln(CAST("t"."n" AS double)) END)

-- Log([p])
(CASE WHEN CAST("t"."p" AS double) > 0 THEN log10(CAST("t"."p" AS double)) END)

-- Log([p], [n])
(CASE WHEN CAST("t"."p" AS double) > 0 AND CAST("t"."n" AS double) > 0 AND CAST("t"."n" AS double) <> 1 THEN ln(CAST("t"."p" AS double)) / ln(CAST("t"."n" AS double)) END)

-- Log([x])
(CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) > 0 THEN log10((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) END)

-- Log([x], [n])
(CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) > 0 AND CAST("t"."n" AS double) > 0 AND CAST("t"."n" AS double) <> 1 THEN ln((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) / ln(CAST("t"."n" AS double)) END)

-- Log10(2)
CAST(? AS double)

$1 = 0.3010299956639812 (DOUBLE)

-- Log10([n])
(CASE WHEN CAST("t"."n" AS double) > 0 THEN log10(CAST("t"."n" AS double)) END)

-- Log10([p])
(CASE WHEN CAST("t"."p" AS double) > 0 THEN log10(CAST("t"."p" AS double)) END)

-- Log10([x])
(CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) > 0 THEN log10((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) END)

-- Lower("a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Lower("yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-mm-dd" (STRING)

-- Lower([s])
lower(CAST("t"."s" AS varchar))

-- Minute([at])
minute((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Minute([d])
(CASE WHEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) IS NOT NULL THEN BIGINT '0' END)

-- Mod(2, [n])
CAST(? AS bigint) % NULLIF("t"."n", 0)

$1 = 2 (INT)

-- Mod(2, [p])
TRY(CAST(? AS bigint) % NULLIF("t"."p", 0))

$1 = 2 (INT)

-- Mod(2, [x])
CAST(? AS bigint) % NULLIF((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END), 0)

$1 = 2 (INT)

-- Mod([n], [n])
"t"."n" % NULLIF("t"."n", 0)

-- Mod([n], [p])
TRY("t"."n" % NULLIF("t"."p", 0))

-- Mod([n], [x])
"t"."n" % NULLIF((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END), 0)

-- Mod([p], [n])
TRY("t"."p" % NULLIF("t"."n", 0))

-- Mod([p], [x])
"t"."p" % NULLIF((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END), 0)

-- Mod([x], [n])
(CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) % NULLIF("t"."n", 0)

-- Month([at])
month((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Month([d])
month((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- NotContains("a%_", "a%_")
FALSE

-- NotContains("a%_", "yyyy-MM-dd")
TRUE

-- NotContains("a%_", [s])
(NOT (strpos(CAST(? AS varchar), CAST("t"."s" AS varchar)) > 0))

$1 = "a%_" (STRING)

-- NotContains("yyyy-MM-dd", "a%_")
TRUE

-- NotContains("yyyy-MM-dd", "yyyy-MM-dd")
FALSE

-- NotContains("yyyy-MM-dd", [s])
(NOT (strpos(CAST(? AS varchar), CAST("t"."s" AS varchar)) > 0))

$1 = "yyyy-MM-dd" (STRING)

-- NotContains([s], "a%_")
(NOT (strpos(CAST("t"."s" AS varchar), CAST(? AS varchar)) > 0))

$1 = "a%_" (STRING)

-- NotContains([s], "yyyy-MM-dd")
(NOT (strpos(CAST("t"."s" AS varchar), CAST(? AS varchar)) > 0))

$1 = "yyyy-MM-dd" (STRING)

-- NotContains([s], [s])
(NOT (strpos(CAST("t"."s" AS varchar), CAST("t"."s" AS varchar)) > 0))

-- NotIn("a%_", "a%_")
FALSE

-- NotIn("a%_", "a%_", "a%_")
FALSE

-- NotIn("a%_", "a%_", "yyyy-MM-dd")
FALSE

-- NotIn("a%_", "yyyy-MM-dd")
TRUE

-- NotIn("a%_", "yyyy-MM-dd", "a%_")
FALSE

-- NotIn("a%_", "yyyy-MM-dd", "yyyy-MM-dd")
TRUE

-- NotIn("yyyy-MM-dd", "a%_")
TRUE

-- NotIn("yyyy-MM-dd", "a%_", "a%_")
TRUE

-- NotIn("yyyy-MM-dd", "a%_", "yyyy-MM-dd")
FALSE

-- NotIn("yyyy-MM-dd", "yyyy-MM-dd")
FALSE

-- NotIn("yyyy-MM-dd", "yyyy-MM-dd", "a%_")
FALSE

-- NotIn("yyyy-MM-dd", "yyyy-MM-dd", "yyyy-MM-dd")
FALSE

-- NotIn(2, 2)
FALSE

-- NotIn(2, 2, 2)
FALSE

-- NotIn([n], 2)
NOT ("t"."n" IN (CAST(? AS bigint)))

$1 = 2 (INT)

-- NotIn([n], 2, 2)
NOT ("t"."n" IN (CAST(? AS bigint), CAST(? AS bigint)))

$1 = 2 (INT)
$2 = 2 (INT)

-- NotIn([p], 2)
NOT ("t"."p" IN (CAST(? AS decimal(1, 0))))

$1 = 2 (DECIMAL)

-- NotIn([p], 2, 2)
NOT ("t"."p" IN (CAST(? AS decimal(1, 0)), CAST(? AS decimal(1, 0))))

$1 = 2 (DECIMAL)
$2 = 2 (DECIMAL)

-- NotIn([s], "a%_")
NOT (CAST("t"."s" AS varchar) IN (CAST(? AS varchar)))

$1 = "a%_" (STRING)

-- NotIn([s], "a%_", "a%_")
NOT (CAST("t"."s" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar)))

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- NotIn([s], "a%_", "yyyy-MM-dd")
NOT (CAST("t"."s" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar)))

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- NotIn([s], "yyyy-MM-dd")
NOT (CAST("t"."s" AS varchar) IN (CAST(? AS varchar)))

$1 = "yyyy-MM-dd" (STRING)

-- NotIn([s], "yyyy-MM-dd", "a%_")
NOT (CAST("t"."s" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar)))

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- NotIn([s], "yyyy-MM-dd", "yyyy-MM-dd")
NOT (CAST("t"."s" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar)))

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- NotIn([x], 2)
NOT ((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) IN (CAST(? AS double)))

$1 = 2 (DOUBLE)

-- NotIn([x], 2, 2)
NOT ((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) IN (CAST(? AS double), CAST(? AS double)))

$1 = 2 (DOUBLE)
$2 = 2 (DOUBLE)

-- Now()
CAST(? AS timestamp(6))

$1 = 1970-01-01 00:00:00 (TIMESTAMP)

-- NullIf("a%_", "a%_")
CAST(NULL AS varchar)

-- NullIf("a%_", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- NullIf("a%_", [s])
NULLIF(CAST(? AS varchar), CAST("t"."s" AS varchar))

$1 = "a%_" (STRING)

-- NullIf("yyyy-MM-dd", "a%_")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- NullIf("yyyy-MM-dd", "yyyy-MM-dd")
CAST(NULL AS varchar)

-- NullIf("yyyy-MM-dd", [s])
NULLIF(CAST(? AS varchar), CAST("t"."s" AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- NullIf(2, [n])
NULLIF(CAST(? AS bigint), "t"."n")

$1 = 2 (INT)

-- NullIf([at], [d])
NULLIF((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- NullIf([d], [d])
NULLIF((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END), (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- NullIf([f], [f])
NULLIF("t"."f", "t"."f")

-- NullIf([n], [n])
NULLIF("t"."n", "t"."n")

-- NullIf([p], [n])
(CASE WHEN COALESCE(TRY("t"."p" = "t"."n"), truncate("t"."p" * DECIMAL '1') = truncate("t"."n" * DECIMAL '1')) THEN NULL ELSE "t"."p" END)

-- NullIf([s], "a%_")
NULLIF(CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)

-- NullIf([s], "yyyy-MM-dd")
NULLIF(CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- NullIf([s], [s])
NULLIF(CAST("t"."s" AS varchar), CAST("t"."s" AS varchar))

-- NullIf([x], [n])
NULLIF((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END), "t"."n")

-- Position("a%_", "a%_")
CAST(? AS bigint)

$1 = 1 (INT)

-- Position("a%_", "yyyy-MM-dd")
CAST(? AS bigint)

$1 = 0 (INT)

-- Position("a%_", [s])
strpos(CAST(? AS varchar), CAST("t"."s" AS varchar))

$1 = "a%_" (STRING)

-- Position("yyyy-MM-dd", "a%_")
CAST(? AS bigint)

$1 = 0 (INT)

-- Position("yyyy-MM-dd", "yyyy-MM-dd")
CAST(? AS bigint)

$1 = 1 (INT)

-- Position("yyyy-MM-dd", [s])
strpos(CAST(? AS varchar), CAST("t"."s" AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- Position([s], "a%_")
strpos(CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)

-- Position([s], "yyyy-MM-dd")
strpos(CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- Position([s], [s])
strpos(CAST("t"."s" AS varchar), CAST("t"."s" AS varchar))

-- Power(2, [n])
(CASE WHEN is_finite(power(CAST(CAST(? AS bigint) AS double), CAST("t"."n" AS double))) THEN power(CAST(CAST(? AS bigint) AS double), CAST("t"."n" AS double)) END)

$1 = 2 (INT)
$2 = 2 (INT)

-- Power([n], [n])
(CASE WHEN is_finite(power(CAST("t"."n" AS double), CAST("t"."n" AS double))) THEN power(CAST("t"."n" AS double), CAST("t"."n" AS double)) END)

-- Power([p], [n])
(CASE WHEN is_finite(power(CAST("t"."p" AS double), CAST("t"."n" AS double))) THEN power(CAST("t"."p" AS double), CAST("t"."n" AS double)) END)

-- Power([x], [n])
(CASE WHEN is_finite(power((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END), CAST("t"."n" AS double))) THEN power((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END), CAST("t"."n" AS double)) END)

-- Quarter([at])
quarter((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Quarter([d])
quarter((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- RTrim("a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- RTrim("yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- RTrim([s])
trim(TRAILING CAST(? AS varchar) FROM CAST("t"."s" AS varchar))

$1 = " \t\n\r 　" (STRING)

-- RegexpExtract("a%_", "a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- RegexpExtract("a%_", "yyyy-MM-dd")
CAST(NULL AS varchar)

-- RegexpExtract("yyyy-MM-dd", "a%_")
CAST(NULL AS varchar)

-- RegexpExtract("yyyy-MM-dd", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- RegexpExtract([s], "a%_")
regexp_extract(CAST("t"."s" AS varchar), CAST(? AS varchar), 0)

$1 = "a%_" (STRING)

-- RegexpExtract([s], "yyyy-MM-dd")
regexp_extract(CAST("t"."s" AS varchar), CAST(? AS varchar), 0)

$1 = "yyyy-MM-dd" (STRING)

-- RegexpLike("a%_", "a%_")
TRUE

-- RegexpLike("a%_", "yyyy-MM-dd")
FALSE

-- RegexpLike("yyyy-MM-dd", "a%_")
FALSE

-- RegexpLike("yyyy-MM-dd", "yyyy-MM-dd")
TRUE

-- RegexpLike([s], "a%_")
regexp_like(CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)

-- RegexpLike([s], "yyyy-MM-dd")
regexp_like(CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- RegexpReplace("a%_", "a%_", "a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- RegexpReplace("a%_", "a%_", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- RegexpReplace("a%_", "yyyy-MM-dd", "a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- RegexpReplace("a%_", "yyyy-MM-dd", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- RegexpReplace("yyyy-MM-dd", "a%_", "a%_")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- RegexpReplace("yyyy-MM-dd", "a%_", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- RegexpReplace("yyyy-MM-dd", "yyyy-MM-dd", "a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- RegexpReplace("yyyy-MM-dd", "yyyy-MM-dd", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- RegexpReplace([s], "a%_", "a%_")
regexp_replace(CAST("t"."s" AS varchar), CAST(? AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- RegexpReplace([s], "a%_", "yyyy-MM-dd")
regexp_replace((CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END), CAST(? AS varchar), CAST(? AS varchar))

$1 = 10000 (INT)
$2 = "a%_" (STRING)
$3 = "yyyy-MM-dd" (STRING)

-- RegexpReplace([s], "yyyy-MM-dd", "a%_")
regexp_replace(CAST("t"."s" AS varchar), CAST(? AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- RegexpReplace([s], "yyyy-MM-dd", "yyyy-MM-dd")
regexp_replace(CAST("t"."s" AS varchar), CAST(? AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Replace("a%_", "a%_", "a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Replace("a%_", "a%_", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Replace("a%_", "yyyy-MM-dd", "a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Replace("a%_", "yyyy-MM-dd", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Replace("a%_", [s], "a%_")
(CASE WHEN CAST("t"."s" AS varchar) <> '' THEN replace(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar)) WHEN CAST("t"."s" AS varchar) = '' AND CAST(? AS varchar) IS NOT NULL THEN CAST(? AS varchar) END)

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)
$3 = "a%_" (STRING)
$4 = "a%_" (STRING)

-- Replace("a%_", [s], "yyyy-MM-dd")
(CASE WHEN CAST("t"."s" AS varchar) <> '' THEN replace(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar)) WHEN CAST("t"."s" AS varchar) = '' AND CAST(? AS varchar) IS NOT NULL THEN CAST(? AS varchar) END)

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)
$3 = "yyyy-MM-dd" (STRING)
$4 = "a%_" (STRING)

-- Replace("a%_", [s], [s])
(CASE WHEN CAST("t"."s" AS varchar) <> '' THEN replace(CAST(? AS varchar), CAST("t"."s" AS varchar), (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END)) WHEN CAST("t"."s" AS varchar) = '' AND (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END) IS NOT NULL THEN CAST(? AS varchar) END)

$1 = "a%_" (STRING)
$2 = 300 (INT)
$3 = 300 (INT)
$4 = "a%_" (STRING)

-- Replace("yyyy-MM-dd", "a%_", "a%_")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Replace("yyyy-MM-dd", "a%_", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Replace("yyyy-MM-dd", "yyyy-MM-dd", "a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Replace("yyyy-MM-dd", "yyyy-MM-dd", "yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Replace("yyyy-MM-dd", [s], "a%_")
(CASE WHEN CAST("t"."s" AS varchar) <> '' THEN replace(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar)) WHEN CAST("t"."s" AS varchar) = '' AND CAST(? AS varchar) IS NOT NULL THEN CAST(? AS varchar) END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)
$3 = "a%_" (STRING)
$4 = "yyyy-MM-dd" (STRING)

-- Replace("yyyy-MM-dd", [s], "yyyy-MM-dd")
(CASE WHEN CAST("t"."s" AS varchar) <> '' THEN replace(CAST(? AS varchar), CAST("t"."s" AS varchar), CAST(? AS varchar)) WHEN CAST("t"."s" AS varchar) = '' AND CAST(? AS varchar) IS NOT NULL THEN CAST(? AS varchar) END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)
$3 = "yyyy-MM-dd" (STRING)
$4 = "yyyy-MM-dd" (STRING)

-- Replace("yyyy-MM-dd", [s], [s])
(CASE WHEN CAST("t"."s" AS varchar) <> '' THEN replace(CAST(? AS varchar), CAST("t"."s" AS varchar), (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END)) WHEN CAST("t"."s" AS varchar) = '' AND (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END) IS NOT NULL THEN CAST(? AS varchar) END)

$1 = "yyyy-MM-dd" (STRING)
$2 = 300 (INT)
$3 = 300 (INT)
$4 = "yyyy-MM-dd" (STRING)

-- Replace([s], "a%_", "a%_")
replace(CAST("t"."s" AS varchar), CAST(? AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Replace([s], "a%_", "yyyy-MM-dd")
replace((CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END), CAST(? AS varchar), CAST(? AS varchar))

$1 = 10000 (INT)
$2 = "a%_" (STRING)
$3 = "yyyy-MM-dd" (STRING)

-- Replace([s], "yyyy-MM-dd", "a%_")
replace(CAST("t"."s" AS varchar), CAST(? AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Replace([s], "yyyy-MM-dd", "yyyy-MM-dd")
replace(CAST("t"."s" AS varchar), CAST(? AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Replace([s], [s], "a%_")
(CASE WHEN CAST("t"."s" AS varchar) <> '' THEN replace((CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END), CAST("t"."s" AS varchar), CAST(? AS varchar)) WHEN CAST("t"."s" AS varchar) = '' AND CAST(? AS varchar) IS NOT NULL THEN (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END) END)

$1 = 10000 (INT)
$2 = "a%_" (STRING)
$3 = "a%_" (STRING)
$4 = 10000 (INT)

-- Replace([s], [s], "yyyy-MM-dd")
(CASE WHEN CAST("t"."s" AS varchar) <> '' THEN replace((CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END), CAST("t"."s" AS varchar), CAST(? AS varchar)) WHEN CAST("t"."s" AS varchar) = '' AND CAST(? AS varchar) IS NOT NULL THEN (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END) END)

$1 = 10000 (INT)
$2 = "yyyy-MM-dd" (STRING)
$3 = "yyyy-MM-dd" (STRING)
$4 = 10000 (INT)

-- Replace([s], [s], [s])
(CASE WHEN CAST("t"."s" AS varchar) <> '' THEN replace((CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END), CAST("t"."s" AS varchar), (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END)) WHEN CAST("t"."s" AS varchar) = '' AND (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END) IS NOT NULL THEN (CASE WHEN (length(CAST("t"."s" AS varchar)) <= CAST(? AS bigint)) THEN CAST("t"."s" AS varchar) ELSE CAST(NULL AS varchar) END) END)

$1 = 10000 (INT)
$2 = 300 (INT)
$3 = 300 (INT)
$4 = 10000 (INT)

-- Right("a%_", [n])
substr(CAST(? AS varchar), greatest(length(CAST(? AS varchar)) - least(greatest("t"."n", 0), 2147483647), 0) + 1)

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Right("yyyy-MM-dd", [n])
substr(CAST(? AS varchar), greatest(length(CAST(? AS varchar)) - least(greatest("t"."n", 0), 2147483647), 0) + 1)

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Right([s], [n])
substr(CAST("t"."s" AS varchar), greatest(length(CAST("t"."s" AS varchar)) - least(greatest("t"."n", 0), 2147483647), 0) + 1)

-- Round(2)
CAST(? AS bigint)

$1 = 2 (INT)

-- Round(2, 2)
CAST(? AS bigint)

$1 = 2 (INT)

-- Round([n])
"t"."n"

-- Round([n], 2)
"t"."n"

-- Round([p])
round("t"."p", 0)

-- Round([p], 2)
round("t"."p", 2)

-- Round([x])
(CASE WHEN abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) < CAST(? AS double) THEN round((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) ELSE (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) END)

$1 = 4503599627370496 (DOUBLE)

-- Round([x], 2)
(CASE WHEN abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) < CAST(? AS double) THEN CASE WHEN abs(abs(((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) * CAST(? AS double))) - floor(abs(((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) * CAST(? AS double)))) - CAST(? AS double)) * CAST(? AS double) <= abs(((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) * CAST(? AS double))) THEN CAST(TRY_CAST(CAST((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) AS varchar) AS decimal(38, 2)) AS double) ELSE round((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) * CAST(? AS double)) / CAST(? AS double) END ELSE (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) END)

$1 = 4503599627370496 (DOUBLE)
$2 = 100 (DOUBLE)
$3 = 100 (DOUBLE)
$4 = 0.5 (DOUBLE)
$5 = 1125899906842624 (DOUBLE)
$6 = 100 (DOUBLE)
$7 = 100 (DOUBLE)
$8 = 100 (DOUBLE)

-- SafeDivide(2, [n])
CAST(CAST(? AS bigint) AS double) / NULLIF(CAST("t"."n" AS double), 0)

$1 = 2 (INT)

-- SafeDivide([n], [n])
CAST("t"."n" AS double) / NULLIF(CAST("t"."n" AS double), 0)

-- SafeDivide([p], [n])
CAST("t"."p" AS double) / NULLIF(CAST("t"."n" AS double), 0)

-- SafeDivide([x], [n])
CAST((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) AS double) / NULLIF(CAST("t"."n" AS double), 0)

-- Second([at])
second((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Second([d])
(CASE WHEN (CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) IS NOT NULL THEN BIGINT '0' END)

-- Sign(2)
CAST(? AS bigint)

$1 = 1 (INT)

-- Sign([n])
CAST(sign("t"."n") AS bigint)

-- Sign([p])
CAST(sign("t"."p") AS bigint)

-- Sign([x])
CAST(sign((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS bigint)

-- SplitPart("a%_", "a%_", [n])
(CASE WHEN CAST(? AS varchar) IS NOT NULL AND "t"."n" IS NOT NULL THEN COALESCE(split_part(CAST(? AS varchar), CAST(? AS varchar), (CASE WHEN "t"."n" < 1 THEN 2147483647 ELSE least("t"."n", 2147483647) END)), '') END)

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)
$3 = "a%_" (STRING)

-- SplitPart("a%_", "yyyy-MM-dd", [n])
(CASE WHEN CAST(? AS varchar) IS NOT NULL AND "t"."n" IS NOT NULL THEN COALESCE(split_part(CAST(? AS varchar), CAST(? AS varchar), (CASE WHEN "t"."n" < 1 THEN 2147483647 ELSE least("t"."n", 2147483647) END)), '') END)

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)
$3 = "yyyy-MM-dd" (STRING)

-- SplitPart("yyyy-MM-dd", "a%_", [n])
(CASE WHEN CAST(? AS varchar) IS NOT NULL AND "t"."n" IS NOT NULL THEN COALESCE(split_part(CAST(? AS varchar), CAST(? AS varchar), (CASE WHEN "t"."n" < 1 THEN 2147483647 ELSE least("t"."n", 2147483647) END)), '') END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)
$3 = "a%_" (STRING)

-- SplitPart("yyyy-MM-dd", "yyyy-MM-dd", [n])
(CASE WHEN CAST(? AS varchar) IS NOT NULL AND "t"."n" IS NOT NULL THEN COALESCE(split_part(CAST(? AS varchar), CAST(? AS varchar), (CASE WHEN "t"."n" < 1 THEN 2147483647 ELSE least("t"."n", 2147483647) END)), '') END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)
$3 = "yyyy-MM-dd" (STRING)

-- SplitPart([s], "a%_", [n])
(CASE WHEN CAST("t"."s" AS varchar) IS NOT NULL AND "t"."n" IS NOT NULL THEN COALESCE(split_part(CAST("t"."s" AS varchar), CAST(? AS varchar), (CASE WHEN "t"."n" < 1 THEN 2147483647 ELSE least("t"."n", 2147483647) END)), '') END)

$1 = "a%_" (STRING)

-- SplitPart([s], "yyyy-MM-dd", [n])
(CASE WHEN CAST("t"."s" AS varchar) IS NOT NULL AND "t"."n" IS NOT NULL THEN COALESCE(split_part(CAST("t"."s" AS varchar), CAST(? AS varchar), (CASE WHEN "t"."n" < 1 THEN 2147483647 ELSE least("t"."n", 2147483647) END)), '') END)

$1 = "yyyy-MM-dd" (STRING)

-- Sqrt(2)
CAST(? AS double)

$1 = 1.4142135623730951 (DOUBLE)

-- Sqrt([n])
(CASE WHEN CAST("t"."n" AS double) >= 0 THEN sqrt(CAST("t"."n" AS double)) END)

-- Sqrt([p])
(CASE WHEN CAST("t"."p" AS double) >= 0 THEN sqrt(CAST("t"."p" AS double)) END)

-- Sqrt([x])
(CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) >= 0 THEN sqrt((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) END)

-- StartsWith("a%_", "a%_")
TRUE

-- StartsWith("a%_", "yyyy-MM-dd")
FALSE

-- StartsWith("a%_", [s])
starts_with(CAST(? AS varchar), CAST("t"."s" AS varchar))

$1 = "a%_" (STRING)

-- StartsWith("yyyy-MM-dd", "a%_")
FALSE

-- StartsWith("yyyy-MM-dd", "yyyy-MM-dd")
TRUE

-- StartsWith("yyyy-MM-dd", [s])
starts_with(CAST(? AS varchar), CAST("t"."s" AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- StartsWith([s], "a%_")
starts_with(CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "a%_" (STRING)

-- StartsWith([s], "yyyy-MM-dd")
starts_with(CAST("t"."s" AS varchar), CAST(? AS varchar))

$1 = "yyyy-MM-dd" (STRING)

-- StartsWith([s], [s])
starts_with(CAST("t"."s" AS varchar), CAST("t"."s" AS varchar))

-- Substring("a%_", [n])
substr(CAST(? AS varchar), least(greatest("t"."n", 1), 2147483647))

$1 = "a%_" (STRING)

-- Substring("a%_", [n], [n])
substr(CAST(? AS varchar), least(greatest("t"."n", 1), 2147483647), least(greatest("t"."n", 0), 2147483647))

$1 = "a%_" (STRING)

-- Substring("yyyy-MM-dd", [n])
substr(CAST(? AS varchar), least(greatest("t"."n", 1), 2147483647))

$1 = "yyyy-MM-dd" (STRING)

-- Substring("yyyy-MM-dd", [n], [n])
substr(CAST(? AS varchar), least(greatest("t"."n", 1), 2147483647), least(greatest("t"."n", 0), 2147483647))

$1 = "yyyy-MM-dd" (STRING)

-- Substring([s], [n])
substr(CAST("t"."s" AS varchar), least(greatest("t"."n", 1), 2147483647))

-- Substring([s], [n], [n])
substr(CAST("t"."s" AS varchar), least(greatest("t"."n", 1), 2147483647), least(greatest("t"."n", 0), 2147483647))

-- Timestamp([s])
(CASE WHEN regexp_like(CAST("t"."s" AS varchar), '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-[0-9]{2}-[0-9]{2} ([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9])\z') THEN CASE WHEN regexp_like((substr(CAST("t"."s" AS varchar), 1, 4) || '-' || substr(CAST("t"."s" AS varchar), 6, 2) || '-' || substr(CAST("t"."s" AS varchar), 9, 2)), '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13-9]|1[0-2])-(29|30)|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13578]|1[02])-31|([0-9]{2}(0[48]|[2468][048]|[13579][26])|(0[48]|[2468][048]|[13579][26])00)-02-29)\z') THEN CAST((substr(CAST("t"."s" AS varchar), 1, 4) || '-' || substr(CAST("t"."s" AS varchar), 6, 2) || '-' || substr(CAST("t"."s" AS varchar), 9, 2) || ' ' || substr(CAST("t"."s" AS varchar), 12, 2) || ':' || substr(CAST("t"."s" AS varchar), 15, 2) || ':' || substr(CAST("t"."s" AS varchar), 18, 2)) AS timestamp(6)) END END)

-- Timestamp([s], "yyyy-MM-dd")
(CASE WHEN regexp_like(CAST("t"."s" AS varchar), '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-[0-9]{2}-[0-9]{2})\z') THEN CASE WHEN regexp_like((substr(CAST("t"."s" AS varchar), 1, 4) || '-' || substr(CAST("t"."s" AS varchar), 6, 2) || '-' || substr(CAST("t"."s" AS varchar), 9, 2)), '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13-9]|1[0-2])-(29|30)|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13578]|1[02])-31|([0-9]{2}(0[48]|[2468][048]|[13579][26])|(0[48]|[2468][048]|[13579][26])00)-02-29)\z') THEN CAST((substr(CAST("t"."s" AS varchar), 1, 4) || '-' || substr(CAST("t"."s" AS varchar), 6, 2) || '-' || substr(CAST("t"."s" AS varchar), 9, 2) || ' ' || '00' || ':' || '00' || ':' || '00') AS timestamp(6)) END END)

-- Today()
CAST(? AS date)

$1 = 1970-01-01 (DATE)

-- Trim("a%_")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- Trim("yyyy-MM-dd")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- Trim([s])
trim(BOTH CAST(? AS varchar) FROM CAST("t"."s" AS varchar))

$1 = " \t\n\r 　" (STRING)

-- Trunc(2)
CAST(? AS bigint)

$1 = 2 (INT)

-- Trunc(2, 2)
CAST(? AS bigint)

$1 = 2 (INT)

-- Trunc([n])
"t"."n"

-- Trunc([n], 2)
"t"."n"

-- Trunc([p])
truncate("t"."p")

-- Trunc([p], 2)
TRY("t"."p" - "t"."p" % NULLIF(CAST(? AS decimal(3, 2)), 0))

$1 = 0.01 (DECIMAL)

-- Trunc([x])
truncate((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END))

-- Trunc([x], 2)
(CASE WHEN regexp_like((((CASE WHEN element_at(transform(ARRAY[CASE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) WHEN '4.9E-324' THEN '5.0E-324' WHEN '4.9E-323' THEN '5.0E-323' WHEN '5.9E-323' THEN '6.0E-323' WHEN '6.9E-323' THEN '7.0E-323' WHEN '7.9E-323' THEN '8.0E-323' WHEN '8.9E-323' THEN '9.0E-323' WHEN '1.58E-322' THEN '1.6E-322' WHEN '6.32E-322' THEN '6.3E-322' ELSE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) END], double_text -> CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) < 0 THEN '-' ELSE '' END || CASE WHEN CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) < 0 THEN rpad('0.', 1 - CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer), '0') || regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '') WHEN length(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '')) <= CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1 THEN rpad(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1, '0') ELSE substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), 1, CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1) || '.' || substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 2) END), 1) IS NOT NULL AND CAST(? AS bigint) IS NOT NULL THEN COALESCE(split_part(element_at(transform(ARRAY[CASE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) WHEN '4.9E-324' THEN '5.0E-324' WHEN '4.9E-323' THEN '5.0E-323' WHEN '5.9E-323' THEN '6.0E-323' WHEN '6.9E-323' THEN '7.0E-323' WHEN '7.9E-323' THEN '8.0E-323' WHEN '8.9E-323' THEN '9.0E-323' WHEN '1.58E-322' THEN '1.6E-322' WHEN '6.32E-322' THEN '6.3E-322' ELSE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) END], double_text -> CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) < 0 THEN '-' ELSE '' END || CASE WHEN CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) < 0 THEN rpad('0.', 1 - CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer), '0') || regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '') WHEN length(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '')) <= CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1 THEN rpad(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1, '0') ELSE substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), 1, CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1) || '.' || substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 2) END), 1), CAST(? AS varchar), CAST(? AS bigint)), '') END) || CAST(? AS varchar)) || (substr((CASE WHEN element_at(transform(ARRAY[CASE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) WHEN '4.9E-324' THEN '5.0E-324' WHEN '4.9E-323' THEN '5.0E-323' WHEN '5.9E-323' THEN '6.0E-323' WHEN '6.9E-323' THEN '7.0E-323' WHEN '7.9E-323' THEN '8.0E-323' WHEN '8.9E-323' THEN '9.0E-323' WHEN '1.58E-322' THEN '1.6E-322' WHEN '6.32E-322' THEN '6.3E-322' ELSE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) END], double_text -> CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) < 0 THEN '-' ELSE '' END || CASE WHEN CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) < 0 THEN rpad('0.', 1 - CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer), '0') || regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '') WHEN length(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '')) <= CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1 THEN rpad(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1, '0') ELSE substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), 1, CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1) || '.' || substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 2) END), 1) IS NOT NULL AND CAST(? AS bigint) IS NOT NULL THEN COALESCE(split_part(element_at(transform(ARRAY[CASE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) WHEN '4.9E-324' THEN '5.0E-324' WHEN '4.9E-323' THEN '5.0E-323' WHEN '5.9E-323' THEN '6.0E-323' WHEN '6.9E-323' THEN '7.0E-323' WHEN '7.9E-323' THEN '8.0E-323' WHEN '8.9E-323' THEN '9.0E-323' WHEN '1.58E-322' THEN '1.6E-322' WHEN '6.32E-322' THEN '6.3E-322' ELSE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) END], double_text -> CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) < 0 THEN '-' ELSE '' END || CASE WHEN CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) < 0 THEN rpad('0.', 1 - CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer), '0') || regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '') WHEN length(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '')) <= CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1 THEN rpad(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1, '0') ELSE substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), 1, CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1) || '.' || substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 2) END), 1), CAST(? AS varchar), CAST(? AS bigint)), '') END), 1, CAST(? AS bigint)) || CAST(? AS varchar))), '^( *[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})? *)\z') THEN CASE WHEN is_finite(TRY_CAST(trim((((CASE WHEN element_at(transform(ARRAY[CASE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) WHEN '4.9E-324' THEN '5.0E-324' WHEN '4.9E-323' THEN '5.0E-323' WHEN '5.9E-323' THEN '6.0E-323' WHEN '6.9E-323' THEN '7.0E-323' WHEN '7.9E-323' THEN '8.0E-323' WHEN '8.9E-323' THEN '9.0E-323' WHEN '1.58E-322' THEN '1.6E-322' WHEN '6.32E-322' THEN '6.3E-322' ELSE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) END], double_text -> CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) < 0 THEN '-' ELSE '' END || CASE WHEN CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) < 0 THEN rpad('0.', 1 - CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer), '0') || regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '') WHEN length(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '')) <= CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1 THEN rpad(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1, '0') ELSE substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), 1, CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1) || '.' || substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 2) END), 1) IS NOT NULL AND CAST(? AS bigint) IS NOT NULL THEN COALESCE(split_part(element_at(transform(ARRAY[CASE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) WHEN '4.9E-324' THEN '5.0E-324' WHEN '4.9E-323' THEN '5.0E-323' WHEN '5.9E-323' THEN '6.0E-323' WHEN '6.9E-323' THEN '7.0E-323' WHEN '7.9E-323' THEN '8.0E-323' WHEN '8.9E-323' THEN '9.0E-323' WHEN '1.58E-322' THEN '1.6E-322' WHEN '6.32E-322' THEN '6.3E-322' ELSE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) END], double_text -> CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) < 0 THEN '-' ELSE '' END || CASE WHEN CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) < 0 THEN rpad('0.', 1 - CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer), '0') || regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '') WHEN length(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '')) <= CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1 THEN rpad(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1, '0') ELSE substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), 1, CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1) || '.' || substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 2) END), 1), CAST(? AS varchar), CAST(? AS bigint)), '') END) || CAST(? AS varchar)) || (substr((CASE WHEN element_at(transform(ARRAY[CASE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) WHEN '4.9E-324' THEN '5.0E-324' WHEN '4.9E-323' THEN '5.0E-323' WHEN '5.9E-323' THEN '6.0E-323' WHEN '6.9E-323' THEN '7.0E-323' WHEN '7.9E-323' THEN '8.0E-323' WHEN '8.9E-323' THEN '9.0E-323' WHEN '1.58E-322' THEN '1.6E-322' WHEN '6.32E-322' THEN '6.3E-322' ELSE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) END], double_text -> CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) < 0 THEN '-' ELSE '' END || CASE WHEN CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) < 0 THEN rpad('0.', 1 - CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer), '0') || regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '') WHEN length(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '')) <= CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1 THEN rpad(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1, '0') ELSE substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), 1, CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1) || '.' || substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 2) END), 1) IS NOT NULL AND CAST(? AS bigint) IS NOT NULL THEN COALESCE(split_part(element_at(transform(ARRAY[CASE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) WHEN '4.9E-324' THEN '5.0E-324' WHEN '4.9E-323' THEN '5.0E-323' WHEN '5.9E-323' THEN '6.0E-323' WHEN '6.9E-323' THEN '7.0E-323' WHEN '7.9E-323' THEN '8.0E-323' WHEN '8.9E-323' THEN '9.0E-323' WHEN '1.58E-322' THEN '1.6E-322' WHEN '6.32E-322' THEN '6.3E-322' ELSE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) END], double_text -> CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) < 0 THEN '-' ELSE '' END || CASE WHEN CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) < 0 THEN rpad('0.', 1 - CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer), '0') || regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '') WHEN length(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '')) <= CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1 THEN rpad(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1, '0') ELSE substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), 1, CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1) || '.' || substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 2) END), 1), CAST(? AS varchar), CAST(? AS bigint)), '') END), 1, CAST(? AS bigint)) || CAST(? AS varchar)))) AS double)) THEN TRY_CAST(trim((((CASE WHEN element_at(transform(ARRAY[CASE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) WHEN '4.9E-324' THEN '5.0E-324' WHEN '4.9E-323' THEN '5.0E-323' WHEN '5.9E-323' THEN '6.0E-323' WHEN '6.9E-323' THEN '7.0E-323' WHEN '7.9E-323' THEN '8.0E-323' WHEN '8.9E-323' THEN '9.0E-323' WHEN '1.58E-322' THEN '1.6E-322' WHEN '6.32E-322' THEN '6.3E-322' ELSE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) END], double_text -> CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) < 0 THEN '-' ELSE '' END || CASE WHEN CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) < 0 THEN rpad('0.', 1 - CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer), '0') || regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '') WHEN length(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '')) <= CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1 THEN rpad(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1, '0') ELSE substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), 1, CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1) || '.' || substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 2) END), 1) IS NOT NULL AND CAST(? AS bigint) IS NOT NULL THEN COALESCE(split_part(element_at(transform(ARRAY[CASE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) WHEN '4.9E-324' THEN '5.0E-324' WHEN '4.9E-323' THEN '5.0E-323' WHEN '5.9E-323' THEN '6.0E-323' WHEN '6.9E-323' THEN '7.0E-323' WHEN '7.9E-323' THEN '8.0E-323' WHEN '8.9E-323' THEN '9.0E-323' WHEN '1.58E-322' THEN '1.6E-322' WHEN '6.32E-322' THEN '6.3E-322' ELSE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) END], double_text -> CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) < 0 THEN '-' ELSE '' END || CASE WHEN CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) < 0 THEN rpad('0.', 1 - CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer), '0') || regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '') WHEN length(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '')) <= CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1 THEN rpad(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1, '0') ELSE substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), 1, CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1) || '.' || substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 2) END), 1), CAST(? AS varchar), CAST(? AS bigint)), '') END) || CAST(? AS varchar)) || (substr((CASE WHEN element_at(transform(ARRAY[CASE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) WHEN '4.9E-324' THEN '5.0E-324' WHEN '4.9E-323' THEN '5.0E-323' WHEN '5.9E-323' THEN '6.0E-323' WHEN '6.9E-323' THEN '7.0E-323' WHEN '7.9E-323' THEN '8.0E-323' WHEN '8.9E-323' THEN '9.0E-323' WHEN '1.58E-322' THEN '1.6E-322' WHEN '6.32E-322' THEN '6.3E-322' ELSE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) END], double_text -> CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) < 0 THEN '-' ELSE '' END || CASE WHEN CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) < 0 THEN rpad('0.', 1 - CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer), '0') || regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '') WHEN length(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '')) <= CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1 THEN rpad(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1, '0') ELSE substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), 1, CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1) || '.' || substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 2) END), 1) IS NOT NULL AND CAST(? AS bigint) IS NOT NULL THEN COALESCE(split_part(element_at(transform(ARRAY[CASE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) WHEN '4.9E-324' THEN '5.0E-324' WHEN '4.9E-323' THEN '5.0E-323' WHEN '5.9E-323' THEN '6.0E-323' WHEN '6.9E-323' THEN '7.0E-323' WHEN '7.9E-323' THEN '8.0E-323' WHEN '8.9E-323' THEN '9.0E-323' WHEN '1.58E-322' THEN '1.6E-322' WHEN '6.32E-322' THEN '6.3E-322' ELSE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) END], double_text -> CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) < 0 THEN '-' ELSE '' END || CASE WHEN CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) < 0 THEN rpad('0.', 1 - CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer), '0') || regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '') WHEN length(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '')) <= CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1 THEN rpad(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1, '0') ELSE substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), 1, CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1) || '.' || substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 2) END), 1), CAST(? AS varchar), CAST(? AS bigint)), '') END), 1, CAST(? AS bigint)) || CAST(? AS varchar)))) AS double) END END)

$1 = 1 (INT)
$2 = "." (STRING)
$3 = 1 (INT)
$4 = "." (STRING)
$5 = 2 (INT)
$6 = "." (STRING)
$7 = 2 (INT)
$8 = 2 (INT)
$9 = "0" (STRING)
$10 = 1 (INT)
$11 = "." (STRING)
$12 = 1 (INT)
$13 = "." (STRING)
$14 = 2 (INT)
$15 = "." (STRING)
$16 = 2 (INT)
$17 = 2 (INT)
$18 = "0" (STRING)
$19 = 1 (INT)
$20 = "." (STRING)
$21 = 1 (INT)
$22 = "." (STRING)
$23 = 2 (INT)
$24 = "." (STRING)
$25 = 2 (INT)
$26 = 2 (INT)
$27 = "0" (STRING)

-- TryCast("a%_", "Boolean")
CAST(NULL AS boolean)

-- TryCast("a%_", "Date")
CAST(NULL AS date)

-- TryCast("a%_", "Decimal")
NULL

-- TryCast("a%_", "Double")
CAST(NULL AS double)

-- TryCast("a%_", "Int")
CAST(NULL AS bigint)

-- TryCast("a%_", "String")
CAST(? AS varchar)

$1 = "a%_" (STRING)

-- TryCast("a%_", "Timestamp")
CAST(NULL AS timestamp(6))

-- TryCast("yyyy-MM-dd", "Boolean")
CAST(NULL AS boolean)

-- TryCast("yyyy-MM-dd", "Date")
CAST(NULL AS date)

-- TryCast("yyyy-MM-dd", "Decimal")
NULL

-- TryCast("yyyy-MM-dd", "Double")
CAST(NULL AS double)

-- TryCast("yyyy-MM-dd", "Int")
CAST(NULL AS bigint)

-- TryCast("yyyy-MM-dd", "String")
CAST(? AS varchar)

$1 = "yyyy-MM-dd" (STRING)

-- TryCast("yyyy-MM-dd", "Timestamp")
CAST(NULL AS timestamp(6))

-- TryCast(2, "Boolean")
TRUE

-- TryCast(2, "Decimal")
CAST(? AS decimal(1, 0))

$1 = 2 (DECIMAL)

-- TryCast(2, "Double")
CAST(? AS double)

$1 = 2 (DOUBLE)

-- TryCast(2, "Int")
CAST(? AS bigint)

$1 = 2 (INT)

-- TryCast(2, "String")
CAST(? AS varchar)

$1 = "2" (STRING)

-- TryCast([at], "Date")
CAST((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) AS date)

-- TryCast([at], "String")
regexp_replace(CAST(CAST((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END) AS timestamp(6)) AS varchar), '\.000000$', '')

-- TryCast([at], "Timestamp")
(CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END)

-- TryCast([d], "Date")
(CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END)

-- TryCast([d], "String")
CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS varchar)

-- TryCast([d], "Timestamp")
CAST((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END) AS timestamp(6))

-- TryCast([f], "Boolean")
"t"."f"

-- TryCast([f], "Decimal")
TRY_CAST("t"."f" AS decimal(38, 10))

-- TryCast([f], "Double")
CAST("t"."f" AS double)

-- TryCast([f], "Int")
CAST("t"."f" AS bigint)

-- TryCast([f], "String")
CAST("t"."f" AS varchar)

-- TryCast([n], "Boolean")
("t"."n" <> 0)

-- TryCast([n], "Decimal")
TRY_CAST(CAST("t"."n" AS decimal(19, 0)) AS decimal(38, 10))

-- TryCast([n], "Double")
CAST("t"."n" AS double)

-- TryCast([n], "Int")
"t"."n"

-- TryCast([n], "String")
CAST("t"."n" AS varchar)

-- TryCast([p], "Boolean")
("t"."p" <> 0)

-- TryCast([p], "Decimal")
TRY_CAST("t"."p" AS decimal(38, 10))

-- TryCast([p], "Double")
CAST("t"."p" AS double)

-- TryCast([p], "Int")
TRY_CAST(truncate("t"."p") AS bigint)

-- TryCast([p], "String")
regexp_replace(CAST("t"."p" AS varchar), '(\.[0-9]*[1-9])0+$|\.0*$', '$1')

-- TryCast([s], "Boolean")
(CASE lower(trim(CAST("t"."s" AS varchar))) WHEN 'true' THEN TRUE WHEN 'false' THEN FALSE END)

-- TryCast([s], "Date")
CAST((CASE WHEN regexp_like(CAST("t"."s" AS varchar), '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-[0-9]{2}-[0-9]{2}([ T]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,6})?)?)\z') THEN TRY_CAST(replace(CAST("t"."s" AS varchar), 'T', ' ') AS timestamp(6)) END) AS date)

-- TryCast([s], "Decimal")
(CASE WHEN regexp_like(CAST("t"."s" AS varchar), '^( *[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})? *)\z') THEN TRY_CAST(trim(CAST("t"."s" AS varchar)) AS decimal(38, 10)) END)

-- TryCast([s], "Double")
(CASE WHEN regexp_like(CAST("t"."s" AS varchar), '^( *[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})? *)\z') THEN CASE WHEN is_finite(TRY_CAST(trim(CAST("t"."s" AS varchar)) AS double)) THEN TRY_CAST(trim(CAST("t"."s" AS varchar)) AS double) END END)

-- TryCast([s], "Int")
(CASE WHEN regexp_like(CAST("t"."s" AS varchar), '^( *[+-]?[0-9]+ *)\z') THEN TRY_CAST(trim(CAST("t"."s" AS varchar)) AS bigint) END)

-- TryCast([s], "String")
CAST("t"."s" AS varchar)

-- TryCast([s], "Timestamp")
(CASE WHEN regexp_like(CAST("t"."s" AS varchar), '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-[0-9]{2}-[0-9]{2}([ T]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,6})?)?)\z') THEN TRY_CAST(replace(CAST("t"."s" AS varchar), 'T', ' ') AS timestamp(6)) END)

-- TryCast([x], "Boolean")
((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) <> 0)

-- TryCast([x], "Decimal")
TRY_CAST(CAST((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) AS varchar) AS decimal(38, 10))

-- TryCast([x], "Double")
(CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)

-- TryCast([x], "Int")
TRY_CAST(truncate((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS bigint)

-- TryCast([x], "String")
element_at(transform(ARRAY[CASE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) WHEN '4.9E-324' THEN '5.0E-324' WHEN '4.9E-323' THEN '5.0E-323' WHEN '5.9E-323' THEN '6.0E-323' WHEN '6.9E-323' THEN '7.0E-323' WHEN '7.9E-323' THEN '8.0E-323' WHEN '8.9E-323' THEN '9.0E-323' WHEN '1.58E-322' THEN '1.6E-322' WHEN '6.32E-322' THEN '6.3E-322' ELSE CAST(abs((CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END)) AS varchar) END], double_text -> CASE WHEN (CASE WHEN is_finite(CAST("t"."x" AS double)) THEN CAST("t"."x" AS double) END) < 0 THEN '-' ELSE '' END || CASE WHEN CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) < 0 THEN rpad('0.', 1 - CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer), '0') || regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '') WHEN length(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '')) <= CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1 THEN rpad(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1, '0') ELSE substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), 1, CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 1) || '.' || substr(regexp_replace(replace(regexp_extract(double_text, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', ''), CAST(regexp_extract(double_text, 'E(-?[0-9]+)$', 1) AS integer) + 2) END), 1)

-- Upper("a%_")
CAST(? AS varchar)

$1 = "A%_" (STRING)

-- Upper("yyyy-MM-dd")
CAST(? AS varchar)

$1 = "YYYY-MM-DD" (STRING)

-- Upper([s])
replace(upper(CAST("t"."s" AS varchar)), 'ß', 'ẞ')

-- Week([at])
week((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Week([d])
week((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- Year([at])
year((CASE WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE (CASE WHEN typeof("t"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("t"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("t"."at" AS timestamp(6)) END) END))

-- Year([d])
year((CASE WHEN "t"."d" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "t"."d" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "t"."d" END))

-- an aggregate request
SELECT
  GROUPING(k0) AS g0,
  k0,
  COUNT(*) FILTER (WHERE in_current) AS present_current,
  COUNT(*) FILTER (WHERE in_compare) AS present_compare,
  COUNT(*) FILTER (WHERE in_current) AS current_0,
  COUNT(*) FILTER (WHERE in_compare) AS compare_0,
  COUNT(a0) FILTER (WHERE in_current) AS current_1,
  COUNT(a0) FILTER (WHERE in_compare) AS compare_1,
  COUNT(DISTINCT a1) FILTER (WHERE in_current) AS current_2,
  COUNT(DISTINCT a1) FILTER (WHERE in_compare) AS compare_2,
  SUM(a0) FILTER (WHERE in_current) AS current_3,
  SUM(a0) FILTER (WHERE in_compare) AS compare_3,
  CASE WHEN SUM(CAST(a2_0 AS decimal(38, 0))) FILTER (WHERE in_current) IS NOT NULL THEN reduce(reduce(ARRAY[SUM(CAST(a2_1 AS decimal(38, 0))) FILTER (WHERE in_current), SUM(CAST(a2_0 AS decimal(38, 0))) FILTER (WHERE in_current)], CAST(ROW(0, ARRAY[]) AS ROW(carry decimal(38, 0), parts array(decimal(38, 0)))), (part, one) -> CAST(ROW((one + part.carry - (one + part.carry) % DECIMAL '4611686018427387904') / DECIMAL '4611686018427387904', ARRAY[(one + part.carry) % DECIMAL '4611686018427387904'] || part.parts) AS ROW(carry decimal(38, 0), parts array(decimal(38, 0)))), part -> ARRAY[part.carry] || part.parts), CAST(ROW(0, 0, 0) AS ROW(whole decimal(38, 0), used bigint, rest bigint)), (part, one) -> CASE WHEN abs(part.whole) < DECIMAL '4611686018427387904' THEN CAST(ROW(part.whole * DECIMAL '4611686018427387904' + one, part.used + 1, 0) AS ROW(whole decimal(38, 0), used bigint, rest bigint)) WHEN part.rest <> 0 THEN part ELSE CAST(ROW(part.whole, part.used, sign(one)) AS ROW(whole decimal(38, 0), used bigint, rest bigint)) END, part -> CAST(CAST(part.whole * 2 + part.rest AS varchar) AS double) * power(DOUBLE '2', (108 - 62 * part.used) / 2) * power(DOUBLE '2', (108 - 62 * part.used) - (108 - 62 * part.used) / 2)) END AS current_4,
  CASE WHEN SUM(CAST(a2_0 AS decimal(38, 0))) FILTER (WHERE in_compare) IS NOT NULL THEN reduce(reduce(ARRAY[SUM(CAST(a2_1 AS decimal(38, 0))) FILTER (WHERE in_compare), SUM(CAST(a2_0 AS decimal(38, 0))) FILTER (WHERE in_compare)], CAST(ROW(0, ARRAY[]) AS ROW(carry decimal(38, 0), parts array(decimal(38, 0)))), (part, one) -> CAST(ROW((one + part.carry - (one + part.carry) % DECIMAL '4611686018427387904') / DECIMAL '4611686018427387904', ARRAY[(one + part.carry) % DECIMAL '4611686018427387904'] || part.parts) AS ROW(carry decimal(38, 0), parts array(decimal(38, 0)))), part -> ARRAY[part.carry] || part.parts), CAST(ROW(0, 0, 0) AS ROW(whole decimal(38, 0), used bigint, rest bigint)), (part, one) -> CASE WHEN abs(part.whole) < DECIMAL '4611686018427387904' THEN CAST(ROW(part.whole * DECIMAL '4611686018427387904' + one, part.used + 1, 0) AS ROW(whole decimal(38, 0), used bigint, rest bigint)) WHEN part.rest <> 0 THEN part ELSE CAST(ROW(part.whole, part.used, sign(one)) AS ROW(whole decimal(38, 0), used bigint, rest bigint)) END, part -> CAST(CAST(part.whole * 2 + part.rest AS varchar) AS double) * power(DOUBLE '2', (108 - 62 * part.used) / 2) * power(DOUBLE '2', (108 - 62 * part.used) - (108 - 62 * part.used) / 2)) END AS compare_4,
  MIN(a0) FILTER (WHERE in_current) AS current_5,
  MIN(a0) FILTER (WHERE in_compare) AS compare_5,
  MAX(a2) FILTER (WHERE in_current AND f0) AS current_6,
  MAX(a2) FILTER (WHERE in_compare AND f0) AS compare_6,
  VAR_SAMP(CAST(a0 AS double)) FILTER (WHERE in_current) AS current_7,
  VAR_SAMP(CAST(a0 AS double)) FILTER (WHERE in_compare) AS compare_7,
  STDDEV_SAMP(CAST(a2 AS double)) FILTER (WHERE in_current) AS current_8,
  STDDEV_SAMP(CAST(a2 AS double)) FILTER (WHERE in_compare) AS compare_8,
  ELEMENT_AT(ARRAY_SORT(ARRAY_AGG(CAST(a0 AS double)) FILTER (WHERE in_current)), CAST(GREATEST(1, CEIL(DOUBLE '0.9' * COUNT(a0) FILTER (WHERE in_current))) AS bigint)) AS current_9,
  ELEMENT_AT(ARRAY_SORT(ARRAY_AGG(CAST(a0 AS double)) FILTER (WHERE in_compare)), CAST(GREATEST(1, CEIL(DOUBLE '0.9' * COUNT(a0) FILTER (WHERE in_compare))) AS bigint)) AS compare_9,
  COUNT(*) FILTER (WHERE inexact) AS inexact_rows
FROM (SELECT *, NOT COALESCE(a2_rest2 = 0, NOT COALESCE(a2 - a2 = 0, FALSE)) AS inexact FROM (SELECT *, a2_rest1 - CAST(a2_1 AS double) * DOUBLE '6.617444900424222e-24' AS a2_rest2 FROM (SELECT *, CAST(TRY_CAST(a2_rest1 * DOUBLE '1.5111572745182865e+23' AS bigint) AS decimal(38, 0)) AS a2_1 FROM (SELECT *, a2 - CAST(a2_0 AS double) * DOUBLE '0.000030517578125' AS a2_rest1 FROM (SELECT *, CAST(TRY_CAST(a2 * DOUBLE '32768' AS bigint) AS decimal(38, 0)) AS a2_0 FROM (
  SELECT
    (CASE WHEN typeof("f"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("f"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("f"."at" AS timestamp(6)) END) >= CAST(? AS timestamp(6)) AS in_current,
    (CASE WHEN typeof("f"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("f"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("f"."at" AS timestamp(6)) END) < CAST(? AS timestamp(6)) AS in_compare,
    CAST(CAST("l"."region" AS varchar) AS varchar) AS k0,
    "f"."amount" AS a0,
    CAST("f"."shop" AS varchar) AS a1,
    (CASE WHEN is_finite(CAST("f"."share" AS double)) THEN CAST("f"."share" AS double) END) AS a2,
    "f"."amount" > CAST(? AS bigint) AS f0
  FROM "c"."s"."sales" AS "f"
  LEFT JOIN "c"."s"."shops" AS "l" ON CAST("f"."shop" AS varchar) = CAST("l"."code" AS varchar)
  WHERE CAST("f"."shop" AS varchar) <> CAST(? AS varchar)
) AS windowed
  WHERE in_current OR in_compare) AS limbs_0) AS rests_0) AS limbs_1) AS rests_1) AS split
GROUP BY GROUPING SETS ((), (k0))

$1 = 2024-02-01 00:00:00 (TIMESTAMP)
$2 = 2024-02-01 00:00:00 (TIMESTAMP)
$3 = 0 (INT)
$4 = "closed" (STRING)

-- its nested measure
SELECT
  g0,
  k0,
  SUM(current_0) FILTER (WHERE current_0 IS NOT NULL) AS current_0,
  SUM(compare_0) FILTER (WHERE compare_0 IS NOT NULL) AS compare_0,
  COUNT(current_0) AS current_0_count,
  COUNT(compare_0) AS compare_0_count
FROM (
  SELECT
    GROUPING(k0) AS g0,
    k0,
    CASE WHEN COUNT(*) FILTER (WHERE in_current) > 0 THEN SUM(a0) FILTER (WHERE in_current) END AS current_0,
    CASE WHEN COUNT(*) FILTER (WHERE in_compare) > 0 THEN SUM(a0) FILTER (WHERE in_compare) END AS compare_0
  FROM (
  SELECT
    (CASE WHEN typeof("f"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("f"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("f"."at" AS timestamp(6)) END) >= CAST(? AS timestamp(6)) AS in_current,
    (CASE WHEN typeof("f"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("f"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("f"."at" AS timestamp(6)) END) < CAST(? AS timestamp(6)) AS in_compare,
    CAST(CAST("l"."region" AS varchar) AS varchar) AS k0,
    CAST((CASE WHEN "f"."day" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "f"."day" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "f"."day" END) AS date) AS p0,
    "f"."amount" AS a0
  FROM "c"."s"."sales" AS "f"
  LEFT JOIN "c"."s"."shops" AS "l" ON CAST("f"."shop" AS varchar) = CAST("l"."code" AS varchar)
  WHERE CAST("f"."shop" AS varchar) <> CAST(? AS varchar)
) AS windowed
  WHERE in_current OR in_compare
  GROUP BY GROUPING SETS ((p0), (k0, p0))
) AS parts
GROUP BY g0, k0

$1 = 2024-02-01 00:00:00 (TIMESTAMP)
$2 = 2024-02-01 00:00:00 (TIMESTAMP)
$3 = "closed" (STRING)

-- its frontier
SELECT
  (CASE WHEN first < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN first > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE first END) AS first,
  (CASE WHEN last < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN last > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE last END) AS last
FROM (
  SELECT MIN(CAST((CASE WHEN typeof("f"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("f"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("f"."at" AS timestamp(6)) END) AS timestamp(6))) AS first, MAX(CAST((CASE WHEN typeof("f"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("f"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("f"."at" AS timestamp(6)) END) AS timestamp(6))) AS last
  FROM "c"."s"."sales" AS "f"
) AS reached

-- its lookup
SELECT k0
FROM (SELECT CAST("l"."code" AS varchar) AS k0 FROM "c"."s"."shops" AS "l") AS keyed
WHERE k0 IS NOT NULL
GROUP BY k0
HAVING COUNT(*) > 1
ORDER BY k0
LIMIT 1

-- a percentile
SQL_UNSUPPORTED_AGGREGATE: Trino has no exact percentile: use another engine or another aggregate.

-- a materialised table
SELECT
  k0 AS "shop",
  k1 AS "day",
  COUNT(*) AS "row_count",
  COUNT(*) AS "leaf_0",
  COUNT(a0) AS "leaf_1",
  COUNT(DISTINCT a1) AS "leaf_2",
  SUM(a0) AS "leaf_3",
  CASE WHEN SUM(CAST(a2_0 AS decimal(38, 0))) IS NOT NULL THEN reduce(reduce(ARRAY[SUM(CAST(a2_1 AS decimal(38, 0))), SUM(CAST(a2_0 AS decimal(38, 0)))], CAST(ROW(0, ARRAY[]) AS ROW(carry decimal(38, 0), parts array(decimal(38, 0)))), (part, one) -> CAST(ROW((one + part.carry - (one + part.carry) % DECIMAL '4611686018427387904') / DECIMAL '4611686018427387904', ARRAY[(one + part.carry) % DECIMAL '4611686018427387904'] || part.parts) AS ROW(carry decimal(38, 0), parts array(decimal(38, 0)))), part -> ARRAY[part.carry] || part.parts), CAST(ROW(0, 0, 0) AS ROW(whole decimal(38, 0), used bigint, rest bigint)), (part, one) -> CASE WHEN abs(part.whole) < DECIMAL '4611686018427387904' THEN CAST(ROW(part.whole * DECIMAL '4611686018427387904' + one, part.used + 1, 0) AS ROW(whole decimal(38, 0), used bigint, rest bigint)) WHEN part.rest <> 0 THEN part ELSE CAST(ROW(part.whole, part.used, sign(one)) AS ROW(whole decimal(38, 0), used bigint, rest bigint)) END, part -> CAST(CAST(part.whole * 2 + part.rest AS varchar) AS double) * power(DOUBLE '2', (108 - 62 * part.used) / 2) * power(DOUBLE '2', (108 - 62 * part.used) - (108 - 62 * part.used) / 2)) END AS "leaf_4",
  MIN(a0) AS "leaf_5",
  MAX(a2) FILTER (WHERE f0) AS "leaf_6",
  VAR_SAMP(CAST(a0 AS double)) AS "leaf_7",
  STDDEV_SAMP(CAST(a2 AS double)) AS "leaf_8",
  ELEMENT_AT(ARRAY_SORT(ARRAY_AGG(CAST(a0 AS double))), CAST(GREATEST(1, CEIL(DOUBLE '0.9' * COUNT(a0))) AS bigint)) AS "leaf_9"
FROM (SELECT *, NOT COALESCE(a2_rest2 = 0, NOT COALESCE(a2 - a2 = 0, FALSE)) AS inexact FROM (SELECT *, a2_rest1 - CAST(a2_1 AS double) * DOUBLE '6.617444900424222e-24' AS a2_rest2 FROM (SELECT *, CAST(TRY_CAST(a2_rest1 * DOUBLE '1.5111572745182865e+23' AS bigint) AS decimal(38, 0)) AS a2_1 FROM (SELECT *, a2 - CAST(a2_0 AS double) * DOUBLE '0.000030517578125' AS a2_rest1 FROM (SELECT *, CAST(TRY_CAST(a2 * DOUBLE '32768' AS bigint) AS decimal(38, 0)) AS a2_0 FROM (
  SELECT
    CAST(CAST("f"."shop" AS varchar) AS varchar) AS k0,
    CAST((CASE WHEN "f"."day" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN "f"."day" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE "f"."day" END) AS date) AS k1,
    "f"."amount" AS a0,
    CAST("f"."shop" AS varchar) AS a1,
    (CASE WHEN is_finite(CAST("f"."share" AS double)) THEN CAST("f"."share" AS double) END) AS a2,
    "f"."amount" > CAST(? AS bigint) AS f0
  FROM "c"."s"."sales" AS "f"
  LEFT JOIN "c"."s"."shops" AS "l" ON CAST("f"."shop" AS varchar) = CAST("l"."code" AS varchar)
  WHERE "f"."at" >= CAST(? AS timestamp(6)) AND "f"."at" < CAST(? AS timestamp(6)) AND CAST("f"."shop" AS varchar) <> CAST(? AS varchar) AND (CASE WHEN typeof("f"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("f"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("f"."at" AS timestamp(6)) END) >= CAST(? AS timestamp(6)) AND (CASE WHEN typeof("f"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("f"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("f"."at" AS timestamp(6)) END) < CAST(? AS timestamp(6))
) AS kept) AS limbs_0) AS rests_0) AS limbs_1) AS rests_1) AS split
GROUP BY k0, k1

$1 = 0 (INT)
$2 = 2024-01-30 00:00:00 (TIMESTAMP)
$3 = 2024-03-03 00:00:00 (TIMESTAMP)
$4 = "closed" (STRING)
$5 = 2024-02-01 00:00:00 (TIMESTAMP)
$6 = 2024-03-01 00:00:00 (TIMESTAMP)
