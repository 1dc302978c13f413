-- [s]
`t`.`s`

-- [n]
`t`.`n`

-- [p]
`t`.`p`

-- [x]
if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)

-- [d]
`t`.`d`

-- [at]
toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')

-- [f]
`t`.`f`

-- [s] = "it's"
`t`.`s` = {p1:String}

$1 = "it's" (STRING)

-- [s] < "😀"
`t`.`s` < {p1:String}

$1 = "😀" (STRING)

-- [n] != 2
`t`.`n` <> {p1:Int64}

$1 = 2 (INT)

-- [n] >= 2.5
`t`.`n` >= {p1:Decimal(76, 1)}

$1 = 2.5 (DECIMAL)

-- [x] <= 1e-3
if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) <= {p1:Float64}

$1 = 0.001 (DOUBLE)

-- [d] > "2024-02-29"
`t`.`d` > {p1:Date32}

$1 = 2024-02-29 (DATE)

-- [at] = "2024-02-29 13:00:00"
toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') = {p1:DateTime64(6, 'UTC')}

$1 = 2024-02-29 13:00:00 (TIMESTAMP)

-- [d] = [at]
`t`.`d` = toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')

-- [f] AND NOT ([n] > 1 OR [s] = "a")
`t`.`f` AND NOT (`t`.`n` > {p1:Int64} OR `t`.`s` = {p2:String})

$1 = 1 (INT)
$2 = "a" (STRING)

-- [n] + 1 - [n] * 2
accurateCastOrNull(toInt256(accurateCastOrNull(toInt256(`t`.`n`) + toInt256({p1:Int64}), 'Int64')) - toInt256(accurateCastOrNull(toInt256(`t`.`n`) * toInt256({p2:Int64}), 'Int64')), 'Int64')

$1 = 1 (INT)
$2 = 2 (INT)

-- [p] * [p]
arrayMap((l, r) -> if(abs(reinterpretAsInt256(assumeNotNull(l * r))) < toInt256('100000000000000000000000000000000000000') AND NOT ifNull(abs(toFloat64(l * r) - (toFloat64(l) * toFloat64(r))) > 1e-9 * (abs(toFloat64(l) * toFloat64(r))), false), l * r, NULL), [`t`.`p` * toDecimal256(1, 0)], [`t`.`p`])[1]

-- [p] + 1.25
arrayMap((l, r) -> if(abs(reinterpretAsInt256(assumeNotNull(l + r))) < toInt256('100000000000000000000000000000000000000') AND NOT ifNull(abs(toFloat64(l + r) - (toFloat64(l) + toFloat64(r))) > 1e-9 * (abs(toFloat64(l)) + abs(toFloat64(r))), false), l + r, NULL), [`t`.`p` * toDecimal256(1, 0)], [{p1:Decimal(76, 2)}])[1]

$1 = 1.25 (DECIMAL)

-- [n] / [p]
toFloat64(`t`.`n`) / nullIf(toFloat64(`t`.`p`), 0)

-- [n] % 3
`t`.`n` % nullIf({p1:Int64}, 0)

$1 = 3 (INT)

-- [p] % 0.7
(toDecimal256(`t`.`p`, 10) % nullIf(toDecimal256({p1:Decimal(76, 1)}, 10), 0))

$1 = 0.7 (DECIMAL)

-- [x] % 2
SQL_UNSUPPORTED_EXPRESSION: ClickHouse has no remainder of doubles: cast its operands to DECIMAL, or use another engine.

-- -[n]
accurateCastOrNull(toInt256(0) - toInt256(`t`.`n`), 'Int64')

-- [n] = 9223372036854775808
`t`.`n` = {p1:Decimal(76, 0)}

$1 = 9223372036854775808 (DECIMAL)

-- DateTrunc([at], "MONTH") = "2024-02-01"
toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') >= {p1:DateTime64(6, 'UTC')} AND toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') < {p2:DateTime64(6, 'UTC')}

$1 = 2024-02-01 00:00:00 (TIMESTAMP)
$2 = 2024-03-01 00:00:00 (TIMESTAMP)

-- IN(DateTrunc([d], "YEAR"), "2023-01-01", "2024-01-01")
`t`.`d` >= {p1:Date32} AND `t`.`d` < {p2:Date32}

$1 = 2023-01-01 (DATE)
$2 = 2025-01-01 (DATE)

-- NOT IN([s], "a", NULL)
NOT if(isNull(`t`.`s`), NULL, if(`t`.`s` IN ({p1:String}), true, NULL))

$1 = "a" (STRING)

-- Abs(2)
{p1:Int64}

$1 = 2 (INT)

-- Abs([n])
toInt64(abs(NULLIF(toInt64(`t`.`n`), {p1:Int64})))

$1 = -9223372036854775808 (INT)

-- Abs([p])
abs(`t`.`p`)

-- Abs([x])
abs(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))

-- Between("a%_", "a%_", "a%_")
TRUE

-- Between("a%_", "a%_", "yyyy-MM-dd")
TRUE

-- Between("a%_", "yyyy-MM-dd", "a%_")
FALSE

-- Between("a%_", "yyyy-MM-dd", "yyyy-MM-dd")
FALSE

-- Between("a%_", [s], "a%_")
({p1:String} BETWEEN `t`.`s` AND {p2:String})

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Between("a%_", [s], "yyyy-MM-dd")
({p1:String} BETWEEN `t`.`s` AND {p2:String})

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Between("a%_", [s], [s])
({p1:String} BETWEEN `t`.`s` AND `t`.`s`)

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
({p1:String} BETWEEN `t`.`s` AND {p2:String})

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Between("yyyy-MM-dd", [s], "yyyy-MM-dd")
({p1:String} BETWEEN `t`.`s` AND {p2:String})

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Between("yyyy-MM-dd", [s], [s])
({p1:String} BETWEEN `t`.`s` AND `t`.`s`)

$1 = "yyyy-MM-dd" (STRING)

-- Between(2, [n], [n])
({p1:Int64} BETWEEN `t`.`n` AND `t`.`n`)

$1 = 2 (INT)

-- Between([at], [d], [d])
(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') BETWEEN `t`.`d` AND `t`.`d`)

-- Between([d], [d], [d])
(`t`.`d` BETWEEN `t`.`d` AND `t`.`d`)

-- Between([f], [f], [f])
(`t`.`f` BETWEEN `t`.`f` AND `t`.`f`)

-- Between([n], [n], [n])
(`t`.`n` BETWEEN `t`.`n` AND `t`.`n`)

-- Between([p], [n], [n])
((`t`.`p` * toDecimal256(1, 0) >= `t`.`n` * toDecimal256(1, 0)) AND (`t`.`p` * toDecimal256(1, 0) <= `t`.`n` * toDecimal256(1, 0)))

-- Between([s], "a%_", "a%_")
(`t`.`s` BETWEEN {p1:String} AND {p2:String})

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Between([s], "a%_", "yyyy-MM-dd")
(`t`.`s` BETWEEN {p1:String} AND {p2:String})

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Between([s], "yyyy-MM-dd", "a%_")
(`t`.`s` BETWEEN {p1:String} AND {p2:String})

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Between([s], "yyyy-MM-dd", "yyyy-MM-dd")
(`t`.`s` BETWEEN {p1:String} AND {p2:String})

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Between([s], [s], "a%_")
(`t`.`s` BETWEEN `t`.`s` AND {p1:String})

$1 = "a%_" (STRING)

-- Between([s], [s], "yyyy-MM-dd")
(`t`.`s` BETWEEN `t`.`s` AND {p1:String})

$1 = "yyyy-MM-dd" (STRING)

-- Between([s], [s], [s])
(`t`.`s` BETWEEN `t`.`s` AND `t`.`s`)

-- Between([x], [n], [n])
(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) BETWEEN `t`.`n` AND `t`.`n`)

-- Case([f], "a%_")
(CASE WHEN `t`.`f` THEN {p1:String} ELSE CAST(NULL, 'Nullable(String)') END)

$1 = "a%_" (STRING)

-- Case([f], "a%_", "a%_")
(CASE WHEN `t`.`f` THEN {p1:String} ELSE {p2:String} END)

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Case([f], "a%_", "yyyy-MM-dd")
(CASE WHEN `t`.`f` THEN {p1:String} ELSE {p2:String} END)

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Case([f], "yyyy-MM-dd")
(CASE WHEN `t`.`f` THEN {p1:String} ELSE CAST(NULL, 'Nullable(String)') END)

$1 = "yyyy-MM-dd" (STRING)

-- Case([f], "yyyy-MM-dd", "a%_")
(CASE WHEN `t`.`f` THEN {p1:String} ELSE {p2:String} END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Case([f], "yyyy-MM-dd", "yyyy-MM-dd")
(CASE WHEN `t`.`f` THEN {p1:String} ELSE {p2:String} END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Case([f], [at])
(CASE WHEN `t`.`f` THEN toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') ELSE CAST(NULL, 'Nullable(DateTime64(6, ''UTC''))') END)

-- Case([f], [d])
(CASE WHEN `t`.`f` THEN `t`.`d` ELSE CAST(NULL, 'Nullable(Date32)') END)

-- Case([f], [d], [at])
(CASE WHEN `t`.`f` THEN toDateTime64(`t`.`d`, 6, 'UTC') ELSE toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') END)

-- Case([f], [d], [d])
(CASE WHEN `t`.`f` THEN `t`.`d` ELSE `t`.`d` END)

-- Case([f], [f])
(CASE WHEN `t`.`f` THEN `t`.`f` ELSE CAST(NULL, 'Nullable(Bool)') END)

-- Case([f], [f], [f])
(CASE WHEN `t`.`f` THEN `t`.`f` ELSE `t`.`f` END)

-- Case([f], [n])
(CASE WHEN `t`.`f` THEN `t`.`n` ELSE CAST(NULL, 'Nullable(Int64)') END)

-- Case([f], [n], [n])
(CASE WHEN `t`.`f` THEN `t`.`n` ELSE `t`.`n` END)

-- Case([f], [n], [p])
(CASE WHEN `t`.`f` THEN toDecimal256(`t`.`n`, 10) ELSE toDecimal256(`t`.`p`, 10) END)

-- Case([f], [n], [x])
(CASE WHEN `t`.`f` THEN toFloat64(`t`.`n`) ELSE if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) END)

-- Case([f], [p])
(CASE WHEN `t`.`f` THEN toDecimal256(`t`.`p`, 10) ELSE toDecimal256(CAST(NULL, 'Nullable(Decimal(76, 0))'), 10) END)

-- Case([f], [s])
(CASE WHEN `t`.`f` THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END)

-- Case([f], [s], "a%_")
(CASE WHEN `t`.`f` THEN `t`.`s` ELSE {p1:String} END)

$1 = "a%_" (STRING)

-- Case([f], [s], "yyyy-MM-dd")
(CASE WHEN `t`.`f` THEN `t`.`s` ELSE {p1:String} END)

$1 = "yyyy-MM-dd" (STRING)

-- Case([f], [s], [s])
(CASE WHEN `t`.`f` THEN `t`.`s` ELSE `t`.`s` END)

-- Case([f], [x])
(CASE WHEN `t`.`f` THEN if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) ELSE CAST(NULL, 'Nullable(Float64)') END)

-- Cast("a%_", "String")
{p1:String}

$1 = "a%_" (STRING)

-- Cast("yyyy-MM-dd", "String")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Cast(2, "Boolean")
TRUE

-- Cast(2, "Decimal")
{p1:Decimal(76, 0)}

$1 = 2 (DECIMAL)

-- Cast(2, "Double")
{p1:Float64}

$1 = 2 (DOUBLE)

-- Cast(2, "Int")
{p1:Int64}

$1 = 2 (INT)

-- Cast(2, "String")
{p1:String}

$1 = "2" (STRING)

-- Cast([at], "Date")
toDate32(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'))

-- Cast([at], "String")
replaceRegexpOne(toString(toDateTime64(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), 6)), '[.]000000$', '')

-- Cast([at], "Timestamp")
toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')

-- Cast([d], "Date")
`t`.`d`

-- Cast([d], "String")
toString(`t`.`d`)

-- Cast([d], "Timestamp")
toDateTime64(`t`.`d`, 6, 'UTC')

-- Cast([f], "Boolean")
`t`.`f`

-- Cast([f], "Decimal")
arrayMap(v -> toDecimal256(if(abs(v) < toDecimal256('1e28', 0), v, NULL), 10), [round(toDecimal256OrNull(toString(toInt64(`t`.`f`)), 38), 10)])[1]

-- Cast([f], "Double")
toFloat64(`t`.`f`)

-- Cast([f], "Int")
toInt64(`t`.`f`)

-- Cast([f], "String")
multiIf(`t`.`f`, 'true', NOT `t`.`f`, 'false', NULL)

-- Cast([n], "Boolean")
(`t`.`n` <> 0)

-- Cast([n], "Decimal")
arrayMap(v -> toDecimal256(if(abs(v) < toDecimal256('1e28', 0), v, NULL), 10), [round(toDecimal256OrNull(toString(`t`.`n`), 38), 10)])[1]

-- Cast([n], "Double")
toFloat64(`t`.`n`)

-- Cast([n], "Int")
`t`.`n`

-- Cast([n], "String")
toString(`t`.`n`)

-- Cast([p], "Boolean")
(`t`.`p` <> 0)

-- Cast([p], "Decimal")
arrayMap(v -> toDecimal256(if(abs(v) < toDecimal256('1e28', 0), v, NULL), 10), [round(toDecimal256OrNull(toString(`t`.`p`), 38), 10)])[1]

-- Cast([p], "Double")
toFloat64(toString(`t`.`p`))

-- Cast([p], "Int")
toInt64OrNull(toString(trunc(`t`.`p`)))

-- Cast([p], "String")
toString(`t`.`p`)

-- Cast([s], "Boolean")
multiIf(lower(trimBoth(`t`.`s`)) = 'true', true, lower(trimBoth(`t`.`s`)) = 'false', false, NULL)

-- Cast([s], "Date")
toDate32(if(match(`t`.`s`, '^((([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13-9]|1[0-2])-(29|30)|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13578]|1[02])-31|([0-9]{2}(0[48]|[2468][048]|[13579][26])|(0[48]|[2468][048]|[13579][26])00)-02-29)([ T]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?)?)$'), toDateTime64OrNull(if(length(`t`.`s`) = 10, concat(`t`.`s`, ' 00:00:00'), replaceOne(`t`.`s`, 'T', ' ')), 6, 'UTC'), NULL))

-- Cast([s], "Decimal")
if(match(`t`.`s`, '^( *[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,3})? *)$'), arrayMap(v -> toDecimal256(if(abs(v) < toDecimal256('1e28', 0), v, NULL), 10), [round(toDecimal256OrNull(trimBoth(`t`.`s`), 38), 10)])[1], NULL)

-- Cast([s], "Double")
if(match(`t`.`s`, '^( *[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,3})? *)$'), if(isFinite(toFloat64OrNull(trimBoth(`t`.`s`))), toFloat64OrNull(trimBoth(`t`.`s`)), NULL), NULL)

-- Cast([s], "Int")
if(match(`t`.`s`, '^( *[+-]?[0-9]+ *)$'), toInt64OrNull(trimBoth(`t`.`s`)), NULL)

-- Cast([s], "String")
`t`.`s`

-- Cast([s], "Timestamp")
if(match(`t`.`s`, '^((([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13-9]|1[0-2])-(29|30)|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13578]|1[02])-31|([0-9]{2}(0[48]|[2468][048]|[13579][26])|(0[48]|[2468][048]|[13579][26])00)-02-29)([ T]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?)?)$'), toDateTime64OrNull(if(length(`t`.`s`) = 10, concat(`t`.`s`, ' 00:00:00'), replaceOne(`t`.`s`, 'T', ' ')), 6, 'UTC'), NULL)

-- Cast([x], "Boolean")
(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) <> 0)

-- Cast([x], "Decimal")
arrayMap(v -> toDecimal256(if(abs(v) < toDecimal256('1e28', 0), v, NULL), 10), [round(toDecimal256OrNull(toString(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)), 38), 10)])[1]

-- Cast([x], "Double")
if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)

-- Cast([x], "Int")
accurateCastOrNull(trunc(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)), 'Int64')

-- Cast([x], "String")
arrayMap(v -> multiIf(v = '-0', '0', position(v, 'e') = 0, v, concat(if(startsWith(v, '-'), '-', ''), if(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) > 0, rightPad(replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''), greatest(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) + 1, 0), '0'), concat('0.', repeat('0', greatest(-toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) - 1, 0)), replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''))))), [toString(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))])[1]

-- Ceil(2)
{p1:Int64}

$1 = 2 (INT)

-- Ceil([n])
`t`.`n`

-- Ceil([p])
ceil(`t`.`p`)

-- Ceil([x])
ceil(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))

-- Coalesce("a%_", "a%_")
{p1:String}

$1 = "a%_" (STRING)

-- Coalesce("a%_", "a%_", "a%_")
{p1:String}

$1 = "a%_" (STRING)

-- Coalesce("a%_", "a%_", "yyyy-MM-dd")
{p1:String}

$1 = "a%_" (STRING)

-- Coalesce("a%_", "yyyy-MM-dd")
{p1:String}

$1 = "a%_" (STRING)

-- Coalesce("a%_", "yyyy-MM-dd", "a%_")
{p1:String}

$1 = "a%_" (STRING)

-- Coalesce("a%_", "yyyy-MM-dd", "yyyy-MM-dd")
{p1:String}

$1 = "a%_" (STRING)

-- Coalesce("a%_", [s])
COALESCE({p1:String}, `t`.`s`)

$1 = "a%_" (STRING)

-- Coalesce("a%_", [s], "a%_")
COALESCE({p1:String}, `t`.`s`, {p2:String})

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Coalesce("a%_", [s], "yyyy-MM-dd")
COALESCE({p1:String}, `t`.`s`, {p2:String})

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Coalesce("a%_", [s], [s])
COALESCE({p1:String}, `t`.`s`, `t`.`s`)

$1 = "a%_" (STRING)

-- Coalesce("yyyy-MM-dd", "a%_")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce("yyyy-MM-dd", "a%_", "a%_")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce("yyyy-MM-dd", "a%_", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce("yyyy-MM-dd", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce("yyyy-MM-dd", "yyyy-MM-dd", "a%_")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce("yyyy-MM-dd", "yyyy-MM-dd", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce("yyyy-MM-dd", [s])
COALESCE({p1:String}, `t`.`s`)

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce("yyyy-MM-dd", [s], "a%_")
COALESCE({p1:String}, `t`.`s`, {p2:String})

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Coalesce("yyyy-MM-dd", [s], "yyyy-MM-dd")
COALESCE({p1:String}, `t`.`s`, {p2:String})

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Coalesce("yyyy-MM-dd", [s], [s])
COALESCE({p1:String}, `t`.`s`, `t`.`s`)

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce(2, [n])
COALESCE({p1:Int64}, `t`.`n`)

$1 = 2 (INT)

-- Coalesce(2, [n], [n])
COALESCE({p1:Int64}, `t`.`n`, `t`.`n`)

$1 = 2 (INT)

-- Coalesce(2, [n], [p])
COALESCE(toDecimal256({p1:Decimal(76, 0)}, 10), toDecimal256(`t`.`n`, 10), toDecimal256(`t`.`p`, 10))

$1 = 2 (DECIMAL)

-- Coalesce(2, [n], [x])
COALESCE({p1:Float64}, toFloat64(`t`.`n`), if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))

$1 = 2 (DOUBLE)

-- Coalesce(2, [p])
COALESCE(toDecimal256({p1:Decimal(76, 0)}, 10), toDecimal256(`t`.`p`, 10))

$1 = 2 (DECIMAL)

-- Coalesce(2, [x])
COALESCE({p1:Float64}, if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))

$1 = 2 (DOUBLE)

-- Coalesce([at], [d])
COALESCE(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), toDateTime64(`t`.`d`, 6, 'UTC'))

-- Coalesce([at], [d], [d])
COALESCE(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), toDateTime64(`t`.`d`, 6, 'UTC'), toDateTime64(`t`.`d`, 6, 'UTC'))

