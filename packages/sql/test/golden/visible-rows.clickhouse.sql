-- an aggregate request
SELECT
  GROUPING(k0) AS g0,
  k0,
  countIf(in_current) AS present_current,
  countIf(in_compare) AS present_compare,
  countIf(in_current) AS current_0,
  countIf(in_compare) AS compare_0,
  if(throwIf(ifNull(abs(toFloat64(sumOrNullIf(a0 * toDecimal256(1, 0), in_current)) - (sumOrNullIf(toFloat64(a0), in_current))) > 1e-9 * (sumOrNullIf(abs(toFloat64(a0)), in_current)), false), 'Decimal overflow') = 0, sumOrNullIf(a0 * toDecimal256(1, 0), in_current), NULL) AS current_1,
  if(throwIf(ifNull(abs(toFloat64(sumOrNullIf(a0 * toDecimal256(1, 0), in_compare)) - (sumOrNullIf(toFloat64(a0), in_compare))) > 1e-9 * (sumOrNullIf(abs(toFloat64(a0)), in_compare)), false), 'Decimal overflow') = 0, sumOrNullIf(a0 * toDecimal256(1, 0), in_compare), NULL) AS compare_1
FROM (
  SELECT
    toDateTime64(toString(toDateTime64(`f`.`at`, 6), timeZone()), 6, 'UTC') >= {p1:DateTime64(6, 'UTC')} AS in_current,
    toDateTime64(toString(toDateTime64(`f`.`at`, 6), timeZone()), 6, 'UTC') < {p2:DateTime64(6, 'UTC')} AS in_compare,
    CAST(`l`.`region`, 'Nullable(String)') AS k0,
    `f`.`amount` AS a0
  FROM (SELECT CASE WHEN tributary_visible THEN c0 END AS `shop`, CASE WHEN tributary_visible THEN c1 END AS `at`, CASE WHEN tributary_visible THEN c2 END AS `amount` FROM (SELECT `l`.`state` = {p3:String} AS tributary_visible, `f`.`shop` AS c0, `f`.`at` AS c1, `f`.`amount` AS c2 FROM `c`.`s`.`sales` AS `f` LEFT JOIN (SELECT CASE WHEN tributary_visible THEN c0 END AS `state`, CASE WHEN tributary_visible THEN c1 END AS `code` FROM (SELECT `l`.`region` = {p4:String} AS tributary_visible, `l`.`state` AS c0, `l`.`code` AS c1 FROM `c`.`s`.`shops` AS `l`) AS tested WHERE tributary_visible) AS `l` ON `f`.`shop` = `l`.`code`) AS tested WHERE tributary_visible) AS `f`
  LEFT JOIN (SELECT CASE WHEN tributary_visible THEN c0 END AS `region`, CASE WHEN tributary_visible THEN c1 END AS `code` FROM (SELECT `l`.`region` = {p4:String} AS tributary_visible, `l`.`region` AS c0, `l`.`code` AS c1 FROM `c`.`s`.`shops` AS `l`) AS tested WHERE tributary_visible) AS `l` ON `f`.`shop` = `l`.`code`
  WHERE `f`.`shop` <> {p5:String}
) AS windowed
WHERE in_current OR in_compare
GROUP BY GROUPING SETS ((), (k0))

$1 = 2024-02-01 00:00:00 (TIMESTAMP)
$2 = 2024-02-01 00:00:00 (TIMESTAMP)
$3 = "open" (STRING)
$4 = "north" (STRING)
$5 = "closed" (STRING)

-- its frontier
SELECT
  first AS first,
  last AS last
FROM (
  SELECT MIN(toDateTime64(toDateTime64(toString(toDateTime64(`f`.`at`, 6), timeZone()), 6, 'UTC'), 6, 'UTC')) AS first, MAX(toDateTime64(toDateTime64(toString(toDateTime64(`f`.`at`, 6), timeZone()), 6, 'UTC'), 6, 'UTC')) AS last
  FROM (SELECT CASE WHEN tributary_visible THEN c0 END AS `at` FROM (SELECT `l`.`state` = {p1:String} AS tributary_visible, `f`.`at` AS c0 FROM `c`.`s`.`sales` AS `f` LEFT JOIN (SELECT CASE WHEN tributary_visible THEN c0 END AS `state`, CASE WHEN tributary_visible THEN c1 END AS `code` FROM (SELECT `l`.`region` = {p2:String} AS tributary_visible, `l`.`state` AS c0, `l`.`code` AS c1 FROM `c`.`s`.`shops` AS `l`) AS tested WHERE tributary_visible) AS `l` ON `f`.`shop` = `l`.`code`) AS tested WHERE tributary_visible) AS `f`
) AS reached

$1 = "open" (STRING)
$2 = "north" (STRING)

-- its lookup
SELECT k0
FROM (SELECT `l`.`code` AS k0 FROM (SELECT CASE WHEN tributary_visible THEN c0 END AS `code` FROM (SELECT `l`.`region` = {p1:String} AS tributary_visible, `l`.`code` AS c0 FROM `c`.`s`.`shops` AS `l`) AS tested WHERE tributary_visible) AS `l`) AS keyed
WHERE k0 IS NOT NULL
GROUP BY k0
HAVING COUNT(*) > 1
ORDER BY k0
LIMIT 1

$1 = "north" (STRING)
