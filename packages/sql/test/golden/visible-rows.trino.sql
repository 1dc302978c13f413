-- an aggregate request
SELECT
  GROUPING(k0) AS g0,
  k0,
  COUNT(*) FILTER (WHERE in_current) AS present_current,
  COUNT(*) FILTER (WHERE in_compare) AS present_compare,
  COUNT(*) FILTER (WHERE in_current) AS current_0,
  COUNT(*) FILTER (WHERE in_compare) AS compare_0,
  SUM(a0) FILTER (WHERE in_current) AS current_1,
  SUM(a0) FILTER (WHERE in_compare) AS compare_1
FROM (
  SELECT
    (CASE WHEN typeof("f"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("f"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("f"."at" AS timestamp(6)) END) >= CAST(? AS timestamp(6)) AS in_current,
    (CASE WHEN typeof("f"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("f"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("f"."at" AS timestamp(6)) END) < CAST(? AS timestamp(6)) AS in_compare,
    CAST(CAST("l"."region" AS varchar) AS varchar) AS k0,
    "f"."amount" AS a0
  FROM (SELECT CASE WHEN tributary_visible THEN c0 END AS "shop", CASE WHEN tributary_visible THEN c1 END AS "at", CASE WHEN tributary_visible THEN c2 END AS "amount" FROM (SELECT CAST("l"."state" AS varchar) = CAST(? AS varchar) AS tributary_visible, "f"."shop" AS c0, "f"."at" AS c1, "f"."amount" AS c2 FROM "c"."s"."sales" AS "f" LEFT JOIN (SELECT CASE WHEN tributary_visible THEN c0 END AS "state", CASE WHEN tributary_visible THEN c1 END AS "code" FROM (SELECT CAST("l"."region" AS varchar) = CAST(? AS varchar) AS tributary_visible, "l"."state" AS c0, "l"."code" AS c1 FROM "c"."s"."shops" AS "l") AS tested WHERE tributary_visible) AS "l" ON CAST("f"."shop" AS varchar) = CAST("l"."code" AS varchar)) AS tested WHERE tributary_visible) AS "f"
  LEFT JOIN (SELECT CASE WHEN tributary_visible THEN c0 END AS "region", CASE WHEN tributary_visible THEN c1 END AS "code" FROM (SELECT CAST("l"."region" AS varchar) = CAST(? AS varchar) AS tributary_visible, "l"."region" AS c0, "l"."code" AS c1 FROM "c"."s"."shops" AS "l") AS tested WHERE tributary_visible) AS "l" ON CAST("f"."shop" AS varchar) = CAST("l"."code" AS varchar)
  WHERE CAST("f"."shop" AS varchar) <> CAST(? AS varchar)
) AS windowed
WHERE in_current OR in_compare
GROUP BY GROUPING SETS ((), (k0))

$1 = 2024-02-01 00:00:00 (TIMESTAMP)
$2 = 2024-02-01 00:00:00 (TIMESTAMP)
$3 = "open" (STRING)
$4 = "north" (STRING)
$5 = "north" (STRING)
$6 = "closed" (STRING)

-- its frontier
SELECT
  (CASE WHEN first < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN first > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE first END) AS first,
  (CASE WHEN last < TIMESTAMP '0001-01-01 00:00:00' THEN TIMESTAMP '0001-01-01 00:00:00' WHEN last > TIMESTAMP '9999-12-31 23:59:59.999999' THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE last END) AS last
FROM (
  SELECT MIN(CAST((CASE WHEN typeof("f"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("f"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("f"."at" AS timestamp(6)) END) AS timestamp(6))) AS first, MAX(CAST((CASE WHEN typeof("f"."at") LIKE '%with time zone' THEN CAST(at_timezone(CAST("f"."at" AS timestamp(6) with time zone), current_timezone()) AS timestamp(6)) ELSE CAST("f"."at" AS timestamp(6)) END) AS timestamp(6))) AS last
  FROM (SELECT CASE WHEN tributary_visible THEN c0 END AS "at" FROM (SELECT CAST("l"."state" AS varchar) = CAST(? AS varchar) AS tributary_visible, "f"."at" AS c0 FROM "c"."s"."sales" AS "f" LEFT JOIN (SELECT CASE WHEN tributary_visible THEN c0 END AS "state", CASE WHEN tributary_visible THEN c1 END AS "code" FROM (SELECT CAST("l"."region" AS varchar) = CAST(? AS varchar) AS tributary_visible, "l"."state" AS c0, "l"."code" AS c1 FROM "c"."s"."shops" AS "l") AS tested WHERE tributary_visible) AS "l" ON CAST("f"."shop" AS varchar) = CAST("l"."code" AS varchar)) AS tested WHERE tributary_visible) AS "f"
) AS reached

$1 = "open" (STRING)
$2 = "north" (STRING)

-- its lookup
SELECT k0
FROM (SELECT CAST("l"."code" AS varchar) AS k0 FROM (SELECT CASE WHEN tributary_visible THEN c0 END AS "code" FROM (SELECT CAST("l"."region" AS varchar) = CAST(? AS varchar) AS tributary_visible, "l"."code" AS c0 FROM "c"."s"."shops" AS "l") AS tested WHERE tributary_visible) AS "l") AS keyed
WHERE k0 IS NOT NULL
GROUP BY k0
HAVING COUNT(*) > 1
ORDER BY k0
LIMIT 1

$1 = "north" (STRING)