-- Coalesce([d], [at])
COALESCE(toDateTime64(`t`.`d`, 6, 'UTC'), toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'))

-- Coalesce([d], [d])
COALESCE(`t`.`d`, `t`.`d`)

-- Coalesce([d], [d], [at])
COALESCE(toDateTime64(`t`.`d`, 6, 'UTC'), toDateTime64(`t`.`d`, 6, 'UTC'), toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'))

-- Coalesce([d], [d], [d])
COALESCE(`t`.`d`, `t`.`d`, `t`.`d`)

-- Coalesce([f], [f])
COALESCE(`t`.`f`, `t`.`f`)

-- Coalesce([f], [f], [f])
COALESCE(`t`.`f`, `t`.`f`, `t`.`f`)

-- Coalesce([n], [n])
COALESCE(`t`.`n`, `t`.`n`)

-- Coalesce([n], [n], [n])
COALESCE(`t`.`n`, `t`.`n`, `t`.`n`)

-- Coalesce([n], [n], [p])
COALESCE(toDecimal256(`t`.`n`, 10), toDecimal256(`t`.`n`, 10), toDecimal256(`t`.`p`, 10))

-- Coalesce([n], [n], [x])
COALESCE(toFloat64(`t`.`n`), toFloat64(`t`.`n`), if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))

-- Coalesce([n], [p])
COALESCE(toDecimal256(`t`.`n`, 10), toDecimal256(`t`.`p`, 10))

-- Coalesce([n], [x])
COALESCE(toFloat64(`t`.`n`), if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))

-- Coalesce([p], [n])
COALESCE(toDecimal256(`t`.`p`, 10), toDecimal256(`t`.`n`, 10))

-- Coalesce([p], [n], [n])
COALESCE(toDecimal256(`t`.`p`, 10), toDecimal256(`t`.`n`, 10), toDecimal256(`t`.`n`, 10))

-- Coalesce([p], [n], [x])
COALESCE(toFloat64(`t`.`p`), toFloat64(`t`.`n`), if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))

-- Coalesce([p], [x])
COALESCE(toFloat64(`t`.`p`), if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))

-- Coalesce([s], "a%_")
COALESCE(`t`.`s`, {p1:String})

$1 = "a%_" (STRING)

-- Coalesce([s], "a%_", "a%_")
COALESCE(`t`.`s`, {p1:String}, {p2:String})

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Coalesce([s], "a%_", "yyyy-MM-dd")
COALESCE(`t`.`s`, {p1:String}, {p2:String})

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Coalesce([s], "yyyy-MM-dd")
COALESCE(`t`.`s`, {p1:String})

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce([s], "yyyy-MM-dd", "a%_")
COALESCE(`t`.`s`, {p1:String}, {p2:String})

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Coalesce([s], "yyyy-MM-dd", "yyyy-MM-dd")
COALESCE(`t`.`s`, {p1:String}, {p2:String})

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Coalesce([s], [s])
COALESCE(`t`.`s`, `t`.`s`)

-- Coalesce([s], [s], "a%_")
COALESCE(`t`.`s`, `t`.`s`, {p1:String})

$1 = "a%_" (STRING)

-- Coalesce([s], [s], "yyyy-MM-dd")
COALESCE(`t`.`s`, `t`.`s`, {p1:String})

$1 = "yyyy-MM-dd" (STRING)

-- Coalesce([s], [s], [s])
COALESCE(`t`.`s`, `t`.`s`, `t`.`s`)

-- Coalesce([x], [n])
COALESCE(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL), toFloat64(`t`.`n`))

-- Coalesce([x], [n], [n])
COALESCE(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL), toFloat64(`t`.`n`), toFloat64(`t`.`n`))

-- Concat("a%_", "a%_")
{p1:String}

$1 = "a%_a%_" (STRING)

-- Concat("a%_", "a%_", "a%_")
{p1:String}

$1 = "a%_a%_a%_" (STRING)

-- Concat("a%_", "a%_", "yyyy-MM-dd")
{p1:String}

$1 = "a%_a%_yyyy-MM-dd" (STRING)

-- Concat("a%_", "yyyy-MM-dd")
{p1:String}

$1 = "a%_yyyy-MM-dd" (STRING)

-- Concat("a%_", "yyyy-MM-dd", "a%_")
{p1:String}

$1 = "a%_yyyy-MM-dda%_" (STRING)

-- Concat("a%_", "yyyy-MM-dd", "yyyy-MM-dd")
{p1:String}

$1 = "a%_yyyy-MM-ddyyyy-MM-dd" (STRING)

-- Concat("a%_", [s])
({p1:String} || (CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p2:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END))

$1 = "a%_" (STRING)
$2 = 10000 (INT)

-- Concat("a%_", [s], "a%_")
(({p1:String} || (CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p2:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END)) || {p3:String})

$1 = "a%_" (STRING)
$2 = 10000 (INT)
$3 = "a%_" (STRING)

-- Concat("a%_", [s], "yyyy-MM-dd")
(({p1:String} || (CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p2:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END)) || {p3:String})

$1 = "a%_" (STRING)
$2 = 10000 (INT)
$3 = "yyyy-MM-dd" (STRING)

-- Concat("a%_", [s], [s])
(({p1:String} || (CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p2:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END)) || (CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p2:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END))

$1 = "a%_" (STRING)
$2 = 10000 (INT)

-- Concat("yyyy-MM-dd", "a%_")
{p1:String}

$1 = "yyyy-MM-dda%_" (STRING)

-- Concat("yyyy-MM-dd", "a%_", "a%_")
{p1:String}

$1 = "yyyy-MM-dda%_a%_" (STRING)

-- Concat("yyyy-MM-dd", "a%_", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dda%_yyyy-MM-dd" (STRING)

-- Concat("yyyy-MM-dd", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-ddyyyy-MM-dd" (STRING)

-- Concat("yyyy-MM-dd", "yyyy-MM-dd", "a%_")
{p1:String}

$1 = "yyyy-MM-ddyyyy-MM-dda%_" (STRING)

-- Concat("yyyy-MM-dd", "yyyy-MM-dd", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-ddyyyy-MM-ddyyyy-MM-dd" (STRING)

-- Concat("yyyy-MM-dd", [s])
({p1:String} || (CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p2:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END))

$1 = "yyyy-MM-dd" (STRING)
$2 = 10000 (INT)

-- Concat("yyyy-MM-dd", [s], "a%_")
(({p1:String} || (CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p2:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END)) || {p3:String})

$1 = "yyyy-MM-dd" (STRING)
$2 = 10000 (INT)
$3 = "a%_" (STRING)

-- Concat("yyyy-MM-dd", [s], "yyyy-MM-dd")
(({p1:String} || (CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p2:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END)) || {p3:String})

$1 = "yyyy-MM-dd" (STRING)
$2 = 10000 (INT)
$3 = "yyyy-MM-dd" (STRING)

-- Concat("yyyy-MM-dd", [s], [s])
(({p1:String} || (CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p2:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END)) || (CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p2:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END))

$1 = "yyyy-MM-dd" (STRING)
$2 = 10000 (INT)

-- Concat([s], "a%_")
((CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END) || {p2:String})

$1 = 10000 (INT)
$2 = "a%_" (STRING)

-- Concat([s], "a%_", "a%_")
(((CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END) || {p2:String}) || {p3:String})

$1 = 10000 (INT)
$2 = "a%_" (STRING)
$3 = "a%_" (STRING)

-- Concat([s], "a%_", "yyyy-MM-dd")
(((CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END) || {p2:String}) || {p3:String})

$1 = 10000 (INT)
$2 = "a%_" (STRING)
$3 = "yyyy-MM-dd" (STRING)

-- Concat([s], "yyyy-MM-dd")
((CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END) || {p2:String})

$1 = 10000 (INT)
$2 = "yyyy-MM-dd" (STRING)

-- Concat([s], "yyyy-MM-dd", "a%_")
(((CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END) || {p2:String}) || {p3:String})

$1 = 10000 (INT)
$2 = "yyyy-MM-dd" (STRING)
$3 = "a%_" (STRING)

-- Concat([s], "yyyy-MM-dd", "yyyy-MM-dd")
(((CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END) || {p2:String}) || {p3:String})

$1 = 10000 (INT)
$2 = "yyyy-MM-dd" (STRING)
$3 = "yyyy-MM-dd" (STRING)

-- Concat([s], [s])
((CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END) || (CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END))

$1 = 10000 (INT)

-- Concat([s], [s], "a%_")
(((CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END) || (CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END)) || {p2:String})

$1 = 10000 (INT)
$2 = "a%_" (STRING)

-- Concat([s], [s], "yyyy-MM-dd")
(((CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END) || (CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END)) || {p2:String})

$1 = 10000 (INT)
$2 = "yyyy-MM-dd" (STRING)

-- Concat([s], [s], [s])
(((CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END) || (CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END)) || (CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END))

$1 = 10000 (INT)

-- Contains("a%_", "a%_")
TRUE

-- Contains("a%_", "yyyy-MM-dd")
FALSE

-- Contains("a%_", [s])
(position({p1:String}, `t`.`s`) > 0)

$1 = "a%_" (STRING)

-- Contains("yyyy-MM-dd", "a%_")
FALSE

-- Contains("yyyy-MM-dd", "yyyy-MM-dd")
TRUE

-- Contains("yyyy-MM-dd", [s])
(position({p1:String}, `t`.`s`) > 0)

$1 = "yyyy-MM-dd" (STRING)

-- Contains([s], "a%_")
(position(`t`.`s`, {p1:String}) > 0)

$1 = "a%_" (STRING)

-- Contains([s], "yyyy-MM-dd")
(position(`t`.`s`, {p1:String}) > 0)

$1 = "yyyy-MM-dd" (STRING)

-- Contains([s], [s])
(position(`t`.`s`, `t`.`s`) > 0)

-- Date([s])
(CASE WHEN match(`t`.`s`, '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-[0-9]{2}-[0-9]{2})$') THEN CASE WHEN match(`t`.`s`, '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13-9]|1[0-2])-(29|30)|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13578]|1[02])-31|([0-9]{2}(0[48]|[2468][048]|[13579][26])|(0[48]|[2468][048]|[13579][26])00)-02-29)$') THEN toDate32OrNull(`t`.`s`) END END)

-- Date([s], "yyyy-MM-dd")
(CASE WHEN match(`t`.`s`, '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-[0-9]{2}-[0-9]{2})$') THEN CASE WHEN match(`t`.`s`, '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13-9]|1[0-2])-(29|30)|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13578]|1[02])-31|([0-9]{2}(0[48]|[2468][048]|[13579][26])|(0[48]|[2468][048]|[13579][26])00)-02-29)$') THEN toDate32OrNull(`t`.`s`) END END)

-- DateAdd([at], [n], "DAY")
(CASE WHEN `t`.`n` BETWEEN -3652058 AND 3652058 THEN CASE WHEN toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') >= addDays(toDateTime64(toDateTime64('0001-01-01 00:00:00', 6, 'UTC'), 6, 'UTC'), multiIf(-least(`t`.`n`, 0) BETWEEN -3652058 AND 3652058, -least(`t`.`n`, 0), isNull(-least(`t`.`n`, 0)), NULL, 0)) AND toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') <= addDays(toDateTime64(toDateTime64('9999-12-31 23:59:59.999999', 6, 'UTC'), 6, 'UTC'), multiIf(-greatest(`t`.`n`, 0) BETWEEN -3652058 AND 3652058, -greatest(`t`.`n`, 0), isNull(-greatest(`t`.`n`, 0)), NULL, 0)) THEN addDays(toDateTime64(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), 6, 'UTC'), multiIf(`t`.`n` BETWEEN -3652058 AND 3652058, `t`.`n`, isNull(`t`.`n`), NULL, 0)) END END)

-- DateAdd([at], [n], "HOUR")
(CASE WHEN `t`.`n` BETWEEN -87649415 AND 87649415 THEN CASE WHEN toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') >= addHours(toDateTime64(toDateTime64('0001-01-01 00:00:00', 6, 'UTC'), 6, 'UTC'), multiIf(-least(`t`.`n`, 0) BETWEEN -87649415 AND 87649415, -least(`t`.`n`, 0), isNull(-least(`t`.`n`, 0)), NULL, 0)) AND toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') <= addHours(toDateTime64(toDateTime64('9999-12-31 23:59:59.999999', 6, 'UTC'), 6, 'UTC'), multiIf(-greatest(`t`.`n`, 0) BETWEEN -87649415 AND 87649415, -greatest(`t`.`n`, 0), isNull(-greatest(`t`.`n`, 0)), NULL, 0)) THEN addHours(toDateTime64(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), 6, 'UTC'), multiIf(`t`.`n` BETWEEN -87649415 AND 87649415, `t`.`n`, isNull(`t`.`n`), NULL, 0)) END END)

-- DateAdd([at], [n], "MINUTE")
(CASE WHEN `t`.`n` BETWEEN -5258964959 AND 5258964959 THEN CASE WHEN toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') >= addMinutes(toDateTime64(toDateTime64('0001-01-01 00:00:00', 6, 'UTC'), 6, 'UTC'), multiIf(-least(`t`.`n`, 0) BETWEEN -5258964959 AND 5258964959, -least(`t`.`n`, 0), isNull(-least(`t`.`n`, 0)), NULL, 0)) AND toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') <= addMinutes(toDateTime64(toDateTime64('9999-12-31 23:59:59.999999', 6, 'UTC'), 6, 'UTC'), multiIf(-greatest(`t`.`n`, 0) BETWEEN -5258964959 AND 5258964959, -greatest(`t`.`n`, 0), isNull(-greatest(`t`.`n`, 0)), NULL, 0)) THEN addMinutes(toDateTime64(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), 6, 'UTC'), multiIf(`t`.`n` BETWEEN -5258964959 AND 5258964959, `t`.`n`, isNull(`t`.`n`), NULL, 0)) END END)

-- DateAdd([at], [n], "MONTH")
(CASE WHEN `t`.`n` BETWEEN -119987 AND 119987 THEN CASE WHEN toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') >= addMonths(toDateTime64(toDateTime64('0001-01-01 00:00:00', 6, 'UTC'), 6, 'UTC'), multiIf(-least(`t`.`n`, 0) BETWEEN -119987 AND 119987, -least(`t`.`n`, 0), isNull(-least(`t`.`n`, 0)), NULL, 0)) AND toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') <= addMonths(toDateTime64(toDateTime64('9999-12-31 23:59:59.999999', 6, 'UTC'), 6, 'UTC'), multiIf(-greatest(`t`.`n`, 0) BETWEEN -119987 AND 119987, -greatest(`t`.`n`, 0), isNull(-greatest(`t`.`n`, 0)), NULL, 0)) THEN addMonths(toDateTime64(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), 6, 'UTC'), multiIf(`t`.`n` BETWEEN -119987 AND 119987, `t`.`n`, isNull(`t`.`n`), NULL, 0)) END END)

-- DateAdd([at], [n], "QUARTER")
(CASE WHEN `t`.`n` BETWEEN -39995 AND 39995 THEN CASE WHEN toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') >= addQuarters(toDateTime64(toDateTime64('0001-01-01 00:00:00', 6, 'UTC'), 6, 'UTC'), multiIf(-least(`t`.`n`, 0) BETWEEN -39995 AND 39995, -least(`t`.`n`, 0), isNull(-least(`t`.`n`, 0)), NULL, 0)) AND toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') <= addQuarters(toDateTime64(toDateTime64('9999-12-31 23:59:59.999999', 6, 'UTC'), 6, 'UTC'), multiIf(-greatest(`t`.`n`, 0) BETWEEN -39995 AND 39995, -greatest(`t`.`n`, 0), isNull(-greatest(`t`.`n`, 0)), NULL, 0)) THEN addQuarters(toDateTime64(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), 6, 'UTC'), multiIf(`t`.`n` BETWEEN -39995 AND 39995, `t`.`n`, isNull(`t`.`n`), NULL, 0)) END END)

-- DateAdd([at], [n], "SECOND")
(CASE WHEN `t`.`n` BETWEEN -315537897599 AND 315537897599 THEN CASE WHEN toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') >= addSeconds(toDateTime64(toDateTime64('0001-01-01 00:00:00', 6, 'UTC'), 6, 'UTC'), multiIf(-least(`t`.`n`, 0) BETWEEN -315537897599 AND 315537897599, -least(`t`.`n`, 0), isNull(-least(`t`.`n`, 0)), NULL, 0)) AND toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') <= addSeconds(toDateTime64(toDateTime64('9999-12-31 23:59:59.999999', 6, 'UTC'), 6, 'UTC'), multiIf(-greatest(`t`.`n`, 0) BETWEEN -315537897599 AND 315537897599, -greatest(`t`.`n`, 0), isNull(-greatest(`t`.`n`, 0)), NULL, 0)) THEN addSeconds(toDateTime64(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), 6, 'UTC'), multiIf(`t`.`n` BETWEEN -315537897599 AND 315537897599, `t`.`n`, isNull(`t`.`n`), NULL, 0)) END END)

-- DateAdd([at], [n], "WEEK")
(CASE WHEN `t`.`n` BETWEEN -521722 AND 521722 THEN CASE WHEN toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') >= addWeeks(toDateTime64(toDateTime64('0001-01-01 00:00:00', 6, 'UTC'), 6, 'UTC'), multiIf(-least(`t`.`n`, 0) BETWEEN -521722 AND 521722, -least(`t`.`n`, 0), isNull(-least(`t`.`n`, 0)), NULL, 0)) AND toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') <= addWeeks(toDateTime64(toDateTime64('9999-12-31 23:59:59.999999', 6, 'UTC'), 6, 'UTC'), multiIf(-greatest(`t`.`n`, 0) BETWEEN -521722 AND 521722, -greatest(`t`.`n`, 0), isNull(-greatest(`t`.`n`, 0)), NULL, 0)) THEN addWeeks(toDateTime64(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), 6, 'UTC'), multiIf(`t`.`n` BETWEEN -521722 AND 521722, `t`.`n`, isNull(`t`.`n`), NULL, 0)) END END)

-- DateAdd([at], [n], "YEAR")
(CASE WHEN `t`.`n` BETWEEN -9998 AND 9998 THEN CASE WHEN toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') >= addYears(toDateTime64(toDateTime64('0001-01-01 00:00:00', 6, 'UTC'), 6, 'UTC'), multiIf(-least(`t`.`n`, 0) BETWEEN -9998 AND 9998, -least(`t`.`n`, 0), isNull(-least(`t`.`n`, 0)), NULL, 0)) AND toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') <= addYears(toDateTime64(toDateTime64('9999-12-31 23:59:59.999999', 6, 'UTC'), 6, 'UTC'), multiIf(-greatest(`t`.`n`, 0) BETWEEN -9998 AND 9998, -greatest(`t`.`n`, 0), isNull(-greatest(`t`.`n`, 0)), NULL, 0)) THEN addYears(toDateTime64(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), 6, 'UTC'), multiIf(`t`.`n` BETWEEN -9998 AND 9998, `t`.`n`, isNull(`t`.`n`), NULL, 0)) END END)

-- DateAdd([d], [n], "DAY")
(CASE WHEN `t`.`n` BETWEEN -3652058 AND 3652058 THEN CASE WHEN `t`.`d` >= addDays(toDateTime64(toDateTime64('0001-01-01 00:00:00', 6, 'UTC'), 6, 'UTC'), multiIf(-least(`t`.`n`, 0) BETWEEN -3652058 AND 3652058, -least(`t`.`n`, 0), isNull(-least(`t`.`n`, 0)), NULL, 0)) AND `t`.`d` <= addDays(toDateTime64(toDateTime64('9999-12-31 23:59:59.999999', 6, 'UTC'), 6, 'UTC'), multiIf(-greatest(`t`.`n`, 0) BETWEEN -3652058 AND 3652058, -greatest(`t`.`n`, 0), isNull(-greatest(`t`.`n`, 0)), NULL, 0)) THEN addDays(toDate32(`t`.`d`), multiIf(`t`.`n` BETWEEN -3652058 AND 3652058, `t`.`n`, isNull(`t`.`n`), NULL, 0)) END END)

-- DateAdd([d], [n], "HOUR")
(CASE WHEN `t`.`n` BETWEEN -87649415 AND 87649415 THEN CASE WHEN `t`.`d` >= addHours(toDateTime64(toDateTime64('0001-01-01 00:00:00', 6, 'UTC'), 6, 'UTC'), multiIf(-least(`t`.`n`, 0) BETWEEN -87649415 AND 87649415, -least(`t`.`n`, 0), isNull(-least(`t`.`n`, 0)), NULL, 0)) AND `t`.`d` <= addHours(toDateTime64(toDateTime64('9999-12-31 23:59:59.999999', 6, 'UTC'), 6, 'UTC'), multiIf(-greatest(`t`.`n`, 0) BETWEEN -87649415 AND 87649415, -greatest(`t`.`n`, 0), isNull(-greatest(`t`.`n`, 0)), NULL, 0)) THEN addHours(toDateTime64(`t`.`d`, 6, 'UTC'), multiIf(`t`.`n` BETWEEN -87649415 AND 87649415, `t`.`n`, isNull(`t`.`n`), NULL, 0)) END END)

-- DateAdd([d], [n], "MINUTE")
(CASE WHEN `t`.`n` BETWEEN -5258964959 AND 5258964959 THEN CASE WHEN `t`.`d` >= addMinutes(toDateTime64(toDateTime64('0001-01-01 00:00:00', 6, 'UTC'), 6, 'UTC'), multiIf(-least(`t`.`n`, 0) BETWEEN -5258964959 AND 5258964959, -least(`t`.`n`, 0), isNull(-least(`t`.`n`, 0)), NULL, 0)) AND `t`.`d` <= addMinutes(toDateTime64(toDateTime64('9999-12-31 23:59:59.999999', 6, 'UTC'), 6, 'UTC'), multiIf(-greatest(`t`.`n`, 0) BETWEEN -5258964959 AND 5258964959, -greatest(`t`.`n`, 0), isNull(-greatest(`t`.`n`, 0)), NULL, 0)) THEN addMinutes(toDateTime64(`t`.`d`, 6, 'UTC'), multiIf(`t`.`n` BETWEEN -5258964959 AND 5258964959, `t`.`n`, isNull(`t`.`n`), NULL, 0)) END END)

-- DateAdd([d], [n], "MONTH")
(CASE WHEN `t`.`n` BETWEEN -119987 AND 119987 THEN CASE WHEN `t`.`d` >= addMonths(toDateTime64(toDateTime64('0001-01-01 00:00:00', 6, 'UTC'), 6, 'UTC'), multiIf(-least(`t`.`n`, 0) BETWEEN -119987 AND 119987, -least(`t`.`n`, 0), isNull(-least(`t`.`n`, 0)), NULL, 0)) AND `t`.`d` <= addMonths(toDateTime64(toDateTime64('9999-12-31 23:59:59.999999', 6, 'UTC'), 6, 'UTC'), multiIf(-greatest(`t`.`n`, 0) BETWEEN -119987 AND 119987, -greatest(`t`.`n`, 0), isNull(-greatest(`t`.`n`, 0)), NULL, 0)) THEN addMonths(toDate32(`t`.`d`), multiIf(`t`.`n` BETWEEN -119987 AND 119987, `t`.`n`, isNull(`t`.`n`), NULL, 0)) END END)

-- DateAdd([d], [n], "QUARTER")
(CASE WHEN `t`.`n` BETWEEN -39995 AND 39995 THEN CASE WHEN `t`.`d` >= addQuarters(toDateTime64(toDateTime64('0001-01-01 00:00:00', 6, 'UTC'), 6, 'UTC'), multiIf(-least(`t`.`n`, 0) BETWEEN -39995 AND 39995, -least(`t`.`n`, 0), isNull(-least(`t`.`n`, 0)), NULL, 0)) AND `t`.`d` <= addQuarters(toDateTime64(toDateTime64('9999-12-31 23:59:59.999999', 6, 'UTC'), 6, 'UTC'), multiIf(-greatest(`t`.`n`, 0) BETWEEN -39995 AND 39995, -greatest(`t`.`n`, 0), isNull(-greatest(`t`.`n`, 0)), NULL, 0)) THEN addQuarters(toDate32(`t`.`d`), multiIf(`t`.`n` BETWEEN -39995 AND 39995, `t`.`n`, isNull(`t`.`n`), NULL, 0)) END END)

-- DateAdd([d], [n], "SECOND")
(CASE WHEN `t`.`n` BETWEEN -315537897599 AND 315537897599 THEN CASE WHEN `t`.`d` >= addSeconds(toDateTime64(toDateTime64('0001-01-01 00:00:00', 6, 'UTC'), 6, 'UTC'), multiIf(-least(`t`.`n`, 0) BETWEEN -315537897599 AND 315537897599, -least(`t`.`n`, 0), isNull(-least(`t`.`n`, 0)), NULL, 0)) AND `t`.`d` <= addSeconds(toDateTime64(toDateTime64('9999-12-31 23:59:59.999999', 6, 'UTC'), 6, 'UTC'), multiIf(-greatest(`t`.`n`, 0) BETWEEN -315537897599 AND 315537897599, -greatest(`t`.`n`, 0), isNull(-greatest(`t`.`n`, 0)), NULL, 0)) THEN addSeconds(toDateTime64(`t`.`d`, 6, 'UTC'), multiIf(`t`.`n` BETWEEN -315537897599 AND 315537897599, `t`.`n`, isNull(`t`.`n`), NULL, 0)) END END)

-- DateAdd([d], [n], "WEEK")
(CASE WHEN `t`.`n` BETWEEN -521722 AND 521722 THEN CASE WHEN `t`.`d` >= addWeeks(toDateTime64(toDateTime64('0001-01-01 00:00:00', 6, 'UTC'), 6, 'UTC'), multiIf(-least(`t`.`n`, 0) BETWEEN -521722 AND 521722, -least(`t`.`n`, 0), isNull(-least(`t`.`n`, 0)), NULL, 0)) AND `t`.`d` <= addWeeks(toDateTime64(toDateTime64('9999-12-31 23:59:59.999999', 6, 'UTC'), 6, 'UTC'), multiIf(-greatest(`t`.`n`, 0) BETWEEN -521722 AND 521722, -greatest(`t`.`n`, 0), isNull(-greatest(`t`.`n`, 0)), NULL, 0)) THEN addWeeks(toDate32(`t`.`d`), multiIf(`t`.`n` BETWEEN -521722 AND 521722, `t`.`n`, isNull(`t`.`n`), NULL, 0)) END END)

-- DateAdd([d], [n], "YEAR")
(CASE WHEN `t`.`n` BETWEEN -9998 AND 9998 THEN CASE WHEN `t`.`d` >= addYears(toDateTime64(toDateTime64('0001-01-01 00:00:00', 6, 'UTC'), 6, 'UTC'), multiIf(-least(`t`.`n`, 0) BETWEEN -9998 AND 9998, -least(`t`.`n`, 0), isNull(-least(`t`.`n`, 0)), NULL, 0)) AND `t`.`d` <= addYears(toDateTime64(toDateTime64('9999-12-31 23:59:59.999999', 6, 'UTC'), 6, 'UTC'), multiIf(-greatest(`t`.`n`, 0) BETWEEN -9998 AND 9998, -greatest(`t`.`n`, 0), isNull(-greatest(`t`.`n`, 0)), NULL, 0)) THEN addYears(toDate32(`t`.`d`), multiIf(`t`.`n` BETWEEN -9998 AND 9998, `t`.`n`, isNull(`t`.`n`), NULL, 0)) END END)

-- DateDiff([at], [d], "DAY")
dateDiff('day', toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), `t`.`d`)

-- DateDiff([at], [d], "HOUR")
dateDiff('hour', toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), `t`.`d`)

-- DateDiff([at], [d], "MINUTE")
dateDiff('minute', toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), `t`.`d`)

-- DateDiff([at], [d], "MONTH")
dateDiff('month', toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), `t`.`d`)

-- DateDiff([at], [d], "QUARTER")
dateDiff('quarter', toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), `t`.`d`)

-- DateDiff([at], [d], "SECOND")
dateDiff('second', toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), `t`.`d`)

-- DateDiff([at], [d], "WEEK")
intDiv(dateDiff('day', toMonday(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')), toMonday(`t`.`d`)), 7)

-- DateDiff([at], [d], "YEAR")
dateDiff('year', toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), `t`.`d`)

-- DateDiff([d], [d], "DAY")
dateDiff('day', `t`.`d`, `t`.`d`)

-- DateDiff([d], [d], "HOUR")
dateDiff('hour', `t`.`d`, `t`.`d`)

-- DateDiff([d], [d], "MINUTE")
dateDiff('minute', `t`.`d`, `t`.`d`)

-- DateDiff([d], [d], "MONTH")
dateDiff('month', `t`.`d`, `t`.`d`)

-- DateDiff([d], [d], "QUARTER")
dateDiff('quarter', `t`.`d`, `t`.`d`)

-- DateDiff([d], [d], "SECOND")
dateDiff('second', `t`.`d`, `t`.`d`)

-- DateDiff([d], [d], "WEEK")
intDiv(dateDiff('day', toMonday(`t`.`d`), toMonday(`t`.`d`)), 7)

-- DateDiff([d], [d], "YEAR")
dateDiff('year', `t`.`d`, `t`.`d`)

-- DateFormat([at], "a%_")
((CASE WHEN (toInt64(toHour(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'))) < {p1:Int64}) THEN {p2:String} ELSE {p3:String} END) || {p4:String})

$1 = 12 (INT)
$2 = "AM" (STRING)
$3 = "PM" (STRING)
$4 = "%_" (STRING)

-- DateFormat([at], "yyyy-MM-dd")
formatDateTime(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), '%Y-%m-%d')

-- DateFormat([d], "a%_")
((CASE WHEN (if(isNull(`t`.`d`), NULL, toInt64(0)) < {p1:Int64}) THEN {p2:String} ELSE {p3:String} END) || {p4:String})

$1 = 12 (INT)
$2 = "AM" (STRING)
$3 = "PM" (STRING)
$4 = "%_" (STRING)

-- DateFormat([d], "yyyy-MM-dd")
formatDateTime(`t`.`d`, '%Y-%m-%d')

-- DateTrunc([at], "DAY")
toDateTime64(toStartOfDay(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')), 6, 'UTC')

-- DateTrunc([at], "HOUR")
toDateTime64(toStartOfHour(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')), 6, 'UTC')

-- DateTrunc([at], "MINUTE")
toDateTime64(toStartOfMinute(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')), 6, 'UTC')

-- DateTrunc([at], "MONTH")
toDateTime64(toStartOfMonth(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')), 6, 'UTC')

-- DateTrunc([at], "QUARTER")
toDateTime64(toStartOfQuarter(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')), 6, 'UTC')

-- DateTrunc([at], "SECOND")
toDateTime64(toStartOfSecond(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')), 6, 'UTC')

-- DateTrunc([at], "WEEK")
toDateTime64(toMonday(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')), 6, 'UTC')

-- DateTrunc([at], "YEAR")
toDateTime64(toStartOfYear(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')), 6, 'UTC')

-- DateTrunc([d], "DAY")
toDate32(toStartOfDay(`t`.`d`))

-- DateTrunc([d], "MONTH")
toDate32(toStartOfMonth(`t`.`d`))

-- DateTrunc([d], "QUARTER")
toDate32(toStartOfQuarter(`t`.`d`))

-- DateTrunc([d], "WEEK")
toDate32(toMonday(`t`.`d`))

-- DateTrunc([d], "YEAR")
toDate32(toStartOfYear(`t`.`d`))

-- Day([at])
toInt64(toDayOfMonth(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- Day([d])
toInt64(toDayOfMonth(`t`.`d`))

-- DayOfWeek([at])
toInt64(toDayOfWeek(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- DayOfWeek([d])
toInt64(toDayOfWeek(`t`.`d`))

-- DayOfYear([at])
toInt64(toDayOfYear(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- DayOfYear([d])
toInt64(toDayOfYear(`t`.`d`))

-- EndsWith("a%_", "a%_")
TRUE

-- EndsWith("a%_", "yyyy-MM-dd")
FALSE

-- EndsWith("a%_", [s])
endsWith({p1:String}, `t`.`s`)

$1 = "a%_" (STRING)

-- EndsWith("yyyy-MM-dd", "a%_")
FALSE

-- EndsWith("yyyy-MM-dd", "yyyy-MM-dd")
TRUE

-- EndsWith("yyyy-MM-dd", [s])
endsWith({p1:String}, `t`.`s`)

$1 = "yyyy-MM-dd" (STRING)

-- EndsWith([s], "a%_")
endsWith(`t`.`s`, {p1:String})

$1 = "a%_" (STRING)

-- EndsWith([s], "yyyy-MM-dd")
endsWith(`t`.`s`, {p1:String})

$1 = "yyyy-MM-dd" (STRING)

-- EndsWith([s], [s])
endsWith(`t`.`s`, `t`.`s`)

-- Exp(2)
{p1:Float64}

$1 = 7.38905609893065 (DOUBLE)

-- Exp([n])
(CASE WHEN toFloat64(`t`.`n`) > {p1:Float64} THEN NULL WHEN toFloat64(`t`.`n`) < {p2:Float64} THEN 0 ELSE exp(toFloat64(`t`.`n`)) END)

$1 = 709.782712893384 (DOUBLE)
$2 = -745 (DOUBLE)

-- Exp([p])
(CASE WHEN toFloat64(`t`.`p`) > {p1:Float64} THEN NULL WHEN toFloat64(`t`.`p`) < {p2:Float64} THEN 0 ELSE exp(toFloat64(`t`.`p`)) END)

$1 = 709.782712893384 (DOUBLE)
$2 = -745 (DOUBLE)

-- Exp([x])
(CASE WHEN if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) > {p1:Float64} THEN NULL WHEN if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) < {p2:Float64} THEN 0 ELSE exp(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) END)

$1 = 709.782712893384 (DOUBLE)
$2 = -745 (DOUBLE)

-- Extract([at], "DAY")
toInt64(toDayOfMonth(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- Extract([at], "DAYOFWEEK")
toInt64(toDayOfWeek(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- Extract([at], "DAYOFYEAR")
toInt64(toDayOfYear(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- Extract([at], "HOUR")
toInt64(toHour(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- Extract([at], "MINUTE")
toInt64(toMinute(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- Extract([at], "MONTH")
toInt64(toMonth(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- Extract([at], "QUARTER")
toInt64(toQuarter(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- Extract([at], "SECOND")
toInt64(toSecond(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- Extract([at], "WEEK")
toInt64(toISOWeek(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- Extract([at], "YEAR")
toInt64(toYear(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- Extract([d], "DAY")
toInt64(toDayOfMonth(`t`.`d`))

-- Extract([d], "DAYOFWEEK")
toInt64(toDayOfWeek(`t`.`d`))

-- Extract([d], "DAYOFYEAR")
toInt64(toDayOfYear(`t`.`d`))

-- Extract([d], "HOUR")
if(isNull(`t`.`d`), NULL, toInt64(0))

-- Extract([d], "MINUTE")
if(isNull(`t`.`d`), NULL, toInt64(0))

-- Extract([d], "MONTH")
toInt64(toMonth(`t`.`d`))

-- Extract([d], "QUARTER")
toInt64(toQuarter(`t`.`d`))

-- Extract([d], "SECOND")
if(isNull(`t`.`d`), NULL, toInt64(0))

-- Extract([d], "WEEK")
toInt64(toISOWeek(`t`.`d`))

-- Extract([d], "YEAR")
toInt64(toYear(`t`.`d`))

-- Floor(2)
{p1:Int64}

$1 = 2 (INT)

-- Floor([n])
`t`.`n`

-- Floor([p])
floor(`t`.`p`)

-- Floor([x])
floor(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))

-- Greatest("a%_", "a%_")
{p1:String}

$1 = "a%_" (STRING)

-- Greatest("a%_", "a%_", "a%_")
{p1:String}

$1 = "a%_" (STRING)

-- Greatest("a%_", "a%_", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("a%_", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("a%_", "yyyy-MM-dd", "a%_")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("a%_", "yyyy-MM-dd", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("a%_", [s])
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE greatest({p1:String}, `t`.`s`) END)

$1 = "a%_" (STRING)

-- Greatest("a%_", [s], "a%_")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE greatest({p1:String}, `t`.`s`, {p2:String}) END)

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Greatest("a%_", [s], "yyyy-MM-dd")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE greatest({p1:String}, `t`.`s`, {p2:String}) END)

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Greatest("a%_", [s], [s])
(CASE WHEN `t`.`s` IS NULL OR `t`.`s` IS NULL THEN NULL ELSE greatest({p1:String}, `t`.`s`, `t`.`s`) END)

$1 = "a%_" (STRING)

-- Greatest("yyyy-MM-dd", "a%_")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("yyyy-MM-dd", "a%_", "a%_")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("yyyy-MM-dd", "a%_", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("yyyy-MM-dd", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("yyyy-MM-dd", "yyyy-MM-dd", "a%_")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("yyyy-MM-dd", "yyyy-MM-dd", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("yyyy-MM-dd", [s])
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE greatest({p1:String}, `t`.`s`) END)

$1 = "yyyy-MM-dd" (STRING)

-- Greatest("yyyy-MM-dd", [s], "a%_")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE greatest({p1:String}, `t`.`s`, {p2:String}) END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Greatest("yyyy-MM-dd", [s], "yyyy-MM-dd")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE greatest({p1:String}, `t`.`s`, {p2:String}) END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Greatest("yyyy-MM-dd", [s], [s])
(CASE WHEN `t`.`s` IS NULL OR `t`.`s` IS NULL THEN NULL ELSE greatest({p1:String}, `t`.`s`, `t`.`s`) END)

$1 = "yyyy-MM-dd" (STRING)

-- Greatest(2, [n])
(CASE WHEN `t`.`n` IS NULL THEN NULL ELSE greatest({p1:Int64}, `t`.`n`) END)

$1 = 2 (INT)

-- Greatest(2, [n], [n])
(CASE WHEN `t`.`n` IS NULL OR `t`.`n` IS NULL THEN NULL ELSE greatest({p1:Int64}, `t`.`n`, `t`.`n`) END)

$1 = 2 (INT)

-- Greatest(2, [n], [p])
(CASE WHEN toDecimal256(`t`.`n`, 10) IS NULL OR toDecimal256(`t`.`p`, 10) IS NULL THEN NULL ELSE greatest(toDecimal256({p1:Decimal(76, 0)}, 10), toDecimal256(`t`.`n`, 10), toDecimal256(`t`.`p`, 10)) END)

$1 = 2 (DECIMAL)

-- Greatest(2, [n], [x])
(CASE WHEN toFloat64(`t`.`n`) IS NULL OR if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) IS NULL THEN NULL ELSE greatest({p1:Float64}, toFloat64(`t`.`n`), if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) END)

$1 = 2 (DOUBLE)

-- Greatest(2, [p])
(CASE WHEN toDecimal256(`t`.`p`, 10) IS NULL THEN NULL ELSE greatest(toDecimal256({p1:Decimal(76, 0)}, 10), toDecimal256(`t`.`p`, 10)) END)

$1 = 2 (DECIMAL)

-- Greatest(2, [x])
(CASE WHEN if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) IS NULL THEN NULL ELSE greatest({p1:Float64}, if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) END)

$1 = 2 (DOUBLE)

-- Greatest([at], [d])
(CASE WHEN toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') IS NULL OR toDateTime64(`t`.`d`, 6, 'UTC') IS NULL THEN NULL ELSE greatest(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), toDateTime64(`t`.`d`, 6, 'UTC')) END)

-- Greatest([at], [d], [d])
(CASE WHEN toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') IS NULL OR toDateTime64(`t`.`d`, 6, 'UTC') IS NULL OR toDateTime64(`t`.`d`, 6, 'UTC') IS NULL THEN NULL ELSE greatest(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), toDateTime64(`t`.`d`, 6, 'UTC'), toDateTime64(`t`.`d`, 6, 'UTC')) END)

-- Greatest([d], [at])
(CASE WHEN toDateTime64(`t`.`d`, 6, 'UTC') IS NULL OR toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') IS NULL THEN NULL ELSE greatest(toDateTime64(`t`.`d`, 6, 'UTC'), toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')) END)

-- Greatest([d], [d])
(CASE WHEN `t`.`d` IS NULL OR `t`.`d` IS NULL THEN NULL ELSE greatest(`t`.`d`, `t`.`d`) END)

-- Greatest([d], [d], [at])
(CASE WHEN toDateTime64(`t`.`d`, 6, 'UTC') IS NULL OR toDateTime64(`t`.`d`, 6, 'UTC') IS NULL OR toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') IS NULL THEN NULL ELSE greatest(toDateTime64(`t`.`d`, 6, 'UTC'), toDateTime64(`t`.`d`, 6, 'UTC'), toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')) END)

-- Greatest([d], [d], [d])
(CASE WHEN `t`.`d` IS NULL OR `t`.`d` IS NULL OR `t`.`d` IS NULL THEN NULL ELSE greatest(`t`.`d`, `t`.`d`, `t`.`d`) END)

-- Greatest([n], [n])
(CASE WHEN `t`.`n` IS NULL OR `t`.`n` IS NULL THEN NULL ELSE greatest(`t`.`n`, `t`.`n`) END)

-- Greatest([n], [n], [n])
(CASE WHEN `t`.`n` IS NULL OR `t`.`n` IS NULL OR `t`.`n` IS NULL THEN NULL ELSE greatest(`t`.`n`, `t`.`n`, `t`.`n`) END)

-- Greatest([n], [n], [p])
(CASE WHEN toDecimal256(`t`.`n`, 10) IS NULL OR toDecimal256(`t`.`n`, 10) IS NULL OR toDecimal256(`t`.`p`, 10) IS NULL THEN NULL ELSE greatest(toDecimal256(`t`.`n`, 10), toDecimal256(`t`.`n`, 10), toDecimal256(`t`.`p`, 10)) END)

-- Greatest([n], [n], [x])
(CASE WHEN toFloat64(`t`.`n`) IS NULL OR toFloat64(`t`.`n`) IS NULL OR if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) IS NULL THEN NULL ELSE greatest(toFloat64(`t`.`n`), toFloat64(`t`.`n`), if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) END)

-- Greatest([n], [p])
(CASE WHEN toDecimal256(`t`.`n`, 10) IS NULL OR toDecimal256(`t`.`p`, 10) IS NULL THEN NULL ELSE greatest(toDecimal256(`t`.`n`, 10), toDecimal256(`t`.`p`, 10)) END)

-- Greatest([n], [x])
(CASE WHEN toFloat64(`t`.`n`) IS NULL OR if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) IS NULL THEN NULL ELSE greatest(toFloat64(`t`.`n`), if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) END)

-- Greatest([p], [n])
(CASE WHEN toDecimal256(`t`.`p`, 10) IS NULL OR toDecimal256(`t`.`n`, 10) IS NULL THEN NULL ELSE greatest(toDecimal256(`t`.`p`, 10), toDecimal256(`t`.`n`, 10)) END)

-- Greatest([p], [n], [n])
(CASE WHEN toDecimal256(`t`.`p`, 10) IS NULL OR toDecimal256(`t`.`n`, 10) IS NULL OR toDecimal256(`t`.`n`, 10) IS NULL THEN NULL ELSE greatest(toDecimal256(`t`.`p`, 10), toDecimal256(`t`.`n`, 10), toDecimal256(`t`.`n`, 10)) END)

-- Greatest([p], [n], [x])
(CASE WHEN toFloat64(`t`.`p`) IS NULL OR toFloat64(`t`.`n`) IS NULL OR if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) IS NULL THEN NULL ELSE greatest(toFloat64(`t`.`p`), toFloat64(`t`.`n`), if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) END)

-- Greatest([p], [x])
(CASE WHEN toFloat64(`t`.`p`) IS NULL OR if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) IS NULL THEN NULL ELSE greatest(toFloat64(`t`.`p`), if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) END)

-- Greatest([s], "a%_")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE greatest(`t`.`s`, {p1:String}) END)

$1 = "a%_" (STRING)

-- Greatest([s], "a%_", "a%_")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE greatest(`t`.`s`, {p1:String}, {p2:String}) END)

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Greatest([s], "a%_", "yyyy-MM-dd")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE greatest(`t`.`s`, {p1:String}, {p2:String}) END)

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Greatest([s], "yyyy-MM-dd")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE greatest(`t`.`s`, {p1:String}) END)

$1 = "yyyy-MM-dd" (STRING)

-- Greatest([s], "yyyy-MM-dd", "a%_")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE greatest(`t`.`s`, {p1:String}, {p2:String}) END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Greatest([s], "yyyy-MM-dd", "yyyy-MM-dd")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE greatest(`t`.`s`, {p1:String}, {p2:String}) END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Greatest([s], [s])
(CASE WHEN `t`.`s` IS NULL OR `t`.`s` IS NULL THEN NULL ELSE greatest(`t`.`s`, `t`.`s`) END)

-- Greatest([s], [s], "a%_")
(CASE WHEN `t`.`s` IS NULL OR `t`.`s` IS NULL THEN NULL ELSE greatest(`t`.`s`, `t`.`s`, {p1:String}) END)

$1 = "a%_" (STRING)

-- Greatest([s], [s], "yyyy-MM-dd")
(CASE WHEN `t`.`s` IS NULL OR `t`.`s` IS NULL THEN NULL ELSE greatest(`t`.`s`, `t`.`s`, {p1:String}) END)

$1 = "yyyy-MM-dd" (STRING)

-- Greatest([s], [s], [s])
(CASE WHEN `t`.`s` IS NULL OR `t`.`s` IS NULL OR `t`.`s` IS NULL THEN NULL ELSE greatest(`t`.`s`, `t`.`s`, `t`.`s`) END)

-- Greatest([x], [n])
(CASE WHEN if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) IS NULL OR toFloat64(`t`.`n`) IS NULL THEN NULL ELSE greatest(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL), toFloat64(`t`.`n`)) END)

-- Greatest([x], [n], [n])
(CASE WHEN if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) IS NULL OR toFloat64(`t`.`n`) IS NULL OR toFloat64(`t`.`n`) IS NULL THEN NULL ELSE greatest(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL), toFloat64(`t`.`n`), toFloat64(`t`.`n`)) END)

-- Hour([at])
toInt64(toHour(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- Hour([d])
if(isNull(`t`.`d`), NULL, toInt64(0))

-- ILike("a%_", "a%_")
TRUE

-- ILike("a%_", "yyyy-MM-dd")
FALSE

-- ILike("yyyy-MM-dd", "a%_")
FALSE

-- ILike("yyyy-MM-dd", "yyyy-MM-dd")
TRUE

-- ILike([s], "a%_")
(if(match(`t`.`s`, {p1:String}), translateUTF8(lower(`t`.`s`), {p2:String}, {p3:String}), lower(`t`.`s`)) LIKE {p4:String})

$1 = "[µ-ⷿꙀ-ꮿＡ-ｚ𐐀-𞥃]" (STRING)
$2 = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮİĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƠƢƤƦƧƩƬƮƯƱƲƳƵƷƸƼǄǅǇǈǊǋǍǏǑǓǕǗǙǛǞǠǢǤǦǨǪǬǮǱǲǴǶǷǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȠȢȤȦȨȪȬȮȰȲȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΆΈΉΊΌΎΏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫϏϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽϾϿЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӁӃӅӇӉӋӍӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿḀḂḄḆḈḊḌḎḐḒḔḖḘḚḜḞḠḢḤḦḨḪḬḮḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔẞẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸỺỼỾἈἉἊἋἌἍἎἏἘἙἚἛἜἝἨἩἪἫἬἭἮἯἸἹἺἻἼἽἾἿὈὉὊὋὌὍὙὛὝὟὨὩὪὫὬὭὮὯᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾸᾹᾺΆᾼῈΈῊΉῌῘῙῚΊῨῩῪΎῬῸΌῺΏῼΩKÅℲⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫⅬⅭⅮⅯↃⒶⒷⒸⒹⒺⒻⒼⒽⒾⒿⓀⓁⓂⓃⓄⓅⓆⓇⓈⓉⓊⓋⓌⓍⓎⓏⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟐꟖꟘꟵＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡" (STRING)
$3 = "àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįiĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿźżžɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵơƣƥʀƨʃƭʈưʊʋƴƶʒƹƽǆǆǉǉǌǌǎǐǒǔǖǘǚǜǟǡǣǥǧǩǫǭǯǳǳǵƕƿǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟƞȣȥȧȩȫȭȯȱȳⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳάέήίόύώαβγδεζηθικλμνξοπρστυφχψωϊϋϗϙϛϝϟϡϣϥϧϩϫϭϯθϸϲϻͻͼͽѐёђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӂӄӆӈӊӌӎӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕßạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹỻỽỿἀἁἂἃἄἅἆἇἐἑἒἓἔἕἠἡἢἣἤἥἦἧἰἱἲἳἴἵἶἷὀὁὂὃὄὅὑὓὕὗὠὡὢὣὤὥὦὧᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖᾗᾠᾡᾢᾣᾤᾥᾦᾧᾰᾱὰάᾳὲέὴήῃῐῑὶίῠῡὺύῥὸόὼώῳωkåⅎⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹⅺⅻⅼⅽⅾⅿↄⓐⓑⓒⓓⓔⓕⓖⓗⓘⓙⓚⓛⓜⓝⓞⓟⓠⓡⓢⓣⓤⓥⓦⓧⓨⓩⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊꟑꟗꟙꟶａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃" (STRING)
$4 = "a%_" (STRING)

-- ILike([s], "yyyy-MM-dd")
(if(match(`t`.`s`, {p1:String}), translateUTF8(lower(`t`.`s`), {p2:String}, {p3:String}), lower(`t`.`s`)) LIKE {p4:String})

$1 = "[µ-ⷿꙀ-ꮿＡ-ｚ𐐀-𞥃]" (STRING)
$2 = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮİĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƠƢƤƦƧƩƬƮƯƱƲƳƵƷƸƼǄǅǇǈǊǋǍǏǑǓǕǗǙǛǞǠǢǤǦǨǪǬǮǱǲǴǶǷǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȠȢȤȦȨȪȬȮȰȲȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΆΈΉΊΌΎΏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫϏϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽϾϿЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӁӃӅӇӉӋӍӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿḀḂḄḆḈḊḌḎḐḒḔḖḘḚḜḞḠḢḤḦḨḪḬḮḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔẞẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸỺỼỾἈἉἊἋἌἍἎἏἘἙἚἛἜἝἨἩἪἫἬἭἮἯἸἹἺἻἼἽἾἿὈὉὊὋὌὍὙὛὝὟὨὩὪὫὬὭὮὯᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾸᾹᾺΆᾼῈΈῊΉῌῘῙῚΊῨῩῪΎῬῸΌῺΏῼΩKÅℲⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫⅬⅭⅮⅯↃⒶⒷⒸⒹⒺⒻⒼⒽⒾⒿⓀⓁⓂⓃⓄⓅⓆⓇⓈⓉⓊⓋⓌⓍⓎⓏⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟐꟖꟘꟵＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡" (STRING)
$3 = "àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįiĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿźżžɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵơƣƥʀƨʃƭʈưʊʋƴƶʒƹƽǆǆǉǉǌǌǎǐǒǔǖǘǚǜǟǡǣǥǧǩǫǭǯǳǳǵƕƿǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟƞȣȥȧȩȫȭȯȱȳⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳάέήίόύώαβγδεζηθικλμνξοπρστυφχψωϊϋϗϙϛϝϟϡϣϥϧϩϫϭϯθϸϲϻͻͼͽѐёђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӂӄӆӈӊӌӎӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕßạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹỻỽỿἀἁἂἃἄἅἆἇἐἑἒἓἔἕἠἡἢἣἤἥἦἧἰἱἲἳἴἵἶἷὀὁὂὃὄὅὑὓὕὗὠὡὢὣὤὥὦὧᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖᾗᾠᾡᾢᾣᾤᾥᾦᾧᾰᾱὰάᾳὲέὴήῃῐῑὶίῠῡὺύῥὸόὼώῳωkåⅎⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹⅺⅻⅼⅽⅾⅿↄⓐⓑⓒⓓⓔⓕⓖⓗⓘⓙⓚⓛⓜⓝⓞⓟⓠⓡⓢⓣⓤⓥⓦⓧⓨⓩⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊꟑꟗꟙꟶａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃" (STRING)
$4 = "yyyy-mm-dd" (STRING)

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
if(isNull(`t`.`n`), NULL, `t`.`n` IN ({p1:Int64}))

$1 = 2 (INT)

-- IN([n], 2, 2)
if(isNull(`t`.`n`), NULL, `t`.`n` IN ({p1:Int64}, {p2:Int64}))

$1 = 2 (INT)
$2 = 2 (INT)

-- IN([p], 2)
(`t`.`p` = {p1:Decimal(76, 0)})

$1 = 2 (DECIMAL)

-- IN([p], 2, 2)
(`t`.`p` = {p1:Decimal(76, 0)} OR `t`.`p` = {p2:Decimal(76, 0)})

$1 = 2 (DECIMAL)
$2 = 2 (DECIMAL)

-- IN([s], "a%_")
if(isNull(`t`.`s`), NULL, `t`.`s` IN ({p1:String}))

$1 = "a%_" (STRING)

-- IN([s], "a%_", "a%_")
if(isNull(`t`.`s`), NULL, `t`.`s` IN ({p1:String}, {p2:String}))

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- IN([s], "a%_", "yyyy-MM-dd")
if(isNull(`t`.`s`), NULL, `t`.`s` IN ({p1:String}, {p2:String}))

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- IN([s], "yyyy-MM-dd")
if(isNull(`t`.`s`), NULL, `t`.`s` IN ({p1:String}))

$1 = "yyyy-MM-dd" (STRING)

-- IN([s], "yyyy-MM-dd", "a%_")
if(isNull(`t`.`s`), NULL, `t`.`s` IN ({p1:String}, {p2:String}))

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- IN([s], "yyyy-MM-dd", "yyyy-MM-dd")
if(isNull(`t`.`s`), NULL, `t`.`s` IN ({p1:String}, {p2:String}))

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- IN([x], 2)
if(isNull((if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) + 0)), NULL, (if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) + 0) IN ({p1:Float64}))

$1 = 2 (DOUBLE)

-- IN([x], 2, 2)
if(isNull((if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) + 0)), NULL, (if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) + 0) IN ({p1:Float64}, {p2:Float64}))

$1 = 2 (DOUBLE)
$2 = 2 (DOUBLE)

-- If([f], "a%_", "a%_")
(CASE WHEN `t`.`f` THEN {p1:String} ELSE {p2:String} END)

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- If([f], "a%_", "yyyy-MM-dd")
(CASE WHEN `t`.`f` THEN {p1:String} ELSE {p2:String} END)

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- If([f], "yyyy-MM-dd", "a%_")
(CASE WHEN `t`.`f` THEN {p1:String} ELSE {p2:String} END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- If([f], "yyyy-MM-dd", "yyyy-MM-dd")
(CASE WHEN `t`.`f` THEN {p1:String} ELSE {p2:String} END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- If([f], [d], [at])
(CASE WHEN `t`.`f` THEN toDateTime64(`t`.`d`, 6, 'UTC') ELSE toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') END)

-- If([f], [d], [d])
(CASE WHEN `t`.`f` THEN `t`.`d` ELSE `t`.`d` END)

-- If([f], [f], [f])
(CASE WHEN `t`.`f` THEN `t`.`f` ELSE `t`.`f` END)

-- If([f], [n], [n])
(CASE WHEN `t`.`f` THEN `t`.`n` ELSE `t`.`n` END)

-- If([f], [n], [p])
(CASE WHEN `t`.`f` THEN toDecimal256(`t`.`n`, 10) ELSE toDecimal256(`t`.`p`, 10) END)

-- If([f], [n], [x])
(CASE WHEN `t`.`f` THEN toFloat64(`t`.`n`) ELSE if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) END)

-- If([f], [s], "a%_")
(CASE WHEN `t`.`f` THEN `t`.`s` ELSE {p1:String} END)

$1 = "a%_" (STRING)

-- If([f], [s], "yyyy-MM-dd")
(CASE WHEN `t`.`f` THEN `t`.`s` ELSE {p1:String} END)

$1 = "yyyy-MM-dd" (STRING)

-- If([f], [s], [s])
(CASE WHEN `t`.`f` THEN `t`.`s` ELSE `t`.`s` END)

-- IsNotNull("a%_")
TRUE

-- IsNotNull("yyyy-MM-dd")
TRUE

-- IsNotNull(2)
TRUE

-- IsNotNull([at])
(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') IS NOT NULL)

-- IsNotNull([d])
(`t`.`d` IS NOT NULL)

-- IsNotNull([f])
(`t`.`f` IS NOT NULL)

-- IsNotNull([n])
(`t`.`n` IS NOT NULL)

-- IsNotNull([p])
(`t`.`p` IS NOT NULL)

-- IsNotNull([s])
(`t`.`s` IS NOT NULL)

-- IsNotNull([x])
(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) IS NOT NULL)

-- IsNull("a%_")
FALSE

-- IsNull("yyyy-MM-dd")
FALSE

-- IsNull(2)
FALSE

-- IsNull([at])
(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') IS NULL)

-- IsNull([d])
(`t`.`d` IS NULL)

-- IsNull([f])
(`t`.`f` IS NULL)

-- IsNull([n])
(`t`.`n` IS NULL)

-- IsNull([p])
(`t`.`p` IS NULL)

-- IsNull([s])
(`t`.`s` IS NULL)

-- IsNull([x])
(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) IS NULL)

-- LTrim("a%_")
{p1:String}

$1 = "a%_" (STRING)

-- LTrim("yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- LTrim([s])
replaceRegexpAll(`t`.`s`, {p1:String}, '')

$1 = "^[ \t\n\r 　]+" (STRING)

-- LastDay([at])
(CASE WHEN toDate32(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')) >= toDate32('9999-12-01') THEN toDate32('9999-12-31') ELSE addDays(toDate32(addMonths(toDate32(toDate32(toStartOfMonth(toDate32(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'))))), 1)), -1) END)

-- LastDay([at], "DAY")
(CASE WHEN toDate32(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')) >= toDate32('9999-12-31') THEN toDate32('9999-12-31') ELSE addDays(toDate32(addDays(toDate32(toDate32(toStartOfDay(toDate32(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'))))), 1)), -1) END)

-- LastDay([at], "MONTH")
(CASE WHEN toDate32(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')) >= toDate32('9999-12-01') THEN toDate32('9999-12-31') ELSE addDays(toDate32(addMonths(toDate32(toDate32(toStartOfMonth(toDate32(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'))))), 1)), -1) END)

-- LastDay([at], "QUARTER")
(CASE WHEN toDate32(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')) >= toDate32('9999-10-01') THEN toDate32('9999-12-31') ELSE addDays(toDate32(addQuarters(toDate32(toDate32(toStartOfQuarter(toDate32(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'))))), 1)), -1) END)

-- LastDay([at], "WEEK")
(CASE WHEN toDate32(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')) <= toDate32('9999-12-26') THEN (CASE WHEN toDate32(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')) >= toDate32('9999-12-27') THEN toDate32('9999-12-31') ELSE addDays(toDate32(addWeeks(toDate32(toDate32(toMonday(toDate32(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'))))), 1)), -1) END) END)

-- LastDay([at], "YEAR")
(CASE WHEN toDate32(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')) >= toDate32('9999-01-01') THEN toDate32('9999-12-31') ELSE addDays(toDate32(addYears(toDate32(toDate32(toStartOfYear(toDate32(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'))))), 1)), -1) END)

-- LastDay([d])
(CASE WHEN `t`.`d` >= toDate32('9999-12-01') THEN toDate32('9999-12-31') ELSE addDays(toDate32(addMonths(toDate32(toDate32(toStartOfMonth(`t`.`d`))), 1)), -1) END)

-- LastDay([d], "DAY")
(CASE WHEN `t`.`d` >= toDate32('9999-12-31') THEN toDate32('9999-12-31') ELSE addDays(toDate32(addDays(toDate32(toDate32(toStartOfDay(`t`.`d`))), 1)), -1) END)

-- LastDay([d], "MONTH")
(CASE WHEN `t`.`d` >= toDate32('9999-12-01') THEN toDate32('9999-12-31') ELSE addDays(toDate32(addMonths(toDate32(toDate32(toStartOfMonth(`t`.`d`))), 1)), -1) END)

-- LastDay([d], "QUARTER")
(CASE WHEN `t`.`d` >= toDate32('9999-10-01') THEN toDate32('9999-12-31') ELSE addDays(toDate32(addQuarters(toDate32(toDate32(toStartOfQuarter(`t`.`d`))), 1)), -1) END)

-- LastDay([d], "WEEK")
(CASE WHEN `t`.`d` <= toDate32('9999-12-26') THEN (CASE WHEN `t`.`d` >= toDate32('9999-12-27') THEN toDate32('9999-12-31') ELSE addDays(toDate32(addWeeks(toDate32(toDate32(toMonday(`t`.`d`))), 1)), -1) END) END)

-- LastDay([d], "YEAR")
(CASE WHEN `t`.`d` >= toDate32('9999-01-01') THEN toDate32('9999-12-31') ELSE addDays(toDate32(addYears(toDate32(toDate32(toStartOfYear(`t`.`d`))), 1)), -1) END)

-- Least("a%_", "a%_")
{p1:String}

$1 = "a%_" (STRING)

-- Least("a%_", "a%_", "a%_")
{p1:String}

$1 = "a%_" (STRING)

-- Least("a%_", "a%_", "yyyy-MM-dd")
{p1:String}

$1 = "a%_" (STRING)

-- Least("a%_", "yyyy-MM-dd")
{p1:String}

$1 = "a%_" (STRING)

-- Least("a%_", "yyyy-MM-dd", "a%_")
{p1:String}

$1 = "a%_" (STRING)

-- Least("a%_", "yyyy-MM-dd", "yyyy-MM-dd")
{p1:String}

$1 = "a%_" (STRING)

-- Least("a%_", [s])
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE least({p1:String}, `t`.`s`) END)

$1 = "a%_" (STRING)

-- Least("a%_", [s], "a%_")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE least({p1:String}, `t`.`s`, {p2:String}) END)

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Least("a%_", [s], "yyyy-MM-dd")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE least({p1:String}, `t`.`s`, {p2:String}) END)

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Least("a%_", [s], [s])
(CASE WHEN `t`.`s` IS NULL OR `t`.`s` IS NULL THEN NULL ELSE least({p1:String}, `t`.`s`, `t`.`s`) END)

$1 = "a%_" (STRING)

-- Least("yyyy-MM-dd", "a%_")
{p1:String}

$1 = "a%_" (STRING)

-- Least("yyyy-MM-dd", "a%_", "a%_")
{p1:String}

$1 = "a%_" (STRING)

-- Least("yyyy-MM-dd", "a%_", "yyyy-MM-dd")
{p1:String}

$1 = "a%_" (STRING)

-- Least("yyyy-MM-dd", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Least("yyyy-MM-dd", "yyyy-MM-dd", "a%_")
{p1:String}

$1 = "a%_" (STRING)

-- Least("yyyy-MM-dd", "yyyy-MM-dd", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Least("yyyy-MM-dd", [s])
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE least({p1:String}, `t`.`s`) END)

$1 = "yyyy-MM-dd" (STRING)

-- Least("yyyy-MM-dd", [s], "a%_")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE least({p1:String}, `t`.`s`, {p2:String}) END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Least("yyyy-MM-dd", [s], "yyyy-MM-dd")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE least({p1:String}, `t`.`s`, {p2:String}) END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Least("yyyy-MM-dd", [s], [s])
(CASE WHEN `t`.`s` IS NULL OR `t`.`s` IS NULL THEN NULL ELSE least({p1:String}, `t`.`s`, `t`.`s`) END)

$1 = "yyyy-MM-dd" (STRING)

-- Least(2, [n])
(CASE WHEN `t`.`n` IS NULL THEN NULL ELSE least({p1:Int64}, `t`.`n`) END)

$1 = 2 (INT)

-- Least(2, [n], [n])
(CASE WHEN `t`.`n` IS NULL OR `t`.`n` IS NULL THEN NULL ELSE least({p1:Int64}, `t`.`n`, `t`.`n`) END)

$1 = 2 (INT)

-- Least(2, [n], [p])
(CASE WHEN toDecimal256(`t`.`n`, 10) IS NULL OR toDecimal256(`t`.`p`, 10) IS NULL THEN NULL ELSE least(toDecimal256({p1:Decimal(76, 0)}, 10), toDecimal256(`t`.`n`, 10), toDecimal256(`t`.`p`, 10)) END)

$1 = 2 (DECIMAL)

-- Least(2, [n], [x])
(CASE WHEN toFloat64(`t`.`n`) IS NULL OR if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) IS NULL THEN NULL ELSE least({p1:Float64}, toFloat64(`t`.`n`), if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) END)

$1 = 2 (DOUBLE)

-- Least(2, [p])
(CASE WHEN toDecimal256(`t`.`p`, 10) IS NULL THEN NULL ELSE least(toDecimal256({p1:Decimal(76, 0)}, 10), toDecimal256(`t`.`p`, 10)) END)

$1 = 2 (DECIMAL)

-- Least(2, [x])
(CASE WHEN if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) IS NULL THEN NULL ELSE least({p1:Float64}, if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) END)

$1 = 2 (DOUBLE)

-- Least([at], [d])
(CASE WHEN toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') IS NULL OR toDateTime64(`t`.`d`, 6, 'UTC') IS NULL THEN NULL ELSE least(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), toDateTime64(`t`.`d`, 6, 'UTC')) END)

-- Least([at], [d], [d])
(CASE WHEN toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') IS NULL OR toDateTime64(`t`.`d`, 6, 'UTC') IS NULL OR toDateTime64(`t`.`d`, 6, 'UTC') IS NULL THEN NULL ELSE least(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), toDateTime64(`t`.`d`, 6, 'UTC'), toDateTime64(`t`.`d`, 6, 'UTC')) END)

-- Least([d], [at])
(CASE WHEN toDateTime64(`t`.`d`, 6, 'UTC') IS NULL OR toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') IS NULL THEN NULL ELSE least(toDateTime64(`t`.`d`, 6, 'UTC'), toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')) END)

-- Least([d], [d])
(CASE WHEN `t`.`d` IS NULL OR `t`.`d` IS NULL THEN NULL ELSE least(`t`.`d`, `t`.`d`) END)

-- Least([d], [d], [at])
(CASE WHEN toDateTime64(`t`.`d`, 6, 'UTC') IS NULL OR toDateTime64(`t`.`d`, 6, 'UTC') IS NULL OR toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC') IS NULL THEN NULL ELSE least(toDateTime64(`t`.`d`, 6, 'UTC'), toDateTime64(`t`.`d`, 6, 'UTC'), toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')) END)

-- Least([d], [d], [d])
(CASE WHEN `t`.`d` IS NULL OR `t`.`d` IS NULL OR `t`.`d` IS NULL THEN NULL ELSE least(`t`.`d`, `t`.`d`, `t`.`d`) END)

-- Least([n], [n])
(CASE WHEN `t`.`n` IS NULL OR `t`.`n` IS NULL THEN NULL ELSE least(`t`.`n`, `t`.`n`) END)

-- Least([n], [n], [n])
(CASE WHEN `t`.`n` IS NULL OR `t`.`n` IS NULL OR `t`.`n` IS NULL THEN NULL ELSE least(`t`.`n`, `t`.`n`, `t`.`n`) END)

-- Least([n], [n], [p])
(CASE WHEN toDecimal256(`t`.`n`, 10) IS NULL OR toDecimal256(`t`.`n`, 10) IS NULL OR toDecimal256(`t`.`p`, 10) IS NULL THEN NULL ELSE least(toDecimal256(`t`.`n`, 10), toDecimal256(`t`.`n`, 10), toDecimal256(`t`.`p`, 10)) END)

-- Least([n], [n], [x])
(CASE WHEN toFloat64(`t`.`n`) IS NULL OR toFloat64(`t`.`n`) IS NULL OR if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) IS NULL THEN NULL ELSE least(toFloat64(`t`.`n`), toFloat64(`t`.`n`), if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) END)

-- Least([n], [p])
(CASE WHEN toDecimal256(`t`.`n`, 10) IS NULL OR toDecimal256(`t`.`p`, 10) IS NULL THEN NULL ELSE least(toDecimal256(`t`.`n`, 10), toDecimal256(`t`.`p`, 10)) END)

-- Least([n], [x])
(CASE WHEN toFloat64(`t`.`n`) IS NULL OR if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) IS NULL THEN NULL ELSE least(toFloat64(`t`.`n`), if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) END)

-- Least([p], [n])
(CASE WHEN toDecimal256(`t`.`p`, 10) IS NULL OR toDecimal256(`t`.`n`, 10) IS NULL THEN NULL ELSE least(toDecimal256(`t`.`p`, 10), toDecimal256(`t`.`n`, 10)) END)

-- Least([p], [n], [n])
(CASE WHEN toDecimal256(`t`.`p`, 10) IS NULL OR toDecimal256(`t`.`n`, 10) IS NULL OR toDecimal256(`t`.`n`, 10) IS NULL THEN NULL ELSE least(toDecimal256(`t`.`p`, 10), toDecimal256(`t`.`n`, 10), toDecimal256(`t`.`n`, 10)) END)

-- Least([p], [n], [x])
(CASE WHEN toFloat64(`t`.`p`) IS NULL OR toFloat64(`t`.`n`) IS NULL OR if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) IS NULL THEN NULL ELSE least(toFloat64(`t`.`p`), toFloat64(`t`.`n`), if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) END)

-- Least([p], [x])
(CASE WHEN toFloat64(`t`.`p`) IS NULL OR if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) IS NULL THEN NULL ELSE least(toFloat64(`t`.`p`), if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) END)

-- Least([s], "a%_")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE least(`t`.`s`, {p1:String}) END)

$1 = "a%_" (STRING)

-- Least([s], "a%_", "a%_")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE least(`t`.`s`, {p1:String}, {p2:String}) END)

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Least([s], "a%_", "yyyy-MM-dd")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE least(`t`.`s`, {p1:String}, {p2:String}) END)

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Least([s], "yyyy-MM-dd")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE least(`t`.`s`, {p1:String}) END)

$1 = "yyyy-MM-dd" (STRING)

-- Least([s], "yyyy-MM-dd", "a%_")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE least(`t`.`s`, {p1:String}, {p2:String}) END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Least([s], "yyyy-MM-dd", "yyyy-MM-dd")
(CASE WHEN `t`.`s` IS NULL THEN NULL ELSE least(`t`.`s`, {p1:String}, {p2:String}) END)

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Least([s], [s])
(CASE WHEN `t`.`s` IS NULL OR `t`.`s` IS NULL THEN NULL ELSE least(`t`.`s`, `t`.`s`) END)

-- Least([s], [s], "a%_")
(CASE WHEN `t`.`s` IS NULL OR `t`.`s` IS NULL THEN NULL ELSE least(`t`.`s`, `t`.`s`, {p1:String}) END)

$1 = "a%_" (STRING)

-- Least([s], [s], "yyyy-MM-dd")
(CASE WHEN `t`.`s` IS NULL OR `t`.`s` IS NULL THEN NULL ELSE least(`t`.`s`, `t`.`s`, {p1:String}) END)

$1 = "yyyy-MM-dd" (STRING)

-- Least([s], [s], [s])
(CASE WHEN `t`.`s` IS NULL OR `t`.`s` IS NULL OR `t`.`s` IS NULL THEN NULL ELSE least(`t`.`s`, `t`.`s`, `t`.`s`) END)

-- Least([x], [n])
(CASE WHEN if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) IS NULL OR toFloat64(`t`.`n`) IS NULL THEN NULL ELSE least(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL), toFloat64(`t`.`n`)) END)

-- Least([x], [n], [n])
(CASE WHEN if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) IS NULL OR toFloat64(`t`.`n`) IS NULL OR toFloat64(`t`.`n`) IS NULL THEN NULL ELSE least(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL), toFloat64(`t`.`n`), toFloat64(`t`.`n`)) END)

-- Left("a%_", [n])
if(isNull(`t`.`n`), NULL, leftUTF8({p1:String}, ifNull((CASE WHEN `t`.`n` < 0 THEN 0 WHEN `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END), 0)))

$1 = "a%_" (STRING)

-- Left("yyyy-MM-dd", [n])
if(isNull(`t`.`n`), NULL, leftUTF8({p1:String}, ifNull((CASE WHEN `t`.`n` < 0 THEN 0 WHEN `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END), 0)))

$1 = "yyyy-MM-dd" (STRING)

-- Left([s], [n])
if(isNull(`t`.`n`), NULL, leftUTF8(`t`.`s`, ifNull((CASE WHEN `t`.`n` < 0 THEN 0 WHEN `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END), 0)))

-- Length("a%_")
{p1:Int64}

$1 = 3 (INT)

-- Length("yyyy-MM-dd")
{p1:Int64}

$1 = 10 (INT)

-- Length([s])
toInt64(lengthUTF8(`t`.`s`))

-- Like("a%_", "a%_")
TRUE

-- Like("a%_", "yyyy-MM-dd")
FALSE

-- Like("yyyy-MM-dd", "a%_")
FALSE

-- Like("yyyy-MM-dd", "yyyy-MM-dd")
TRUE

-- Like([s], "a%_")
(`t`.`s` LIKE {p1:String})

$1 = "a%_" (STRING)

-- Like([s], "yyyy-MM-dd")
(`t`.`s` LIKE {p1:String})

$1 = "yyyy-MM-dd" (STRING)

-- Ln(2)
{p1:Float64}

$1 = 0.6931471805599453 (DOUBLE)

-- Ln([n])
(CASE WHEN toFloat64(`t`.`n`) > 0 THEN ln(toFloat64(`t`.`n`)) END)

-- Ln([p])
(CASE WHEN toFloat64(`t`.`p`) > 0 THEN ln(toFloat64(`t`.`p`)) END)

-- Ln([x])
(CASE WHEN if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) > 0 THEN ln(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) END)

-- Log(2)
{p1:Float64}

$1 = 0.3010299956639812 (DOUBLE)

-- Log(2, [n])
(CASE WHEN toFloat64({p1:Int64}) > 0 AND toFloat64(`t`.`n`) > 0 AND toFloat64(`t`.`n`) <> 1 THEN ln(toFloat64({p1:Int64})) / ln(toFloat64(`t`.`n`)) END)

$1 = 2 (INT)

-- Log([n])
(CASE WHEN toFloat64(`t`.`n`) > 0 THEN log10(toFloat64(`t`.`n`)) END)

-- Log([n], [n])
(CASE WHEN toFloat64(`t`.`n`) > 0 AND toFloat64(`t`.`n`) > 0 AND toFloat64(`t`.`n`) <> 1 THEN ln(toFloat64(`t`.`n`)) / ln(toFloat64(`t`.`n`)) END)

-- Log([p])
(CASE WHEN toFloat64(`t`.`p`) > 0 THEN log10(toFloat64(`t`.`p`)) END)

-- Log([p], [n])
(CASE WHEN toFloat64(`t`.`p`) > 0 AND toFloat64(`t`.`n`) > 0 AND toFloat64(`t`.`n`) <> 1 THEN ln(toFloat64(`t`.`p`)) / ln(toFloat64(`t`.`n`)) END)

-- Log([x])
(CASE WHEN if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) > 0 THEN log10(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) END)

-- Log([x], [n])
(CASE WHEN if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) > 0 AND toFloat64(`t`.`n`) > 0 AND toFloat64(`t`.`n`) <> 1 THEN ln(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) / ln(toFloat64(`t`.`n`)) END)

-- Log10(2)
{p1:Float64}

$1 = 0.3010299956639812 (DOUBLE)

-- Log10([n])
(CASE WHEN toFloat64(`t`.`n`) > 0 THEN log10(toFloat64(`t`.`n`)) END)

-- Log10([p])
(CASE WHEN toFloat64(`t`.`p`) > 0 THEN log10(toFloat64(`t`.`p`)) END)

-- Log10([x])
(CASE WHEN if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) > 0 THEN log10(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) END)

-- Lower("a%_")
{p1:String}

$1 = "a%_" (STRING)

-- Lower("yyyy-MM-dd")
{p1:String}

$1 = "yyyy-mm-dd" (STRING)

-- Lower([s])
if(match(`t`.`s`, {p1:String}), translateUTF8(lower(`t`.`s`), {p2:String}, {p3:String}), lower(`t`.`s`))

$1 = "[µ-ⷿꙀ-ꮿＡ-ｚ𐐀-𞥃]" (STRING)
$2 = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮİĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƠƢƤƦƧƩƬƮƯƱƲƳƵƷƸƼǄǅǇǈǊǋǍǏǑǓǕǗǙǛǞǠǢǤǦǨǪǬǮǱǲǴǶǷǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȠȢȤȦȨȪȬȮȰȲȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΆΈΉΊΌΎΏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫϏϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽϾϿЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӁӃӅӇӉӋӍӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿḀḂḄḆḈḊḌḎḐḒḔḖḘḚḜḞḠḢḤḦḨḪḬḮḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔẞẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸỺỼỾἈἉἊἋἌἍἎἏἘἙἚἛἜἝἨἩἪἫἬἭἮἯἸἹἺἻἼἽἾἿὈὉὊὋὌὍὙὛὝὟὨὩὪὫὬὭὮὯᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾸᾹᾺΆᾼῈΈῊΉῌῘῙῚΊῨῩῪΎῬῸΌῺΏῼΩKÅℲⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫⅬⅭⅮⅯↃⒶⒷⒸⒹⒺⒻⒼⒽⒾⒿⓀⓁⓂⓃⓄⓅⓆⓇⓈⓉⓊⓋⓌⓍⓎⓏⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟐꟖꟘꟵＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡" (STRING)
$3 = "àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįiĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿźżžɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵơƣƥʀƨʃƭʈưʊʋƴƶʒƹƽǆǆǉǉǌǌǎǐǒǔǖǘǚǜǟǡǣǥǧǩǫǭǯǳǳǵƕƿǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟƞȣȥȧȩȫȭȯȱȳⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳάέήίόύώαβγδεζηθικλμνξοπρστυφχψωϊϋϗϙϛϝϟϡϣϥϧϩϫϭϯθϸϲϻͻͼͽѐёђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӂӄӆӈӊӌӎӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕßạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹỻỽỿἀἁἂἃἄἅἆἇἐἑἒἓἔἕἠἡἢἣἤἥἦἧἰἱἲἳἴἵἶἷὀὁὂὃὄὅὑὓὕὗὠὡὢὣὤὥὦὧᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖᾗᾠᾡᾢᾣᾤᾥᾦᾧᾰᾱὰάᾳὲέὴήῃῐῑὶίῠῡὺύῥὸόὼώῳωkåⅎⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹⅺⅻⅼⅽⅾⅿↄⓐⓑⓒⓓⓔⓕⓖⓗⓘⓙⓚⓛⓜⓝⓞⓟⓠⓡⓢⓣⓤⓥⓦⓧⓨⓩⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊꟑꟗꟙꟶａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃" (STRING)

-- Minute([at])
toInt64(toMinute(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- Minute([d])
if(isNull(`t`.`d`), NULL, toInt64(0))

-- Mod(2, [n])
toInt64(toInt256({p1:Int64}) % nullIf(toInt256(`t`.`n`), 0))

$1 = 2 (INT)

-- Mod(2, [p])
(toDecimal256({p1:Int64}, 10) % nullIf(toDecimal256(`t`.`p`, 10), 0))

$1 = 2 (INT)

-- Mod(2, [x])
SQL_UNSUPPORTED_EXPRESSION: ClickHouse has no remainder of doubles: cast its operands to DECIMAL, or use another engine.

-- Mod([n], [n])
toInt64(toInt256(`t`.`n`) % nullIf(toInt256(`t`.`n`), 0))

-- Mod([n], [p])
(toDecimal256(`t`.`n`, 10) % nullIf(toDecimal256(`t`.`p`, 10), 0))

-- Mod([n], [x])
SQL_UNSUPPORTED_EXPRESSION: ClickHouse has no remainder of doubles: cast its operands to DECIMAL, or use another engine.

-- Mod([p], [n])
(toDecimal256(`t`.`p`, 10) % nullIf(toDecimal256(`t`.`n`, 10), 0))

-- Mod([p], [x])
SQL_UNSUPPORTED_EXPRESSION: ClickHouse has no remainder of doubles: cast its operands to DECIMAL, or use another engine.

-- Mod([x], [n])
SQL_UNSUPPORTED_EXPRESSION: ClickHouse has no remainder of doubles: cast its operands to DECIMAL, or use another engine.

-- Month([at])
toInt64(toMonth(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- Month([d])
toInt64(toMonth(`t`.`d`))

-- NotContains("a%_", "a%_")
FALSE

-- NotContains("a%_", "yyyy-MM-dd")
TRUE

-- NotContains("a%_", [s])
(NOT (position({p1:String}, `t`.`s`) > 0))

$1 = "a%_" (STRING)

-- NotContains("yyyy-MM-dd", "a%_")
TRUE

-- NotContains("yyyy-MM-dd", "yyyy-MM-dd")
FALSE

-- NotContains("yyyy-MM-dd", [s])
(NOT (position({p1:String}, `t`.`s`) > 0))

$1 = "yyyy-MM-dd" (STRING)

-- NotContains([s], "a%_")
(NOT (position(`t`.`s`, {p1:String}) > 0))

$1 = "a%_" (STRING)

-- NotContains([s], "yyyy-MM-dd")
(NOT (position(`t`.`s`, {p1:String}) > 0))

$1 = "yyyy-MM-dd" (STRING)

-- NotContains([s], [s])
(NOT (position(`t`.`s`, `t`.`s`) > 0))

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
NOT if(isNull(`t`.`n`), NULL, `t`.`n` IN ({p1:Int64}))

$1 = 2 (INT)

-- NotIn([n], 2, 2)
NOT if(isNull(`t`.`n`), NULL, `t`.`n` IN ({p1:Int64}, {p2:Int64}))

$1 = 2 (INT)
$2 = 2 (INT)

-- NotIn([p], 2)
NOT (`t`.`p` = {p1:Decimal(76, 0)})

$1 = 2 (DECIMAL)

-- NotIn([p], 2, 2)
NOT (`t`.`p` = {p1:Decimal(76, 0)} OR `t`.`p` = {p2:Decimal(76, 0)})

$1 = 2 (DECIMAL)
$2 = 2 (DECIMAL)

-- NotIn([s], "a%_")
NOT if(isNull(`t`.`s`), NULL, `t`.`s` IN ({p1:String}))

$1 = "a%_" (STRING)

-- NotIn([s], "a%_", "a%_")
NOT if(isNull(`t`.`s`), NULL, `t`.`s` IN ({p1:String}, {p2:String}))

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- NotIn([s], "a%_", "yyyy-MM-dd")
NOT if(isNull(`t`.`s`), NULL, `t`.`s` IN ({p1:String}, {p2:String}))

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- NotIn([s], "yyyy-MM-dd")
NOT if(isNull(`t`.`s`), NULL, `t`.`s` IN ({p1:String}))

$1 = "yyyy-MM-dd" (STRING)

-- NotIn([s], "yyyy-MM-dd", "a%_")
NOT if(isNull(`t`.`s`), NULL, `t`.`s` IN ({p1:String}, {p2:String}))

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- NotIn([s], "yyyy-MM-dd", "yyyy-MM-dd")
NOT if(isNull(`t`.`s`), NULL, `t`.`s` IN ({p1:String}, {p2:String}))

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- NotIn([x], 2)
NOT if(isNull((if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) + 0)), NULL, (if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) + 0) IN ({p1:Float64}))

$1 = 2 (DOUBLE)

-- NotIn([x], 2, 2)
NOT if(isNull((if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) + 0)), NULL, (if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) + 0) IN ({p1:Float64}, {p2:Float64}))

$1 = 2 (DOUBLE)
$2 = 2 (DOUBLE)

-- Now()
{p1:DateTime64(6, 'UTC')}

$1 = 1970-01-01 00:00:00 (TIMESTAMP)

-- NullIf("a%_", "a%_")
CAST(NULL, 'Nullable(String)')

-- NullIf("a%_", "yyyy-MM-dd")
{p1:String}

$1 = "a%_" (STRING)

-- NullIf("a%_", [s])
nullIf({p1:String}, `t`.`s`)

$1 = "a%_" (STRING)

-- NullIf("yyyy-MM-dd", "a%_")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- NullIf("yyyy-MM-dd", "yyyy-MM-dd")
CAST(NULL, 'Nullable(String)')

-- NullIf("yyyy-MM-dd", [s])
nullIf({p1:String}, `t`.`s`)

$1 = "yyyy-MM-dd" (STRING)

-- NullIf(2, [n])
nullIf({p1:Int64}, `t`.`n`)

$1 = 2 (INT)

-- NullIf([at], [d])
nullIf(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), `t`.`d`)

-- NullIf([d], [d])
nullIf(`t`.`d`, `t`.`d`)

-- NullIf([f], [f])
nullIf(`t`.`f`, `t`.`f`)

-- NullIf([n], [n])
nullIf(`t`.`n`, `t`.`n`)

-- NullIf([p], [n])
(CASE WHEN (`t`.`p` * toDecimal256(1, 0) = `t`.`n` * toDecimal256(1, 0)) THEN NULL ELSE `t`.`p` END)

-- NullIf([s], "a%_")
nullIf(`t`.`s`, {p1:String})

$1 = "a%_" (STRING)

-- NullIf([s], "yyyy-MM-dd")
nullIf(`t`.`s`, {p1:String})

$1 = "yyyy-MM-dd" (STRING)

-- NullIf([s], [s])
nullIf(`t`.`s`, `t`.`s`)

-- NullIf([x], [n])
nullIf(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL), `t`.`n`)

-- Position("a%_", "a%_")
{p1:Int64}

$1 = 1 (INT)

-- Position("a%_", "yyyy-MM-dd")
{p1:Int64}

$1 = 0 (INT)

-- Position("a%_", [s])
toInt64(positionUTF8({p1:String}, `t`.`s`))

$1 = "a%_" (STRING)

-- Position("yyyy-MM-dd", "a%_")
{p1:Int64}

$1 = 0 (INT)

-- Position("yyyy-MM-dd", "yyyy-MM-dd")
{p1:Int64}

$1 = 1 (INT)

-- Position("yyyy-MM-dd", [s])
toInt64(positionUTF8({p1:String}, `t`.`s`))

$1 = "yyyy-MM-dd" (STRING)

-- Position([s], "a%_")
toInt64(positionUTF8(`t`.`s`, {p1:String}))

$1 = "a%_" (STRING)

-- Position([s], "yyyy-MM-dd")
toInt64(positionUTF8(`t`.`s`, {p1:String}))

$1 = "yyyy-MM-dd" (STRING)

-- Position([s], [s])
toInt64(positionUTF8(`t`.`s`, `t`.`s`))

-- Power(2, [n])
(CASE WHEN ln(abs(toFloat64({p1:Int64}))) * toFloat64(`t`.`n`) > {p2:Float64} THEN NULL WHEN ln(abs(toFloat64({p1:Int64}))) * toFloat64(`t`.`n`) < {p3:Float64} THEN 0 WHEN isFinite(pow(toFloat64({p1:Int64}), toFloat64(`t`.`n`))) THEN pow(toFloat64({p1:Int64}), toFloat64(`t`.`n`)) END)

$1 = 2 (INT)
$2 = 709.782712893384 (DOUBLE)
$3 = -745 (DOUBLE)

-- Power([n], [n])
(CASE WHEN ln(abs(toFloat64(`t`.`n`))) * toFloat64(`t`.`n`) > {p1:Float64} THEN NULL WHEN ln(abs(toFloat64(`t`.`n`))) * toFloat64(`t`.`n`) < {p2:Float64} THEN 0 WHEN isFinite(pow(toFloat64(`t`.`n`), toFloat64(`t`.`n`))) THEN pow(toFloat64(`t`.`n`), toFloat64(`t`.`n`)) END)

$1 = 709.782712893384 (DOUBLE)
$2 = -745 (DOUBLE)

-- Power([p], [n])
(CASE WHEN ln(abs(toFloat64(`t`.`p`))) * toFloat64(`t`.`n`) > {p1:Float64} THEN NULL WHEN ln(abs(toFloat64(`t`.`p`))) * toFloat64(`t`.`n`) < {p2:Float64} THEN 0 WHEN isFinite(pow(toFloat64(`t`.`p`), toFloat64(`t`.`n`))) THEN pow(toFloat64(`t`.`p`), toFloat64(`t`.`n`)) END)

$1 = 709.782712893384 (DOUBLE)
$2 = -745 (DOUBLE)

-- Power([x], [n])
(CASE WHEN ln(abs(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))) * toFloat64(`t`.`n`) > {p1:Float64} THEN NULL WHEN ln(abs(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))) * toFloat64(`t`.`n`) < {p2:Float64} THEN 0 WHEN isFinite(pow(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL), toFloat64(`t`.`n`))) THEN pow(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL), toFloat64(`t`.`n`)) END)

$1 = 709.782712893384 (DOUBLE)
$2 = -745 (DOUBLE)

-- Quarter([at])
toInt64(toQuarter(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- Quarter([d])
toInt64(toQuarter(`t`.`d`))

-- RTrim("a%_")
{p1:String}

$1 = "a%_" (STRING)

-- RTrim("yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- RTrim([s])
replaceRegexpAll(`t`.`s`, {p1:String}, '')

$1 = "[ \t\n\r 　]+$" (STRING)

-- RegexpExtract("a%_", "a%_")
{p1:String}

$1 = "a%_" (STRING)

-- RegexpExtract("a%_", "yyyy-MM-dd")
CAST(NULL, 'Nullable(String)')

-- RegexpExtract("yyyy-MM-dd", "a%_")
CAST(NULL, 'Nullable(String)')

-- RegexpExtract("yyyy-MM-dd", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- RegexpExtract([s], "a%_")
if(match(`t`.`s`, {p1:String}), extract(`t`.`s`, {p2:String}), NULL)

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- RegexpExtract([s], "yyyy-MM-dd")
if(match(`t`.`s`, {p1:String}), extract(`t`.`s`, {p2:String}), NULL)

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- RegexpLike("a%_", "a%_")
TRUE

-- RegexpLike("a%_", "yyyy-MM-dd")
FALSE

-- RegexpLike("yyyy-MM-dd", "a%_")
FALSE

-- RegexpLike("yyyy-MM-dd", "yyyy-MM-dd")
TRUE

-- RegexpLike([s], "a%_")
match(`t`.`s`, {p1:String})

$1 = "a%_" (STRING)

-- RegexpLike([s], "yyyy-MM-dd")
match(`t`.`s`, {p1:String})

$1 = "yyyy-MM-dd" (STRING)

-- RegexpReplace("a%_", "a%_", "a%_")
{p1:String}

$1 = "a%_" (STRING)

-- RegexpReplace("a%_", "a%_", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- RegexpReplace("a%_", "yyyy-MM-dd", "a%_")
{p1:String}

$1 = "a%_" (STRING)

-- RegexpReplace("a%_", "yyyy-MM-dd", "yyyy-MM-dd")
{p1:String}

$1 = "a%_" (STRING)

-- RegexpReplace("yyyy-MM-dd", "a%_", "a%_")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- RegexpReplace("yyyy-MM-dd", "a%_", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- RegexpReplace("yyyy-MM-dd", "yyyy-MM-dd", "a%_")
{p1:String}

$1 = "a%_" (STRING)

-- RegexpReplace("yyyy-MM-dd", "yyyy-MM-dd", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- RegexpReplace([s], "a%_", "a%_")
replaceRegexpAll(`t`.`s`, {p1:String}, {p2:String})

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- RegexpReplace([s], "a%_", "yyyy-MM-dd")
replaceRegexpAll((CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END), {p2:String}, {p3:String})

$1 = 10000 (INT)
$2 = "a%_" (STRING)
$3 = "yyyy-MM-dd" (STRING)

-- RegexpReplace([s], "yyyy-MM-dd", "a%_")
replaceRegexpAll(`t`.`s`, {p1:String}, {p2:String})

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- RegexpReplace([s], "yyyy-MM-dd", "yyyy-MM-dd")
replaceRegexpAll(`t`.`s`, {p1:String}, {p2:String})

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Replace("a%_", "a%_", "a%_")
{p1:String}

$1 = "a%_" (STRING)

-- Replace("a%_", "a%_", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Replace("a%_", "yyyy-MM-dd", "a%_")
{p1:String}

$1 = "a%_" (STRING)

-- Replace("a%_", "yyyy-MM-dd", "yyyy-MM-dd")
{p1:String}

$1 = "a%_" (STRING)

-- Replace("a%_", [s], "a%_")
replaceAll({p1:String}, `t`.`s`, {p2:String})

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Replace("a%_", [s], "yyyy-MM-dd")
replaceAll({p1:String}, `t`.`s`, {p2:String})

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Replace("a%_", [s], [s])
replaceAll({p1:String}, `t`.`s`, (CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p2:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END))

$1 = "a%_" (STRING)
$2 = 300 (INT)

-- Replace("yyyy-MM-dd", "a%_", "a%_")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Replace("yyyy-MM-dd", "a%_", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Replace("yyyy-MM-dd", "yyyy-MM-dd", "a%_")
{p1:String}

$1 = "a%_" (STRING)

-- Replace("yyyy-MM-dd", "yyyy-MM-dd", "yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Replace("yyyy-MM-dd", [s], "a%_")
replaceAll({p1:String}, `t`.`s`, {p2:String})

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Replace("yyyy-MM-dd", [s], "yyyy-MM-dd")
replaceAll({p1:String}, `t`.`s`, {p2:String})

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Replace("yyyy-MM-dd", [s], [s])
replaceAll({p1:String}, `t`.`s`, (CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p2:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END))

$1 = "yyyy-MM-dd" (STRING)
$2 = 300 (INT)

-- Replace([s], "a%_", "a%_")
replaceAll(`t`.`s`, {p1:String}, {p2:String})

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- Replace([s], "a%_", "yyyy-MM-dd")
replaceAll((CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END), {p2:String}, {p3:String})

$1 = 10000 (INT)
$2 = "a%_" (STRING)
$3 = "yyyy-MM-dd" (STRING)

-- Replace([s], "yyyy-MM-dd", "a%_")
replaceAll(`t`.`s`, {p1:String}, {p2:String})

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- Replace([s], "yyyy-MM-dd", "yyyy-MM-dd")
replaceAll(`t`.`s`, {p1:String}, {p2:String})

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- Replace([s], [s], "a%_")
replaceAll((CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END), `t`.`s`, {p2:String})

$1 = 10000 (INT)
$2 = "a%_" (STRING)

-- Replace([s], [s], "yyyy-MM-dd")
replaceAll((CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END), `t`.`s`, {p2:String})

$1 = 10000 (INT)
$2 = "yyyy-MM-dd" (STRING)

-- Replace([s], [s], [s])
replaceAll((CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p1:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END), `t`.`s`, (CASE WHEN (toInt64(lengthUTF8(`t`.`s`)) <= {p2:Int64}) THEN `t`.`s` ELSE CAST(NULL, 'Nullable(String)') END))

$1 = 10000 (INT)
$2 = 300 (INT)

-- Right("a%_", [n])
if(isNull(`t`.`n`), NULL, rightUTF8({p1:String}, ifNull((CASE WHEN `t`.`n` < 0 THEN 0 WHEN `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END), 0)))

$1 = "a%_" (STRING)

-- Right("yyyy-MM-dd", [n])
if(isNull(`t`.`n`), NULL, rightUTF8({p1:String}, ifNull((CASE WHEN `t`.`n` < 0 THEN 0 WHEN `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END), 0)))

$1 = "yyyy-MM-dd" (STRING)

-- Right([s], [n])
if(isNull(`t`.`n`), NULL, rightUTF8(`t`.`s`, ifNull((CASE WHEN `t`.`n` < 0 THEN 0 WHEN `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END), 0)))

-- Round(2)
{p1:Int64}

$1 = 2 (INT)

-- Round(2, 2)
{p1:Int64}

$1 = 2 (INT)

-- Round([n])
`t`.`n`

-- Round([n], 2)
`t`.`n`

-- Round([p])
round(`t`.`p`, 0)

-- Round([p], 2)
round(`t`.`p`, 2)

-- Round([x])
(CASE WHEN abs(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) < {p1:Float64} THEN arrayMap(v -> if(abs(v - trunc(v)) >= 0.5, trunc(v) + sign(v), trunc(v)), [if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)])[1] ELSE if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) END)

$1 = 4503599627370496 (DOUBLE)

-- Round([x], 2)
(CASE WHEN abs(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) < {p1:Float64} THEN CASE WHEN abs(abs((if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) * {p2:Float64})) - floor(abs((if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) * {p2:Float64}))) - {p3:Float64}) * {p4:Float64} <= abs((if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) * {p2:Float64})) THEN toFloat64(toString(arrayMap(v -> toDecimal256(if(abs(v) < toDecimal256('1e36', 0), v, NULL), 2), [round(toDecimal256OrNull(toString(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)), 38), 2)])[1])) ELSE arrayMap(v -> if(abs(v - trunc(v)) >= 0.5, trunc(v) + sign(v), trunc(v)), [if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) * {p5:Float64}])[1] / {p5:Float64} END ELSE if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) END)

$1 = 4503599627370496 (DOUBLE)
$2 = 100 (DOUBLE)
$3 = 0.5 (DOUBLE)
$4 = 1125899906842624 (DOUBLE)
$5 = 100 (DOUBLE)

-- SafeDivide(2, [n])
toFloat64({p1:Int64}) / nullIf(toFloat64(`t`.`n`), 0)

$1 = 2 (INT)

-- SafeDivide([n], [n])
toFloat64(`t`.`n`) / nullIf(toFloat64(`t`.`n`), 0)

-- SafeDivide([p], [n])
toFloat64(`t`.`p`) / nullIf(toFloat64(`t`.`n`), 0)

-- SafeDivide([x], [n])
toFloat64(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) / nullIf(toFloat64(`t`.`n`), 0)

-- Second([at])
toInt64(toSecond(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- Second([d])
if(isNull(`t`.`d`), NULL, toInt64(0))

-- Sign(2)
{p1:Int64}

$1 = 1 (INT)

-- Sign([n])
toInt64(sign(`t`.`n`))

-- Sign([p])
toInt64(sign(`t`.`p`))

-- Sign([x])
toInt64(sign(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)))

-- SplitPart("a%_", "a%_", [n])
if(isNull({p1:String}), NULL, splitByString({p2:String}, assumeNotNull({p1:String}))[(CASE WHEN `t`.`n` < 1 OR `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END)])

$1 = "a%_" (STRING)
$2 = "a%_" (STRING)

-- SplitPart("a%_", "yyyy-MM-dd", [n])
if(isNull({p1:String}), NULL, splitByString({p2:String}, assumeNotNull({p1:String}))[(CASE WHEN `t`.`n` < 1 OR `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END)])

$1 = "a%_" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- SplitPart("yyyy-MM-dd", "a%_", [n])
if(isNull({p1:String}), NULL, splitByString({p2:String}, assumeNotNull({p1:String}))[(CASE WHEN `t`.`n` < 1 OR `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END)])

$1 = "yyyy-MM-dd" (STRING)
$2 = "a%_" (STRING)

-- SplitPart("yyyy-MM-dd", "yyyy-MM-dd", [n])
if(isNull({p1:String}), NULL, splitByString({p2:String}, assumeNotNull({p1:String}))[(CASE WHEN `t`.`n` < 1 OR `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END)])

$1 = "yyyy-MM-dd" (STRING)
$2 = "yyyy-MM-dd" (STRING)

-- SplitPart([s], "a%_", [n])
if(isNull(`t`.`s`), NULL, splitByString({p1:String}, assumeNotNull(`t`.`s`))[(CASE WHEN `t`.`n` < 1 OR `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END)])

$1 = "a%_" (STRING)

-- SplitPart([s], "yyyy-MM-dd", [n])
if(isNull(`t`.`s`), NULL, splitByString({p1:String}, assumeNotNull(`t`.`s`))[(CASE WHEN `t`.`n` < 1 OR `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END)])

$1 = "yyyy-MM-dd" (STRING)

-- Sqrt(2)
{p1:Float64}

$1 = 1.4142135623730951 (DOUBLE)

-- Sqrt([n])
(CASE WHEN toFloat64(`t`.`n`) >= 0 THEN sqrt(toFloat64(`t`.`n`)) END)

-- Sqrt([p])
(CASE WHEN toFloat64(`t`.`p`) >= 0 THEN sqrt(toFloat64(`t`.`p`)) END)

-- Sqrt([x])
(CASE WHEN if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) >= 0 THEN sqrt(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)) END)

-- StartsWith("a%_", "a%_")
TRUE

-- StartsWith("a%_", "yyyy-MM-dd")
FALSE

-- StartsWith("a%_", [s])
startsWith({p1:String}, `t`.`s`)

$1 = "a%_" (STRING)

-- StartsWith("yyyy-MM-dd", "a%_")
FALSE

-- StartsWith("yyyy-MM-dd", "yyyy-MM-dd")
TRUE

-- StartsWith("yyyy-MM-dd", [s])
startsWith({p1:String}, `t`.`s`)

$1 = "yyyy-MM-dd" (STRING)

-- StartsWith([s], "a%_")
startsWith(`t`.`s`, {p1:String})

$1 = "a%_" (STRING)

-- StartsWith([s], "yyyy-MM-dd")
startsWith(`t`.`s`, {p1:String})

$1 = "yyyy-MM-dd" (STRING)

-- StartsWith([s], [s])
startsWith(`t`.`s`, `t`.`s`)

-- Substring("a%_", [n])
if(isNull(`t`.`n`), NULL, substringUTF8({p1:String}, ifNull((CASE WHEN `t`.`n` < 1 THEN 1 WHEN `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END), 0)))

$1 = "a%_" (STRING)

-- Substring("a%_", [n], [n])
if(isNull(`t`.`n`) OR isNull(`t`.`n`), NULL, substringUTF8({p1:String}, ifNull((CASE WHEN `t`.`n` < 1 THEN 1 WHEN `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END), 0), ifNull((CASE WHEN `t`.`n` < 0 THEN 0 WHEN `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END), 0)))

$1 = "a%_" (STRING)

-- Substring("yyyy-MM-dd", [n])
if(isNull(`t`.`n`), NULL, substringUTF8({p1:String}, ifNull((CASE WHEN `t`.`n` < 1 THEN 1 WHEN `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END), 0)))

$1 = "yyyy-MM-dd" (STRING)

-- Substring("yyyy-MM-dd", [n], [n])
if(isNull(`t`.`n`) OR isNull(`t`.`n`), NULL, substringUTF8({p1:String}, ifNull((CASE WHEN `t`.`n` < 1 THEN 1 WHEN `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END), 0), ifNull((CASE WHEN `t`.`n` < 0 THEN 0 WHEN `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END), 0)))

$1 = "yyyy-MM-dd" (STRING)

-- Substring([s], [n])
if(isNull(`t`.`n`), NULL, substringUTF8(`t`.`s`, ifNull((CASE WHEN `t`.`n` < 1 THEN 1 WHEN `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END), 0)))

-- Substring([s], [n], [n])
if(isNull(`t`.`n`) OR isNull(`t`.`n`), NULL, substringUTF8(`t`.`s`, ifNull((CASE WHEN `t`.`n` < 1 THEN 1 WHEN `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END), 0), ifNull((CASE WHEN `t`.`n` < 0 THEN 0 WHEN `t`.`n` > 2147483647 THEN 2147483647 ELSE `t`.`n` END), 0)))

-- Timestamp([s])
(CASE WHEN match(`t`.`s`, '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-[0-9]{2}-[0-9]{2} ([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9])$') THEN CASE WHEN match((substringUTF8(`t`.`s`, 1, 4) || '-' || substringUTF8(`t`.`s`, 6, 2) || '-' || substringUTF8(`t`.`s`, 9, 2)), '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13-9]|1[0-2])-(29|30)|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13578]|1[02])-31|([0-9]{2}(0[48]|[2468][048]|[13579][26])|(0[48]|[2468][048]|[13579][26])00)-02-29)$') THEN toDateTime64OrNull((substringUTF8(`t`.`s`, 1, 4) || '-' || substringUTF8(`t`.`s`, 6, 2) || '-' || substringUTF8(`t`.`s`, 9, 2) || ' ' || substringUTF8(`t`.`s`, 12, 2) || ':' || substringUTF8(`t`.`s`, 15, 2) || ':' || substringUTF8(`t`.`s`, 18, 2)), 6, 'UTC') END END)

-- Timestamp([s], "yyyy-MM-dd")
(CASE WHEN match(`t`.`s`, '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-[0-9]{2}-[0-9]{2})$') THEN CASE WHEN match((substringUTF8(`t`.`s`, 1, 4) || '-' || substringUTF8(`t`.`s`, 6, 2) || '-' || substringUTF8(`t`.`s`, 9, 2)), '^(([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13-9]|1[0-2])-(29|30)|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13578]|1[02])-31|([0-9]{2}(0[48]|[2468][048]|[13579][26])|(0[48]|[2468][048]|[13579][26])00)-02-29)$') THEN toDateTime64OrNull((substringUTF8(`t`.`s`, 1, 4) || '-' || substringUTF8(`t`.`s`, 6, 2) || '-' || substringUTF8(`t`.`s`, 9, 2) || ' ' || '00' || ':' || '00' || ':' || '00'), 6, 'UTC') END END)

-- Today()
{p1:Date32}

$1 = 1970-01-01 (DATE)

-- Trim("a%_")
{p1:String}

$1 = "a%_" (STRING)

-- Trim("yyyy-MM-dd")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- Trim([s])
replaceRegexpAll(`t`.`s`, {p1:String}, '')

$1 = "^[ \t\n\r 　]+|[ \t\n\r 　]+$" (STRING)

-- Trunc(2)
{p1:Int64}

$1 = 2 (INT)

-- Trunc(2, 2)
{p1:Int64}

$1 = 2 (INT)

-- Trunc([n])
`t`.`n`

-- Trunc([n], 2)
`t`.`n`

-- Trunc([p])
trunc(`t`.`p`)

-- Trunc([p], 2)
arrayMap((l, r) -> if(abs(reinterpretAsInt256(assumeNotNull(l - r))) < toInt256('100000000000000000000000000000000000000') AND NOT ifNull(abs(toFloat64(l - r) - (toFloat64(l) - toFloat64(r))) > 1e-9 * (abs(toFloat64(l)) + abs(toFloat64(r))), false), l - r, NULL), [`t`.`p` * toDecimal256(1, 0)], [(toDecimal256(`t`.`p`, 10) % nullIf(toDecimal256({p1:Decimal(76, 2)}, 10), 0))])[1]

$1 = 0.01 (DECIMAL)

-- Trunc([x])
trunc(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))

-- Trunc([x], 2)
if(match(((if(isNull(arrayMap(v -> multiIf(v = '-0', '0', position(v, 'e') = 0, v, concat(if(startsWith(v, '-'), '-', ''), if(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) > 0, rightPad(replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''), greatest(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) + 1, 0), '0'), concat('0.', repeat('0', greatest(-toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) - 1, 0)), replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''))))), [toString(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))])[1]), NULL, splitByString({p1:String}, assumeNotNull(arrayMap(v -> multiIf(v = '-0', '0', position(v, 'e') = 0, v, concat(if(startsWith(v, '-'), '-', ''), if(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) > 0, rightPad(replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''), greatest(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) + 1, 0), '0'), concat('0.', repeat('0', greatest(-toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) - 1, 0)), replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''))))), [toString(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))])[1]))[{p2:Int64}]) || {p3:String}) || (leftUTF8(if(isNull(arrayMap(v -> multiIf(v = '-0', '0', position(v, 'e') = 0, v, concat(if(startsWith(v, '-'), '-', ''), if(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) > 0, rightPad(replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''), greatest(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) + 1, 0), '0'), concat('0.', repeat('0', greatest(-toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) - 1, 0)), replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''))))), [toString(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))])[1]), NULL, splitByString({p4:String}, assumeNotNull(arrayMap(v -> multiIf(v = '-0', '0', position(v, 'e') = 0, v, concat(if(startsWith(v, '-'), '-', ''), if(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) > 0, rightPad(replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''), greatest(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) + 1, 0), '0'), concat('0.', repeat('0', greatest(-toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) - 1, 0)), replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''))))), [toString(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))])[1]))[{p5:Int64}]), {p6:Int64}) || {p7:String})), '^( *[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,3})? *)$'), if(isFinite(toFloat64OrNull(trimBoth(((if(isNull(arrayMap(v -> multiIf(v = '-0', '0', position(v, 'e') = 0, v, concat(if(startsWith(v, '-'), '-', ''), if(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) > 0, rightPad(replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''), greatest(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) + 1, 0), '0'), concat('0.', repeat('0', greatest(-toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) - 1, 0)), replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''))))), [toString(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))])[1]), NULL, splitByString({p1:String}, assumeNotNull(arrayMap(v -> multiIf(v = '-0', '0', position(v, 'e') = 0, v, concat(if(startsWith(v, '-'), '-', ''), if(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) > 0, rightPad(replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''), greatest(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) + 1, 0), '0'), concat('0.', repeat('0', greatest(-toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) - 1, 0)), replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''))))), [toString(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))])[1]))[{p2:Int64}]) || {p3:String}) || (leftUTF8(if(isNull(arrayMap(v -> multiIf(v = '-0', '0', position(v, 'e') = 0, v, concat(if(startsWith(v, '-'), '-', ''), if(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) > 0, rightPad(replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''), greatest(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) + 1, 0), '0'), concat('0.', repeat('0', greatest(-toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) - 1, 0)), replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''))))), [toString(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))])[1]), NULL, splitByString({p4:String}, assumeNotNull(arrayMap(v -> multiIf(v = '-0', '0', position(v, 'e') = 0, v, concat(if(startsWith(v, '-'), '-', ''), if(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) > 0, rightPad(replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''), greatest(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) + 1, 0), '0'), concat('0.', repeat('0', greatest(-toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) - 1, 0)), replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''))))), [toString(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))])[1]))[{p5:Int64}]), {p6:Int64}) || {p7:String}))))), toFloat64OrNull(trimBoth(((if(isNull(arrayMap(v -> multiIf(v = '-0', '0', position(v, 'e') = 0, v, concat(if(startsWith(v, '-'), '-', ''), if(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) > 0, rightPad(replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''), greatest(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) + 1, 0), '0'), concat('0.', repeat('0', greatest(-toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) - 1, 0)), replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''))))), [toString(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))])[1]), NULL, splitByString({p1:String}, assumeNotNull(arrayMap(v -> multiIf(v = '-0', '0', position(v, 'e') = 0, v, concat(if(startsWith(v, '-'), '-', ''), if(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) > 0, rightPad(replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''), greatest(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) + 1, 0), '0'), concat('0.', repeat('0', greatest(-toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) - 1, 0)), replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''))))), [toString(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))])[1]))[{p2:Int64}]) || {p3:String}) || (leftUTF8(if(isNull(arrayMap(v -> multiIf(v = '-0', '0', position(v, 'e') = 0, v, concat(if(startsWith(v, '-'), '-', ''), if(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) > 0, rightPad(replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''), greatest(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) + 1, 0), '0'), concat('0.', repeat('0', greatest(-toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) - 1, 0)), replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''))))), [toString(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))])[1]), NULL, splitByString({p4:String}, assumeNotNull(arrayMap(v -> multiIf(v = '-0', '0', position(v, 'e') = 0, v, concat(if(startsWith(v, '-'), '-', ''), if(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) > 0, rightPad(replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''), greatest(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) + 1, 0), '0'), concat('0.', repeat('0', greatest(-toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) - 1, 0)), replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''))))), [toString(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))])[1]))[{p5:Int64}]), {p6:Int64}) || {p7:String})))), NULL), NULL)

$1 = "." (STRING)
$2 = 1 (INT)
$3 = "." (STRING)
$4 = "." (STRING)
$5 = 2 (INT)
$6 = 2 (INT)
$7 = "0" (STRING)

-- TryCast("a%_", "Boolean")
CAST(NULL, 'Nullable(Bool)')

-- TryCast("a%_", "Date")
CAST(NULL, 'Nullable(Date32)')

-- TryCast("a%_", "Decimal")
CAST(NULL, 'Nullable(Decimal(76, 0))')

-- TryCast("a%_", "Double")
CAST(NULL, 'Nullable(Float64)')

-- TryCast("a%_", "Int")
CAST(NULL, 'Nullable(Int64)')

-- TryCast("a%_", "String")
{p1:String}

$1 = "a%_" (STRING)

-- TryCast("a%_", "Timestamp")
CAST(NULL, 'Nullable(DateTime64(6, ''UTC''))')

-- TryCast("yyyy-MM-dd", "Boolean")
CAST(NULL, 'Nullable(Bool)')

-- TryCast("yyyy-MM-dd", "Date")
CAST(NULL, 'Nullable(Date32)')

-- TryCast("yyyy-MM-dd", "Decimal")
CAST(NULL, 'Nullable(Decimal(76, 0))')

-- TryCast("yyyy-MM-dd", "Double")
CAST(NULL, 'Nullable(Float64)')

-- TryCast("yyyy-MM-dd", "Int")
CAST(NULL, 'Nullable(Int64)')

-- TryCast("yyyy-MM-dd", "String")
{p1:String}

$1 = "yyyy-MM-dd" (STRING)

-- TryCast("yyyy-MM-dd", "Timestamp")
CAST(NULL, 'Nullable(DateTime64(6, ''UTC''))')

-- TryCast(2, "Boolean")
TRUE

-- TryCast(2, "Decimal")
{p1:Decimal(76, 0)}

$1 = 2 (DECIMAL)

-- TryCast(2, "Double")
{p1:Float64}

$1 = 2 (DOUBLE)

-- TryCast(2, "Int")
{p1:Int64}

$1 = 2 (INT)

-- TryCast(2, "String")
{p1:String}

$1 = "2" (STRING)

-- TryCast([at], "Date")
toDate32(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'))

-- TryCast([at], "String")
replaceRegexpOne(toString(toDateTime64(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC'), 6)), '[.]000000$', '')

-- TryCast([at], "Timestamp")
toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')

-- TryCast([d], "Date")
`t`.`d`

-- TryCast([d], "String")
toString(`t`.`d`)

-- TryCast([d], "Timestamp")
toDateTime64(`t`.`d`, 6, 'UTC')

-- TryCast([f], "Boolean")
`t`.`f`

-- TryCast([f], "Decimal")
arrayMap(v -> toDecimal256(if(abs(v) < toDecimal256('1e28', 0), v, NULL), 10), [round(toDecimal256OrNull(toString(toInt64(`t`.`f`)), 38), 10)])[1]

-- TryCast([f], "Double")
toFloat64(`t`.`f`)

-- TryCast([f], "Int")
toInt64(`t`.`f`)

-- TryCast([f], "String")
multiIf(`t`.`f`, 'true', NOT `t`.`f`, 'false', NULL)

-- TryCast([n], "Boolean")
(`t`.`n` <> 0)

-- TryCast([n], "Decimal")
arrayMap(v -> toDecimal256(if(abs(v) < toDecimal256('1e28', 0), v, NULL), 10), [round(toDecimal256OrNull(toString(`t`.`n`), 38), 10)])[1]

-- TryCast([n], "Double")
toFloat64(`t`.`n`)

-- TryCast([n], "Int")
`t`.`n`

-- TryCast([n], "String")
toString(`t`.`n`)

-- TryCast([p], "Boolean")
(`t`.`p` <> 0)

-- TryCast([p], "Decimal")
arrayMap(v -> toDecimal256(if(abs(v) < toDecimal256('1e28', 0), v, NULL), 10), [round(toDecimal256OrNull(toString(`t`.`p`), 38), 10)])[1]

-- TryCast([p], "Double")
toFloat64(toString(`t`.`p`))

-- TryCast([p], "Int")
toInt64OrNull(toString(trunc(`t`.`p`)))

-- TryCast([p], "String")
toString(`t`.`p`)

-- TryCast([s], "Boolean")
multiIf(lower(trimBoth(`t`.`s`)) = 'true', true, lower(trimBoth(`t`.`s`)) = 'false', false, NULL)

-- TryCast([s], "Date")
toDate32(if(match(`t`.`s`, '^((([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13-9]|1[0-2])-(29|30)|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13578]|1[02])-31|([0-9]{2}(0[48]|[2468][048]|[13579][26])|(0[48]|[2468][048]|[13579][26])00)-02-29)([ T]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?)?)$'), toDateTime64OrNull(if(length(`t`.`s`) = 10, concat(`t`.`s`, ' 00:00:00'), replaceOne(`t`.`s`, 'T', ' ')), 6, 'UTC'), NULL))

-- TryCast([s], "Decimal")
if(match(`t`.`s`, '^( *[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,3})? *)$'), arrayMap(v -> toDecimal256(if(abs(v) < toDecimal256('1e28', 0), v, NULL), 10), [round(toDecimal256OrNull(trimBoth(`t`.`s`), 38), 10)])[1], NULL)

-- TryCast([s], "Double")
if(match(`t`.`s`, '^( *[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,3})? *)$'), if(isFinite(toFloat64OrNull(trimBoth(`t`.`s`))), toFloat64OrNull(trimBoth(`t`.`s`)), NULL), NULL)

-- TryCast([s], "Int")
if(match(`t`.`s`, '^( *[+-]?[0-9]+ *)$'), toInt64OrNull(trimBoth(`t`.`s`)), NULL)

-- TryCast([s], "String")
`t`.`s`

-- TryCast([s], "Timestamp")
if(match(`t`.`s`, '^((([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13-9]|1[0-2])-(29|30)|([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[13578]|1[02])-31|([0-9]{2}(0[48]|[2468][048]|[13579][26])|(0[48]|[2468][048]|[13579][26])00)-02-29)([ T]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?)?)$'), toDateTime64OrNull(if(length(`t`.`s`) = 10, concat(`t`.`s`, ' 00:00:00'), replaceOne(`t`.`s`, 'T', ' ')), 6, 'UTC'), NULL)

-- TryCast([x], "Boolean")
(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL) <> 0)

-- TryCast([x], "Decimal")
arrayMap(v -> toDecimal256(if(abs(v) < toDecimal256('1e28', 0), v, NULL), 10), [round(toDecimal256OrNull(toString(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)), 38), 10)])[1]

-- TryCast([x], "Double")
if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)

-- TryCast([x], "Int")
accurateCastOrNull(trunc(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL)), 'Int64')

-- TryCast([x], "String")
arrayMap(v -> multiIf(v = '-0', '0', position(v, 'e') = 0, v, concat(if(startsWith(v, '-'), '-', ''), if(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) > 0, rightPad(replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''), greatest(toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) + 1, 0), '0'), concat('0.', repeat('0', greatest(-toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$')) - 1, 0)), replaceOne(extract(v, '^-?([0-9.]+)e'), '.', ''))))), [toString(if(isFinite(toFloat64(`t`.`x`)), toFloat64(`t`.`x`), NULL))])[1]

-- Upper("a%_")
{p1:String}

$1 = "A%_" (STRING)

-- Upper("yyyy-MM-dd")
{p1:String}

$1 = "YYYY-MM-DD" (STRING)

-- Upper([s])
if(match(`t`.`s`, {p1:String}), translateUTF8(upper(`t`.`s`), {p2:String}, {p3:String}), upper(`t`.`s`))

$1 = "[µ-ⷿꙀ-ꮿＡ-ｚ𐐀-𞥃]" (STRING)
$2 = "µßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżžſƀƃƅƈƌƒƕƙƚƞơƣƥƨƭưƴƶƹƽƿǅǆǈǉǋǌǎǐǒǔǖǘǚǜǝǟǡǣǥǧǩǫǭǯǲǳǵǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟȣȥȧȩȫȭȯȱȳȼȿɀɂɇɉɋɍɏɐɑɒɓɔɖɗəɛɜɠɡɣɥɦɨɩɪɫɬɯɱɲɵɽʀʂʃʇʈʉʊʋʌʒʝʞͅͱͳͷͻͼͽάέήίαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώϐϑϕϖϗϙϛϝϟϡϣϥϧϩϫϭϯϰϱϲϳϵϸϻабвгдежзийклмнопрстуфхцчшщъыьэюяѐёђѓєѕіїјљњћќѝўџѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӂӄӆӈӊӌӎӏӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿᏸᏹᏺᏻᏼᏽᲀᲁᲂᲃᲄᲅᲆᲇᲈᵹᵽᶎḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕẛạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹỻỽỿἀἁἂἃἄἅἆἇἐἑἒἓἔἕἠἡἢἣἤἥἦἧἰἱἲἳἴἵἶἷὀὁὂὃὄὅὑὓὕὗὠὡὢὣὤὥὦὧὰάὲέὴήὶίὸόὺύὼώᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖᾗᾠᾡᾢᾣᾤᾥᾦᾧᾰᾱᾳιῃῐῑῠῡῥῳⅎⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹⅺⅻⅼⅽⅾⅿↄⓐⓑⓒⓓⓔⓕⓖⓗⓘⓙⓚⓛⓜⓝⓞⓟⓠⓡⓢⓣⓤⓥⓦⓧⓨⓩⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡⱥⱦⱨⱪⱬⱳⱶⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼꝿꞁꞃꞅꞇꞌꞑꞓꞔꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩꞵꞷꞹꞻꞽꞿꟁꟃꟈꟊꟑꟗꟙꟶꭓꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃" (STRING)
$3 = "ΜẞÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŸĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮIĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŹŻŽSɃƂƄƇƋƑǶƘȽȠƠƢƤƧƬƯƳƵƸƼǷǄǄǇǇǊǊǍǏǑǓǕǗǙǛƎǞǠǢǤǦǨǪǬǮǱǱǴǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȢȤȦȨȪȬȮȰȲȻⱾⱿɁɆɈɊɌɎⱯⱭⱰƁƆƉƊƏƐꞫƓꞬƔꞍꞪƗƖꞮⱢꞭƜⱮƝƟⱤƦꟅƩꞱƮɄƱƲɅƷꞲꞰΙͰͲͶϽϾϿΆΈΉΊΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΣΤΥΦΧΨΩΪΫΌΎΏΒΘΦΠϏϘϚϜϞϠϢϤϦϨϪϬϮΚΡϹͿΕϷϺАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӁӃӅӇӉӋӍӀӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿᏰᏱᏲᏳᏴᏵВДОСТТЪѢꙊꝽⱣꟆḀḂḄḆḈḊḌḎḐḒḔḖḘḚḜḞḠḢḤḦḨḪḬḮḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔṠẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸỺỼỾἈἉἊἋἌἍἎἏἘἙἚἛἜἝἨἩἪἫἬἭἮἯἸἹἺἻἼἽἾἿὈὉὊὋὌὍὙὛὝὟὨὩὪὫὬὭὮὯᾺΆῈΈῊΉῚΊῸΌῪΎῺΏᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾸᾹᾼΙῌῘῙῨῩῬῼℲⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫⅬⅭⅮⅯↃⒶⒷⒸⒹⒺⒻⒼⒽⒾⒿⓀⓁⓂⓃⓄⓅⓆⓇⓈⓉⓊⓋⓌⓍⓎⓏⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠȺȾⱧⱩⱫⱲⱵⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝾꞀꞂꞄꞆꞋꞐꞒꟄꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞴꞶꞸꞺꞼꞾꟀꟂꟇꟉꟐꟖꟘꟵꞳᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡" (STRING)

-- Week([at])
toInt64(toISOWeek(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- Week([d])
toInt64(toISOWeek(`t`.`d`))

-- Year([at])
toInt64(toYear(toDateTime64(toString(toDateTime64(`t`.`at`, 6), timeZone()), 6, 'UTC')))

-- Year([d])
toInt64(toYear(`t`.`d`))

-- an aggregate request
SELECT
  GROUPING(k0) AS g0,
  k0,
  countIf(in_current) AS present_current,
  countIf(in_compare) AS present_compare,
  countIf(in_current) AS current_0,
  countIf(in_compare) AS compare_0,
  countIf(in_current AND isNotNull(a0)) AS current_1,
  countIf(in_compare AND isNotNull(a0)) AS compare_1,
  uniqExactIf(a1, in_current) AS current_2,
  uniqExactIf(a1, in_compare) AS compare_2,
  if(throwIf(ifNull(abs(toFloat64(sumOrNullIf(a0 * toDecimal256(1, 0), in_current)) - (sumOrNullIf(toFloat64(a0), in_current))) > 1e-9 * (sumOrNullIf(abs(toFloat64(a0)), in_current)), false), 'Decimal overflow') = 0, sumOrNullIf(a0 * toDecimal256(1, 0), in_current), NULL) AS current_3,
  if(throwIf(ifNull(abs(toFloat64(sumOrNullIf(a0 * toDecimal256(1, 0), in_compare)) - (sumOrNullIf(toFloat64(a0), in_compare))) > 1e-9 * (sumOrNullIf(abs(toFloat64(a0)), in_compare)), false), 'Decimal overflow') = 0, sumOrNullIf(a0 * toDecimal256(1, 0), in_compare), NULL) AS compare_3,
  toFloat64(toString(sumOrNullIf(a2_0, in_current) * toInt256('4611686018427387904') + sumOrNullIf(a2_1, in_current))) * toFloat64('6.617444900424222e-24') AS current_4,
  toFloat64(toString(sumOrNullIf(a2_0, in_compare) * toInt256('4611686018427387904') + sumOrNullIf(a2_1, in_compare))) * toFloat64('6.617444900424222e-24') AS compare_4,
  minOrNullIf(a0, in_current) AS current_5,
  minOrNullIf(a0, in_compare) AS compare_5,
  maxOrNullIf(a2, in_current AND f0) AS current_6,
  maxOrNullIf(a2, in_compare AND f0) AS compare_6,
  arrayMap((some, least) -> if(length(some) > 1, arrayReduce('varSampStable', arrayMap(x -> x - least, some)), NULL), [groupArrayIf(toFloat64(toString(a0)), in_current)], [minIf(toFloat64(toString(a0)), in_current)])[1] AS current_7,
  arrayMap((some, least) -> if(length(some) > 1, arrayReduce('varSampStable', arrayMap(x -> x - least, some)), NULL), [groupArrayIf(toFloat64(toString(a0)), in_compare)], [minIf(toFloat64(toString(a0)), in_compare)])[1] AS compare_7,
  arrayMap((some, least) -> if(length(some) > 1, arrayReduce('stddevSampStable', arrayMap(x -> x - least, some)), NULL), [groupArrayIf(toFloat64(a2), in_current)], [minIf(toFloat64(a2), in_current)])[1] AS current_8,
  arrayMap((some, least) -> if(length(some) > 1, arrayReduce('stddevSampStable', arrayMap(x -> x - least, some)), NULL), [groupArrayIf(toFloat64(a2), in_compare)], [minIf(toFloat64(a2), in_compare)])[1] AS compare_8,
  if(countIf(in_current AND isNotNull(a0)) = 0, NULL, arraySort(groupArrayIf(assumeNotNull(toFloat64(toString(a0))), in_current AND isNotNull(a0)))[toUInt64(greatest(1, ceil(0.9 * countIf(in_current AND isNotNull(a0)))))]) AS current_9,
  if(countIf(in_compare AND isNotNull(a0)) = 0, NULL, arraySort(groupArrayIf(assumeNotNull(toFloat64(toString(a0))), in_compare AND isNotNull(a0)))[toUInt64(greatest(1, ceil(0.9 * countIf(in_compare AND isNotNull(a0)))))]) AS compare_9,
  countIf(inexact) AS inexact_rows
FROM (SELECT *, NOT COALESCE(a2_rest2 = 0, NOT COALESCE(a2 - a2 = 0, FALSE)) AS inexact FROM (SELECT *, a2_rest1 - toFloat64(a2_1) * toFloat64('6.617444900424222e-24') AS a2_rest2 FROM (SELECT *, toInt256(accurateCastOrNull(round(a2_rest1 * toFloat64('1.5111572745182865e+23')), 'Int64')) AS a2_1 FROM (SELECT *, a2 - toFloat64(a2_0) * toFloat64('0.000030517578125') AS a2_rest1 FROM (SELECT *, toInt256(accurateCastOrNull(round(a2 * toFloat64('32768')), 'Int64')) AS a2_0 FROM (
  SELECT
    toDateTime64(toString(toDateTime64(`f`.`at`, 6), timeZone()), 6, 'UTC') >= {p1:DateTime64(6, 'UTC')} AS in_current,
    toDateTime64(toString(toDateTime64(`f`.`at`, 6), timeZone()), 6, 'UTC') < {p2:DateTime64(6, 'UTC')} AS in_compare,
    CAST(`l`.`region`, 'Nullable(String)') AS k0,
    `f`.`amount` AS a0,
    `f`.`shop` AS a1,
    if(isFinite(toFloat64(`f`.`share`)), toFloat64(`f`.`share`), NULL) AS a2,
    `f`.`amount` > {p3:Int64} AS f0
  FROM `c`.`s`.`sales` AS `f`
  LEFT JOIN `c`.`s`.`shops` AS `l` ON `f`.`shop` = `l`.`code`
  WHERE `f`.`shop` <> {p4:String}
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
  if(throwIf(ifNull(abs(toFloat64(sumOrNullIf(current_0 * toDecimal256(1, 0), current_0 IS NOT NULL)) - (sumOrNullIf(toFloat64(current_0), current_0 IS NOT NULL))) > 1e-9 * (sumOrNullIf(abs(toFloat64(current_0)), current_0 IS NOT NULL)), false), 'Decimal overflow') = 0, sumOrNullIf(current_0 * toDecimal256(1, 0), current_0 IS NOT NULL), NULL) AS current_0,
  if(throwIf(ifNull(abs(toFloat64(sumOrNullIf(compare_0 * toDecimal256(1, 0), compare_0 IS NOT NULL)) - (sumOrNullIf(toFloat64(compare_0), compare_0 IS NOT NULL))) > 1e-9 * (sumOrNullIf(abs(toFloat64(compare_0)), compare_0 IS NOT NULL)), false), 'Decimal overflow') = 0, sumOrNullIf(compare_0 * toDecimal256(1, 0), compare_0 IS NOT NULL), NULL) AS compare_0,
  countIf(TRUE AND isNotNull(current_0)) AS current_0_count,
  countIf(TRUE AND isNotNull(compare_0)) AS compare_0_count
FROM (
  SELECT
    GROUPING(k0) AS g0,
    k0,
    CASE WHEN countIf(in_current) > 0 THEN if(throwIf(ifNull(abs(toFloat64(sumOrNullIf(a0 * toDecimal256(1, 0), in_current)) - (sumOrNullIf(toFloat64(a0), in_current))) > 1e-9 * (sumOrNullIf(abs(toFloat64(a0)), in_current)), false), 'Decimal overflow') = 0, sumOrNullIf(a0 * toDecimal256(1, 0), in_current), NULL) END AS current_0,
    CASE WHEN countIf(in_compare) > 0 THEN if(throwIf(ifNull(abs(toFloat64(sumOrNullIf(a0 * toDecimal256(1, 0), in_compare)) - (sumOrNullIf(toFloat64(a0), in_compare))) > 1e-9 * (sumOrNullIf(abs(toFloat64(a0)), in_compare)), false), 'Decimal overflow') = 0, sumOrNullIf(a0 * toDecimal256(1, 0), in_compare), NULL) END AS compare_0
  FROM (
  SELECT
    toDateTime64(toString(toDateTime64(`f`.`at`, 6), timeZone()), 6, 'UTC') >= {p1:DateTime64(6, 'UTC')} AS in_current,
    toDateTime64(toString(toDateTime64(`f`.`at`, 6), timeZone()), 6, 'UTC') < {p2:DateTime64(6, 'UTC')} AS in_compare,
    CAST(`l`.`region`, 'Nullable(String)') AS k0,
    CAST(`f`.`day`, 'Nullable(Date32)') AS p0,
    `f`.`amount` AS a0
  FROM `c`.`s`.`sales` AS `f`
  LEFT JOIN `c`.`s`.`shops` AS `l` ON `f`.`shop` = `l`.`code`
  WHERE `f`.`shop` <> {p3:String}
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
  first AS first,
  last AS last
FROM (
  SELECT MIN(toDateTime64(toDateTime64(toString(toDateTime64(`f`.`at`, 6), timeZone()), 6, 'UTC'), 6, 'UTC')) AS first, MAX(toDateTime64(toDateTime64(toString(toDateTime64(`f`.`at`, 6), timeZone()), 6, 'UTC'), 6, 'UTC')) AS last
  FROM `c`.`s`.`sales` AS `f`
) AS reached

-- its lookup
SELECT k0
FROM (SELECT `l`.`code` AS k0 FROM `c`.`s`.`shops` AS `l`) AS keyed
WHERE k0 IS NOT NULL
GROUP BY k0
HAVING COUNT(*) > 1
ORDER BY k0
LIMIT 1

-- a percentile
SELECT
  GROUPING(k0) AS g0,
  k0,
  countIf(in_current) AS present_current,
  countIf(in_compare) AS present_compare,
  arrayMap(v -> arrayMap(r -> if(empty(v), NULL, v[toInt64(floor(r)) + 1] * (1 - (r - floor(r))) + v[toInt64(ceil(r)) + 1] * (r - floor(r))), [toFloat64(0.9) * (toInt64(length(v)) - 1)])[1], [arraySort(groupArrayIf(toFloat64(toString(a0)), in_current))])[1] AS current_0,
  arrayMap(v -> arrayMap(r -> if(empty(v), NULL, v[toInt64(floor(r)) + 1] * (1 - (r - floor(r))) + v[toInt64(ceil(r)) + 1] * (r - floor(r))), [toFloat64(0.9) * (toInt64(length(v)) - 1)])[1], [arraySort(groupArrayIf(toFloat64(toString(a0)), in_compare))])[1] AS compare_0
FROM (
  SELECT
    toDateTime64(toString(toDateTime64(`f`.`at`, 6), timeZone()), 6, 'UTC') >= {p1:DateTime64(6, 'UTC')} AS in_current,
    toDateTime64(toString(toDateTime64(`f`.`at`, 6), timeZone()), 6, 'UTC') < {p2:DateTime64(6, 'UTC')} AS in_compare,
    CAST(`l`.`region`, 'Nullable(String)') AS k0,
    `f`.`amount` AS a0
  FROM `c`.`s`.`sales` AS `f`
  LEFT JOIN `c`.`s`.`shops` AS `l` ON `f`.`shop` = `l`.`code`
  WHERE `f`.`shop` <> {p3:String}
) AS windowed
WHERE in_current OR in_compare
GROUP BY GROUPING SETS ((), (k0))

$1 = 2024-02-01 00:00:00 (TIMESTAMP)
$2 = 2024-02-01 00:00:00 (TIMESTAMP)
$3 = "closed" (STRING)

-- a materialised table
SELECT
  k0 AS `shop`,
  k1 AS `day`,
  countIf(TRUE) AS `row_count`,
  countIf(TRUE) AS `leaf_0`,
  countIf(TRUE AND isNotNull(a0)) AS `leaf_1`,
  uniqExactIf(a1, TRUE) AS `leaf_2`,
  if(throwIf(ifNull(abs(toFloat64(sumOrNullIf(a0 * toDecimal256(1, 0), TRUE)) - (sumOrNullIf(toFloat64(a0), TRUE))) > 1e-9 * (sumOrNullIf(abs(toFloat64(a0)), TRUE)), false), 'Decimal overflow') = 0, sumOrNullIf(a0 * toDecimal256(1, 0), TRUE), NULL) AS `leaf_3`,
  toFloat64(toString(sumOrNullIf(a2_0, TRUE) * toInt256('4611686018427387904') + sumOrNullIf(a2_1, TRUE))) * toFloat64('6.617444900424222e-24') AS `leaf_4`,
  minOrNullIf(a0, TRUE) AS `leaf_5`,
  maxOrNullIf(a2, f0) AS `leaf_6`,
  arrayMap((some, least) -> if(length(some) > 1, arrayReduce('varSampStable', arrayMap(x -> x - least, some)), NULL), [groupArrayIf(toFloat64(toString(a0)), TRUE)], [minIf(toFloat64(toString(a0)), TRUE)])[1] AS `leaf_7`,
  arrayMap((some, least) -> if(length(some) > 1, arrayReduce('stddevSampStable', arrayMap(x -> x - least, some)), NULL), [groupArrayIf(toFloat64(a2), TRUE)], [minIf(toFloat64(a2), TRUE)])[1] AS `leaf_8`,
  if(countIf(TRUE AND isNotNull(a0)) = 0, NULL, arraySort(groupArrayIf(assumeNotNull(toFloat64(toString(a0))), TRUE AND isNotNull(a0)))[toUInt64(greatest(1, ceil(0.9 * countIf(TRUE AND isNotNull(a0)))))]) AS `leaf_9`
FROM (SELECT *, NOT COALESCE(a2_rest2 = 0, NOT COALESCE(a2 - a2 = 0, FALSE)) AS inexact FROM (SELECT *, a2_rest1 - toFloat64(a2_1) * toFloat64('6.617444900424222e-24') AS a2_rest2 FROM (SELECT *, toInt256(accurateCastOrNull(round(a2_rest1 * toFloat64('1.5111572745182865e+23')), 'Int64')) AS a2_1 FROM (SELECT *, a2 - toFloat64(a2_0) * toFloat64('0.000030517578125') AS a2_rest1 FROM (SELECT *, toInt256(accurateCastOrNull(round(a2 * toFloat64('32768')), 'Int64')) AS a2_0 FROM (
  SELECT
    CAST(`f`.`shop`, 'Nullable(String)') AS k0,
    CAST(`f`.`day`, 'Nullable(Date32)') AS k1,
    `f`.`amount` AS a0,
    `f`.`shop` AS a1,
    if(isFinite(toFloat64(`f`.`share`)), toFloat64(`f`.`share`), NULL) AS a2,
    `f`.`amount` > {p1:Int64} AS f0
  FROM `c`.`s`.`sales` AS `f`
  LEFT JOIN `c`.`s`.`shops` AS `l` ON `f`.`shop` = `l`.`code`
  WHERE `f`.`at` >= {p2:DateTime64(6, 'UTC')} AND `f`.`at` < {p3:DateTime64(6, 'UTC')} AND `f`.`shop` <> {p4:String} AND toDateTime64(toString(toDateTime64(`f`.`at`, 6), timeZone()), 6, 'UTC') >= {p5:DateTime64(6, 'UTC')} AND toDateTime64(toString(toDateTime64(`f`.`at`, 6), timeZone()), 6, 'UTC') < {p6:DateTime64(6, 'UTC')}
) AS kept) AS limbs_0) AS rests_0) AS limbs_1) AS rests_1) AS split
GROUP BY k0, k1

$1 = 0 (INT)
$2 = 2024-01-30 00:00:00 (TIMESTAMP)
$3 = 2024-03-03 00:00:00 (TIMESTAMP)
$4 = "closed" (STRING)
$5 = 2024-02-01 00:00:00 (TIMESTAMP)
$6 = 2024-03-01 00:00:00 (TIMESTAMP)
